/// The level of a phone's battery, as of the last look.
///
/// Each look is at the earliest time at which the level can reach a threshold, so looks come closer
/// together near one, down to a second.
final class BatteryGauge {
    enum Change: Hashable {
        case lowPower(Bool)
        /// Below a share that an app watches.
        case below(Fraction)
        case empty, charged
    }

    /// Energy of the full battery, in mJ.
    private let capacity: Double
    private let comesOn: Double
    /// Threshold of low power, in mJ; `nil`: the system has no such rules.
    private let low: Double?
    private let chargingPower: Double
    /// Greatest sustained power of the phone, in mW.
    private let greatestPower: Double

    private var level: Double
    private var drawn = 0.0
    private var since: Instant = .start
    private(set) var isLow = false
    private var watched: [(share: Fraction, isBelow: Bool)] = []
    private(set) var isOff = false
    var isCharging = false
    private(set) var emptied: Instant?
    /// When the phone went off; `never` while it is on.
    private(set) var offSince: Instant = .never
    private(set) var timeOff = TimeSpan.zero
    var look: EventKey?
    /// Events that came due while the phone was off.
    var held = Backlog<(key: EventKey, event: Event)>()
    /// Whether the phone went off during a phone call.
    var isPhoneCall = false
    /// States of the switched parts when the phone went off.
    var frozen: [EnergyLedger.Switched] = []

    /// - Parameters:
    ///   - comesOn: level at which an empty phone turns on again.
    ///   - low: `nil`: the system has no rules for a low level.
    init(
        start: Fraction, comesOn: Fraction, chargingPower: Milliwatts, of battery: Battery,
        low: LowPowerRules?, greatestPower: Milliwatts
    ) {
        capacity = battery.energy.magnitude
        self.comesOn = capacity * comesOn.magnitude
        self.low = low.map { battery.energy.magnitude * $0.below.magnitude }
        self.chargingPower = chargingPower.magnitude
        self.greatestPower = greatestPower.magnitude
        level = capacity * start.magnitude
    }

    /// Reports when the level falls below this share.
    func watch(_ share: Fraction) {
        guard !watched.contains(where: { $0.share == share }) else { return }
        watched.append((share, level < capacity * share.magnitude))
    }

    var share: Fraction { Fraction(max(0, level) / capacity) }

    /// Brings the level up to `now`.
    ///
    /// - Parameter total: energy drawn since the start of the run.
    func follow(to now: Instant, drawn total: Millijoules) {
        let (span, before) = ((now - since).seconds.magnitude, level)
        level += (isCharging ? chargingPower * span : 0) - (total.magnitude - drawn)
        level = min(level, capacity)
        if level <= 0, emptied == nil, !isOff {
            // The crossing is within the last interval, in which the power was constant.
            let share = before / (before - level)
            emptied = since + TimeSpan(rounding: Double((now - since).nanoseconds) * share)
        }
        (drawn, since) = (total.magnitude, now)
    }

    /// The next threshold that was crossed; call again until `nil`.
    func takeChange(at now: Instant) -> Change? {
        if isOff {
            guard level >= comesOn, isCharging else { return nil }
            timeOff = timeOff + (now - offSince)
            (isOff, offSince) = (false, .never)
            return .charged
        }
        if level <= 0 {
            level = 0
            (isOff, offSince) = (true, now)
            return .empty
        }
        for index in watched.indices {
            let isBelow = level < capacity * watched[index].share.magnitude
            guard isBelow != watched[index].isBelow else { continue }
            watched[index].isBelow = isBelow
            if isBelow { return .below(watched[index].share) }
        }
        guard let low else { return nil }
        let isNowLow = level < low && !isCharging
        if isNowLow == isLow { return nil }
        isLow = isNowLow
        return .lowPower(isLow)
    }

    /// Time in which no threshold can be crossed, at least a second; `nil`: unlimited.
    ///
    /// - Parameter power: present draw, which may go on.
    func untilNextLook(power: Milliwatts) -> TimeSpan? {
        if isOff {
            guard isCharging, chargingPower > 0 else { return nil }
            return max(Self.least, Self.span((comesOn - level) / chargingPower))
        }
        var target = low.map { level > $0 ? $0 : 0 } ?? 0
        for (share, _) in watched where level > capacity * share.magnitude {
            target = max(target, capacity * share.magnitude)
        }
        let (left, now) = (level - target, isCharging ? 0 : power.magnitude)
        guard greatestPower > 0 else { return nil }
        let sure = max(Self.least, Self.span(left / greatestPower))
        // If the power stays constant, this look meets the threshold exactly.
        return now > 0 ? min(sure, max(Self.span(left / now), Self.tick)) : sure
    }

    func dropHeld(_ key: EventKey) { held.removeAll { $0.key == key } }

    private static let least = TimeSpan(Seconds(1))
    private static let tick = TimeSpan(nanoseconds: 1)

    private static func span(_ seconds: Double) -> TimeSpan {
        TimeSpan(Seconds(min(max(seconds, 0), 1e9)))
    }
}
