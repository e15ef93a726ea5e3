public struct BluetoothProfile: Formed, Hashable, Sendable {
    public var on = Milliwatts.zero
    public var scanning = Milliwatts.zero
    /// Power of the receiver while it listens; `nil`: ten times `scanning`.
    public var receiving: Milliwatts?
    public var connectionEvent = Millijoules.zero
    public var advertisingEvent = Millijoules.zero

    public static let form = Form(
        Self(), "Power and energy of Bluetooth Low Energy, above the floor."
    ).required(
        .quantity("on", \.on, "Power while an app is connected, advertises or scans."),
        .quantity("scanning", \.scanning, "Additional power while an app scans.")
    ).optional(
        .quantity(
            "receiving", \.receiving,
            "Additional power while the receiver listens, for systems with scan windows.",
            otherwise: .without("ten times scanning, an assumption"))
    ).required(
        .quantity(
            "connection-event", \.connectionEvent,
            "Energy to listen once to the other side of a connection, and to answer."),
        .quantity("advertising-event", \.advertisingEvent, "Energy of one advertisement."))
}

enum BluetoothUse: Hashable, Sendable {
    case connection, advertising
    case scan(ScanRequest)
}

/// How a scan listens just now.
private enum ScanPace { case lowPower, lowPowerInDark, balanced, lowLatency }

extension ScanRules {
    fileprivate subscript(pace: ScanPace) -> ScanWindow {
        switch pace {
        case .lowPower: lowPower
        case .lowPowerInDark: lowPowerInDark ?? lowPower
        case .balanced: balanced
        case .lowLatency: lowLatency
        }
    }
}

struct BluetoothLines: Sendable {
    let off: Int
    let on: Int
    private let lowPower: Int
    private let lowPowerInDark: Int
    private let balanced: Int
    private let lowLatency: Int
    /// Charged for events.
    private let connection: Int
    private let advertising: Int

    init?(_ profile: BluetoothProfile?, _ scans: ScanRules?, off: Int?, _ plan: inout LedgerPlan) {
        guard let profile, let off else { return nil }
        self.off = off
        on = plan.add(.bluetooth, "on", .transfer, profile.on)
        func add(_ state: String, _ power: Milliwatts) -> Int {
            plan.add(.bluetooth, state, .acquisition, profile.on + power)
        }
        if let scans {
            let receiving = profile.receiving ?? profile.scanning * 10
            func listen(_ state: String, _ window: ScanWindow) -> Int {
                add(state, receiving * window.share)
            }
            lowPower = listen("scanning-low-power", scans.lowPower)
            lowPowerInDark = scans.lowPowerInDark.map { listen("scanning-in-dark", $0) } ?? lowPower
            balanced = listen("scanning-balanced", scans.balanced)
            lowLatency = listen("scanning-low-latency", scans.lowLatency)
        } else {
            lowPower = add("scanning", profile.scanning)
            (lowPowerInDark, balanced, lowLatency) = (lowPower, lowPower, lowPower)
        }
        connection = plan.add(
            .bluetooth, "on", .transfer, profile.on, perEvent: profile.connectionEvent)
        advertising = plan.add(
            .bluetooth, "on", .transfer, profile.on, perEvent: profile.advertisingEvent)
    }

    fileprivate subscript(pace: ScanPace) -> Int {
        switch pace {
        case .lowPower: lowPower
        case .lowPowerInDark: lowPowerInDark
        case .balanced: balanced
        case .lowLatency: lowLatency
        }
    }

    fileprivate func event(_ kind: BluetoothUse) -> Int? {
        switch kind {
        case .connection: connection
        case .advertising: advertising
        case .scan: nil
        }
    }
}

/// Apps that use Bluetooth just now, in the order in which they began.
struct BluetoothUses: Sendable {
    fileprivate struct Use: Sendable {
        var app: Int32
        /// Tells the app's uses apart.
        var number: Int32
        var kind: BluetoothUse
        var cause: Cause
        var interval: TimeSpan?
        var since: Instant
        /// The start of a scan, which changes of its interval do not renew.
        var begun: Instant

        /// Number of events before a time; the first comes one interval after the start.
        func eventCount(by time: Instant) -> Int64 {
            interval.map { max(0, (time - since).nanoseconds - 1) / $0.nanoseconds } ?? 0
        }
    }

    fileprivate var uses: [Use] = []
    /// Starts of scans, by app; only where the system limits them.
    fileprivate var starts: [(app: Int32, time: Instant)] = []

    fileprivate func index(_ app: Int32, _ number: Int32) -> Int? {
        uses.firstIndex { $0.app == app && $0.number == number }
    }
}

