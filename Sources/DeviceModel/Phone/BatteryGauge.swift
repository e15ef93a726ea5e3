import Kernel

/// The battery of a phone whose world has one: how full it is, as far as anybody has looked.
///
/// It is not followed from event to event. The phone looks at it at times before which it cannot
/// have reached a level that matters, whatever the phone does; so these times come closer to each
/// other, down to a second, as the level does.
final class BatteryGauge {
    /// A level that matters has been crossed.
    enum Change: Hashable {
        case lowPower(Bool)
        /// Below a share that an app watches for.
        case below(Fraction)
        case empty
        case charged
    }

    /// Of the full battery, in mJ.
    private let capacity: Double
    private let comesOn: Double
    /// `nil`: the system does nothing about it.
    private let low: Double?
    private let chargingPower: Double
    /// The most that the phone can draw all the time, in mW.
    private let greatestPower: Double

    private var level: Double
    private var drawn = 0.0
    private var since: Instant = .start
    private(set) var isLow = false
    /// Levels that apps watch for, and whether the battery is below them.
    private var watched: [(share: Fraction, isBelow: Bool)] = []
    private(set) var isOff = false
    var isCharging = false
    /// When it was empty for the first time.
    private(set) var emptied: Instant?
    /// When the phone went off, if it is; and how long it was off before.
    private(set) var offSince: Instant = .never
    private(set) var timeOff = TimeSpan.zero
    /// The next look.
    var look: EventKey?
    /// Calls whose time came while the phone was off.
    var held = Backlog<(key: EventKey, event: Event)>()
    /// Whether the phone went off in the middle of a call.
    var isPhoneCall = false
    /// What the switched parts did when the phone went off.
    var frozen: [EnergyLedger.Switched] = []

    /// - Parameters:
    ///   - start: how full it is at the start of the run.
    ///   - comesOn: at which level a phone comes on again whose battery was empty.
    ///   - chargingPower: what a charger gives.
    ///   - battery: the phone's.
    ///   - low: what the system does about a low level; `nil`: nothing.
    ///   - greatestPower: the most that the phone can draw all the time.
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

    /// An app wants to be told when the battery comes below this share.
    func watch(_ share: Fraction) {
        guard !watched.contains(where: { $0.share == share }) else { return }
        watched.append((share, level < capacity * share.magnitude))
    }

    /// How full it is, by the last look.
    var share: Fraction { Fraction(max(0, level) / capacity) }

    /// Brings the level up to `now`.
    ///
    /// - Parameter total: what the phone has drawn since the start of the run.
    func follow(to now: Instant, drawn total: Millijoules) {
        let (span, before) = ((now - since).seconds.magnitude, level)
        level += (isCharging ? chargingPower * span : 0) - (total.magnitude - drawn)
        level = min(level, capacity)
        if level <= 0, emptied == nil, !isOff {
            // The crossing lies within the last interval, in which the phone drew evenly.
            let share = before / (before - level)
            emptied = since + TimeSpan(rounding: Double((now - since).nanoseconds) * share)
        }
        (drawn, since) = (total.magnitude, now)
    }

    /// The next level that has been crossed, one after the other.
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

    /// How long no level that matters can be crossed; at least a second.
    ///
    /// - Parameter power: what the phone draws just now: it may go on like this.
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
        // Where it goes on as now the level is met exactly, however near it is.
        return now > 0 ? min(sure, max(Self.span(left / now), Self.tick)) : sure
    }

    /// A call that was kept is cancelled.
    func dropHeld(_ key: EventKey) { held.removeAll { $0.key == key } }

    private static let least = TimeSpan(Seconds(1))
    private static let tick = TimeSpan(nanoseconds: 1)

    private static func span(_ seconds: Double) -> TimeSpan {
        TimeSpan(Seconds(min(max(seconds, 0), 1e9)))
    }
}
