/// A phone's own record of its drain, with the counts of its system and of tailwatt.
public struct PhoneAccount: Sendable {
    public let history: BatteryHistory
    public let stretches: [PhoneStretch]
    public let figures: [PhoneFigure]
    /// What tailwatt cannot learn from the record, each a sentence.
    public let limits: [String]

    /// Stretches with the display off count from this length: the counter's steps are coarse.
    public static let shortest: Double = 0.5
    /// Drains in less time are not shown.
    public static let fewestHours = 0.1
    /// In mA; smaller savings are not shown.
    public static let leastSaving = 0.01
    /// For energies of radios; a lithium battery's nominal voltage.
    public static let assumedVoltage = Volts(3.85)

    /// - `cellular`, `wifi`: Radios of the kinds that the phone used, to estimate its own.
    public init(_ history: BatteryHistory, cellular: [RadioProfile], wifi: [RadioProfile]) {
        self.history = history
        let stretches = PhoneStretch.all(of: history)
        self.stretches = stretches
        let record = Record(history, stretches)
        let activities = [(true, cellular), (false, wifi)].compactMap { isCellular, radios in
            let activity = HistoryActivity(
                history, isCellular: isCellular, within: stretches.map { $0.from..<$0.until })
            return activity.spans.isEmpty || radios.isEmpty
                ? nil : RadioAccount(activity, radios, hours: record.hours)
        }
        figures =
            record.drain + record.activity + record.counted + record.charges(activities)
            + activities.flatMap(\.savings).filter { $0.value >= Self.leastSaving }
        limits = record.limits
    }

    /// The system's counts that are more than the battery gave, as sentences.
    public var excesses: [String] {
        let statistics = history.statistics
        let given = max(statistics.drained?.upperBound ?? 0, statistics.discharge ?? 0)
        guard given > 0 else { return [] }
        let counts =
            [("all", statistics.computed ?? 0)] + statistics.parts.map { ($0.owner, $0.charge) }
        // The gauge itself is known to a few per cent.
        return counts.filter { $0.1 > 1.05 * given }.map { owner, charge in
            "The system books \(Int(charge.rounded())) mAh for \(owner), but the battery "
                + "gave at most \(Int(given.rounded())) mAh."
        }
    }

    /// Who started work, and what the system booked to it; most charge first.
    public var users: [PhoneUser] {
        var rows: [Int: PhoneUser] = [:]
        for share in history.statistics.users {
            rows[share.owner, default: PhoneUser(number: share.owner)].charge = share.charge
        }
        for change in history.changes {
            guard case .event(let event, let user) = change.item, user >= 0 else { continue }
            rows[user, default: PhoneUser(number: user)].events[event, default: 0] += 1
        }
        return rows.values.map { row in
            var row = row
            row.package = history.packages[row.number]
            return row
        }.sorted { (-($0.charge ?? 0), $0.number) < (-($1.charge ?? 0), $1.number) }
    }
}

/// A number about a phone.
public struct PhoneFigure: Hashable, Sendable {
    public let section: Section
    public let name: String
    public let value: Double
    /// As in a metric's unit: `percent/h`, `percent`, `1/h`, `mA`.
    public let unit: String
    /// A 95 % interval, or the range over radios.
    public var range: ClosedRange<Double>?
    /// Stretches, for what was measured.
    public var count: Int?
    public var hours: Double?
    public let source: String

    public enum Section: String, CaseIterable, Hashable, Sendable {
        case drain, activity
        case charges = "current"
        case savings = "savings"
    }
}

/// A phone's radio, estimated on each radio of its kind.
private struct RadioAccount {
    let name: String
    let current: [Double]
    let savings: [PhoneFigure]

    static let delays: [Int64] = [5, 15, 30]

    init(_ activity: HistoryActivity, _ radios: [RadioProfile], hours: Double) {
        let name = activity.isCellular ? "modem" : "Wi-Fi"
        func currents(_ spans: [(from: Int64, until: Int64)]) -> [Double] {
            radios.energies(of: HistoryActivity.packets(of: spans)).map {
                $0 / 3600 / PhoneAccount.assumedVoltage.magnitude / hours
            }
        }
        let asRecorded = currents(activity.spans)
        func saving(_ name: String, _ changed: [Double]) -> PhoneFigure {
            let saved = zip(asRecorded, changed).map { $0 - $1 }
            return PhoneFigure(
                section: .savings, name: name, value: saved.median, unit: "mA",
                range: saved.range, source: "\(radios.count) radios, from the recorded starts")
        }
        (self.name, current) = (name, asRecorded)
        savings =
            Self.delays.map { minutes in
                saving(
                    "\(name) every \(minutes) min",
                    currents(activity.batched(every: minutes * 60_000)))
            } + [saving("\(name) without traffic", asRecorded.map { _ in 0 })]
    }
}