/// Bluetooth Low Energy, a part that all apps share.
///
/// The earliest of its current users pays for the power that they share.
extension Phone {
    /// Starts or replaces a Bluetooth use of the app whose code runs.
    ///
    /// - Parameters:
    ///   - number: tells the app's uses apart.
    ///   - interval: time between events, above zero; `nil`: no events.
    mutating func useBluetooth(
        _ kind: BluetoothUse, number: Int32 = 0, every interval: TimeSpan? = nil, cause: Cause
    ) {
        guard lines.bluetooth != nil else { return }
        var use = BluetoothUses.Use(
            app: app.place, number: number, kind: kind, cause: app.cause(cause),
            interval: interval, since: now, begun: now)
        if let index = bluetooth.index(app.place, number) {
            chargeBluetooth(bluetooth.uses[index], until: now)
            use.begun = bluetooth.uses[index].begun
            bluetooth.uses[index] = use
        } else {
            guard mayStart(use) else { return }
            bluetooth.uses.append(use)
        }
        changeBluetooth()
    }

    /// - Parameter number: of the use that ends; `nil`: all uses of the app.
    mutating func leaveBluetooth(_ number: Int32? = nil) {
        let place = app.place
        func ends(_ use: BluetoothUses.Use) -> Bool {
            use.app == place && (number == nil || use.number == number)
        }
        guard bluetooth.uses.contains(where: ends) else { return }
        for use in bluetooth.uses where ends(use) { chargeBluetooth(use, until: now) }
        bluetooth.uses.removeAll(where: ends)
        changeBluetooth()
    }

    mutating func finishBluetooth(at horizon: Instant) {
        for use in bluetooth.uses { chargeBluetooth(use, until: horizon) }
    }

    private mutating func chargeBluetooth(_ use: BluetoothUses.Use, until time: Instant) {
        let count = use.eventCount(by: time)
        guard let line = lines.bluetooth?.event(use.kind), count > 0 else { return }
        ledger.charge(line, times: count, cause: use.cause)
    }

    private mutating func changeBluetooth() {
        guard let lines = lines.bluetooth else { return }
        let line =
            if let pace = bestPace { lines[pace] } else {
                bluetooth.uses.isEmpty ? lines.off : lines.on
            }
        ledger.change(to: line, cause: bluetooth.uses.first?.cause ?? .noActivity, at: now)
    }

    // MARK: Scans

    /// Whether a use may begin: a system may limit how often an app starts to scan (R040).
    private mutating func mayStart(_ use: BluetoothUses.Use) -> Bool {
        guard case .scan = use.kind, let rules = system.accessories.scans else { return true }
        if let most = rules.starts {
            let time = now
            bluetooth.starts.removeAll { $0.time + ScanRules.startsWithin <= time }
            guard bluetooth.starts.count(where: { $0.app == use.app }) < most else { return false }
            bluetooth.starts.append((use.app, now))
        }
        if let span = rules.longAfter {
            calendar.schedule(.rare(.scanIsLong), at: now + span, priority: .timer)
        }
        return true
    }

    /// The display, the app in front or the age of a scan has changed.
    mutating func followScans() {
        if !bluetooth.uses.isEmpty, system.accessories.scans != nil { changeBluetooth() }
    }

    /// The least time between two finds of a scan of the app whose code runs.
    ///
    /// - Returns: `nil` if it finds nothing just now.
    func gap(ofScan number: Int32) -> TimeSpan? {
        guard let rules = system.accessories.scans else { return .zero }
        guard let index = bluetooth.index(app.place, number) else { return nil }
        let use = bluetooth.uses[index]
        let own = pace(use)
        return (own ?? (isLong(use, rules) ? bestPace : nil)).map { rules[$0].interval }
    }

    /// The pace of the most eager scan, which serves all.
    private var bestPace: ScanPace? {
        var best: ScanPace?
        for use in bluetooth.uses {
            guard let pace = pace(use) else { continue }
            if let rules = system.accessories.scans, let other = best,
                rules[pace].share <= rules[other].share
            {
                continue
            }
            best = pace
        }
        return best
    }

    private func isLong(_ use: BluetoothUses.Use, _ rules: ScanRules) -> Bool {
        rules.longAfter.map { now - use.begun >= $0 } ?? false
    }

    /// `nil` for a scan that does not listen, and for other uses.
    private func pace(_ use: BluetoothUses.Use) -> ScanPace? {
        guard case .scan(let scan) = use.kind else { return nil }
        guard let rules = system.accessories.scans else { return .lowPower }
        let isDark = front == nil && now >= litUntil
        if !scan.isFiltered, rules.needsFilterInDark, isDark { return nil }
        var mode = scan.mode
        if isLong(use, rules) {
            guard scan.isFiltered, rules.longGoesOn else { return nil }
            mode = .lowPower
        }
        if front != use.app { mode = min(mode, rules.mostBehind) }
        return switch mode {
        case .lowPower: isDark ? .lowPowerInDark : .lowPower
        case .balanced: .balanced
        case .lowLatency: .lowLatency
        }
    }
}
