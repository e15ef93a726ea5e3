public struct PolicyResult: Sendable {
    public internal(set) var policy: NamedPolicy
    /// The replications per independent value; see `ReplicationPlan.group`.
    public let group: Int
    public private(set) var replications: [MetricValues] = []
    public private(set) var table: LedgerTable<Int128>
    public private(set) var durations: [PooledDurations] = []
    public private(set) var errands: [RuleErrands]

    /// The memory of one replication: a number per metric, and its list.
    public static let bytesPerReplication =
        MemoryLayout<MetricValues>.stride + 32 + Metric.allCases.count * MemoryLayout<Double>.stride

    static func bytesPerReplication(of policy: PolicyOptions) -> Int {
        bytesPerReplication + policy.errandRules.count * RuleErrands.bytesPerReplication
    }

    package init(_ policy: NamedPolicy, books: LedgerPlan, group: Int = 1) {
        (self.policy, self.group) = (policy, group)
        table = LedgerTable(books)
        errands = policy.options.errandRules.map { RuleErrands($0) }
    }

    /// Adds one run.
    ///
    /// Marginal metrics are its own minus those of `reference`, the same world without the app.
    mutating func add(_ run: RunResult, reference: RunResult?) {
        var metrics = run.metrics
        for (marginal, whole) in Metric.marginals {
            guard let value = metrics[whole], let base = reference?.metrics[whole] else { continue }
            metrics[marginal] = value - base
        }
        // With several apps most energy is not spent on sound.
        if policy.options.severalApps == nil, let energy = metrics[.marginalEnergy],
            let played = metrics[.playedTime], played > 0
        {
            metrics[.energyPerSecondPlayed] = energy / played
        }
        add(metrics)
        for (index, book) in run.errands.enumerated() { errands[index].add(book) }
        table.add(run.table)
    }

    package mutating func add(_ metrics: MetricValues) {
        PooledDurations.add(metrics.durations, to: &durations)
        replications.append(metrics)
        replications[replications.count - 1].durations = MeasuredDurations()
    }

    mutating func add(_ other: PolicyResult) {
        replications += other.replications
        PooledDurations.add(other.durations, to: &durations)
        for (index, rule) in other.errands.enumerated() { errands[index].add(rule) }
        table.add(other.table)
    }

    func put(into writer: inout NumberWriter) {
        for metric in Metric.allCases {
            let isThere = replications.contains { $0[metric] != nil }
            writer.put(isThere ? 1 : 0)
            guard isThere else { continue }
            for replication in replications { writer.put(replication[metric] ?? .nan) }
        }
        for cell in table.cells {
            writer.put(cell.isEmpty ? 0 : 1)
            if cell.isEmpty { continue }
            for count in LedgerCell<Int128>.allCounts { writer.put(cell[keyPath: count]) }
        }
        for count in table.entries { writer.put(count) }
        writer.put(durations.count)
        for pool in durations {
            writer.put(MeasuredDuration.allCases.firstIndex(of: pool.kind) ?? 0)
            pool.put(into: &writer)
        }
        for rule in errands { rule.put(into: &writer) }
    }

    mutating func read(_ reader: inout NumberReader, _ count: Int) throws(UnreadableNumbers) {
        replications = Array(repeating: MetricValues(), count: count)
        for metric in Metric.allCases {
            guard try reader.whole(0...1) == 1 else { continue }
            for index in 0..<count { replications[index][metric] = try reader.double() }
        }
        var (cells, entries) = (table.cells, table.entries)
        for index in cells.indices {
            guard try reader.whole(0...1) == 1 else { continue }
            for count in LedgerCell<Int128>.allCounts {
                cells[index][keyPath: count] = try reader.whole(StoredBounds.sum)
            }
        }
        for index in entries.indices {
            entries[index] = Int128(try reader.whole(StoredBounds.count))
        }
        table = LedgerTable(table.plan, cells: cells, entries: entries)
        let kinds = MeasuredDuration.allCases
        var next = 0
        for _ in 0..<(try reader.whole(0...kinds.count)) {
            let place = try reader.whole(next...max(next, kinds.count - 1))
            guard place < kinds.count else { throw UnreadableNumbers() }
            durations.append(try PooledDurations(kinds[place], reading: &reader))
            next = place + 1
        }
        for index in errands.indices { try errands[index].read(&reader, count) }
    }

    /// One metric by independent unit: a replication, or the mean of an antithetic pair.
    public func values(of metric: Metric) -> [Double?] {
        let values = replications.map { $0[metric] }
        return group == 2 ? AntitheticPairs.means(values) : values
    }

    /// Mean energy booked to the app's own activities, in joules.
    ///
    /// Unlike the marginal cost it depends on which app last reset a shared tail.
    public var bookedEnergy: Double? {
        guard !policy.options.isNone, !replications.isEmpty else { return nil }
        let own = table.plan.activities[table.plan.policyActivities]
        let booked = table.causeRows().filter { own.contains($0.activity) }
        let sum = booked.reduce(Millijoules.zero) { $0 + $1.energy }
        return sum.magnitude / 1000 / Double(replications.count)
    }

    /// Mean energy booked to each activity, in joules.
    public var bookedEnergies: [Double] {
        table.energyByActivity().map { $0.magnitude / 1000 / Double(max(1, replications.count)) }
    }

    /// Mean energy booked to one of several apps, in joules; `nil` without the app or replications.
    public func bookedEnergy(of app: String) -> Double? {
        guard let options = policy.options.severalApps, !replications.isEmpty,
            let index = options.apps.firstIndex(where: { $0.name == app })
        else { return nil }
        return bookedEnergies[options.ledgerActivities[index]].reduce(0, +)
    }

    public func summary(of metric: Metric) -> Summary {
        Summary(of: values(of: metric).compactMap { $0 }, level: Experiment.level)
    }
}

extension LedgerCell {
    fileprivate static var allCounts: [WritableKeyPath<Self, Count>] {
        [\.nanoseconds, \.onNanoseconds, \.uplinkBytes, \.downlinkBytes, \.events]
    }
}

extension Metric {
    static let marginals: [(marginal: Metric, whole: Metric)] = [
        (.marginalEnergy, .energy), (.marginalRadioEnergy, .radioEnergy), (.marginalDrain, .drain),
    ]
}