extension HistoryActivity {
    /// The spans with each start delayed to a multiple of `period`, one after the other.
    fileprivate func batched(every period: Int64) -> [(from: Int64, until: Int64)] {
        var end = Int64.min
        return spans.map { span in
            let start = max(0, span.from + period - 1) / period * period
            let from = max(start, end)
            end = from + span.until - span.from
            return (from, end)
        }
    }
}

extension [RadioProfile] {
    /// What the packets cost beyond rest, in mJ.
    func energies(of packets: [Packet]) -> [Double] {
        var comparison = RadioComparison(self, settings: ReplaySettings())
        comparison.carry(packets)
        return comparison.finish().map(\.activeEnergy.magnitude)
    }
}

extension [Double] {
    var range: ClosedRange<Double>? { self.min().map { $0...self.max()! } }

    var median: Double {
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

/// The figures of a record; each list is one section.
private struct Record {
    let history: BatteryHistory
    let statistics: BatteryStatistics
    let off: [PhoneStretch]
    let on: [PhoneStretch]
    /// On battery.
    let hours: Double

    init(_ history: BatteryHistory, _ stretches: [PhoneStretch]) {
        self.history = history
        statistics = history.statistics
        off = stretches.filter { !$0.isScreenOn && $0.hours >= PhoneAccount.shortest }
        on = stretches.filter { $0.isScreenOn }
        hours = stretches.reduce(0) { $0 + $1.hours }
    }

    var drain: [PhoneFigure] {
        [
            drain(of: off, "display off"), drain(of: on, "display on"),
            counted(
                "display off since charge", statistics.screenOffDischarge, statistics.screenOffTime
            ), counted("all since charge", statistics.discharge, statistics.time),
        ].compactMap { $0 }.filter { $0.hours ?? 0 >= PhoneAccount.fewestHours && $0.value >= 0 }
    }

    /// Summed charge over summed hours; the interval resamples stretches.
    private func drain(of stretches: [PhoneStretch], _ name: String) -> PhoneFigure {
        let readings = stretches.compactMap(\.counted)
        if let capacity = statistics.capacity, capacity > 0, !readings.isEmpty {
            let rates = readings.map { (100 * $0.charge / capacity, $0.hours) }
            return PhoneFigure(.drain, (name, "percent/h", "charge counter", rates), per: 1)
        }
        let drops = stretches.map { (Double($0.levelDrop), $0.hours) }
        return PhoneFigure(
            .drain, (name, "percent/h", "battery level, in whole per cent", drops), per: 1)
    }

    private func counted(_ name: String, _ charge: Double?, _ time: Int64?) -> PhoneFigure? {
        guard let charge, let time, time > 0, let capacity = statistics.capacity, capacity > 0
        else { return nil }
        let hours = Double(time) / 3_600_000
        return PhoneFigure(
            section: .drain, name: name, value: 100 * charge / capacity / hours, unit: "percent/h",
            hours: hours, source: "charge counter, by the system's statistics")
    }

    /// What the phone did with the display off, else at all.
    var activity: [PhoneFigure] {
        let stretches = off.isEmpty ? on : off
        let time = stretches.reduce(0) { $0 + $1.until - $1.from }
        guard time > 0 else { return [] }
        let hours = Double(time) / 3_600_000
        func figure(_ name: String, _ value: Double, _ unit: String) -> PhoneFigure {
            PhoneFigure(
                section: .activity, name: name, value: value, unit: unit, count: stretches.count,
                hours: hours, source: off.isEmpty ? "history, display on" : "history, display off")
        }
        func share(_ name: String, _ part: (PhoneStretch) -> Int64?) -> PhoneFigure {
            let sum = stretches.reduce(0) { $0 + (part($1) ?? 0) }
            return figure(name, 100 * Double(sum) / Double(time), "percent")
        }
        func rate(_ name: String, _ part: (PhoneStretch) -> Int?) -> PhoneFigure {
            figure(name, Double(stretches.reduce(0) { $0 + (part($1) ?? 0) }) / hours, "1/h")
        }
        return [
            share("processor awake") { $0.active[.running] },
            share("light Doze") { $0.dozed[.light] }, share("deep Doze") { $0.dozed[.deep] },
            share("modem flagged active") { $0.active[.mobileRadio] },
            share("Wi-Fi flagged active") { $0.active[.wifiRadio] },
            share("GPS on") { $0.active[.gps] }, share("dim display") { $0.active[.dimScreen] },
            rate("processor wake-ups") { $0.starts[.running] },
            rate("modem starts") { $0.starts[.mobileRadio] },
            rate("Wi-Fi starts") { $0.starts[.wifiRadio] }, rate("jobs") { $0.events[.job] },
            rate("syncs") { $0.events[.sync] },
        ].filter { $0.value > 0 }
    }

    /// What the phone did since it was charged, by the system's statistics.
    var counted: [PhoneFigure] {
        guard let time = statistics.time, time > 0 else { return [] }
        let parts = [
            ("processor awake", statistics.runningTime), ("light Doze", statistics.lightDozeTime),
            ("deep Doze", statistics.deepDozeTime),
            ("modem flagged active", statistics.mobileActiveTime),
            ("modem awake without data", statistics.modemIdleTime),
        ]
        return parts.compactMap { name, part in
            part.flatMap { part in
                part <= 0
                    ? nil
                    : PhoneFigure(
                        section: .activity, name: "\(name) since charge",
                        value: 100 * Double(part) / Double(time), unit: "percent",
                        hours: Double(time) / 3_600_000, source: "system's statistics")
            }
        }
    }

    /// Gauge, the system's own count, and tailwatt's estimate of the radios.
    func charges(_ radios: [RadioAccount]) -> [PhoneFigure] {
        var figures: [PhoneFigure] = []
        func add(
            _ name: String, _ charge: Double, _ time: Int64, _ source: String,
            _ range: ClosedRange<Double>? = nil
        ) {
            let hours = Double(time) / 3_600_000
            figures.append(
                PhoneFigure(
                    section: .charges, name: name, value: charge / hours, unit: "mA",
                    range: range.map { $0.lowerBound / hours...$0.upperBound / hours },
                    hours: hours, source: source))
        }
        if let time = statistics.time, time > 0 {
            if let charge = statistics.discharge {
                add("gauge: charge counter", charge, time, "battery's gauge")
            }
            if let drained = statistics.drained, drained.upperBound > 0 {
                let middle = (drained.lowerBound + drained.upperBound) / 2
                add("gauge: whole per cent", middle, time, "battery's gauge", drained)
            }
            if let computed = statistics.computed {
                add("system: all", computed, time, "system, from its power profile")
            }
            for part in statistics.parts.sorted(by: { $0.charge > $1.charge }).prefix(8) {
                add("system: \(part.owner)", part.charge, time, "system")
            }
        }
        for radio in radios where hours > 0 {
            figures.append(
                PhoneFigure(
                    section: .charges, name: "tailwatt: \(radio.name), beyond rest",
                    value: radio.current.median, unit: "mA", range: radio.current.range,
                    hours: hours, source: "\(radio.current.count) radios, by the recorded activity")
            )
        }
        return figures
    }

    var limits: [String] {
        let hasCounter = (off + on).contains { $0.counted != nil }
        let isOver = history.changes.contains { $0.item == .end }
        return [
            history.changes.isEmpty ? "The file has statistics, but no history." : nil,
            hasCounter || history.changes.isEmpty
                ? nil : "It has no charge counter: drains come from levels, to a whole per cent.",
            statistics.capacity == nil
                ? "It does not name the battery's capacity: drains come from levels." : nil,
            off.count < 3
                ? "It has \(off.count) of the three stretches of 30 min with the display off "
                    + "that an interval needs."
                : nil,
            isOver ? "Parts are missing: the phone was off, or its log was full." : nil,
            "It does not tell which app used the radio, how many bytes a start had, or which "
                + "starts were polls that a push would spare.",
        ].compactMap { $0 }
    }

}

/// An app, or several that share a user of the system.
public struct PhoneUser: Sendable {
    public let number: Int
    public fileprivate(set) var package: String?
    /// By the system's own count since the last charge, in mAh.
    public fileprivate(set) var charge: Double?
    /// In the history.
    public fileprivate(set) var events: [HistoryEvent: Int] = [:]

    fileprivate init(number: Int) { self.number = number }

    /// As Android writes it.
    public var name: String { UserNumber.text(number) }
}
