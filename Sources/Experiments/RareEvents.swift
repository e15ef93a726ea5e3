/// An event that may happen in a run, reported with exact intervals.
public struct RareEvent: Hashable, Sendable {
    public let metric: Metric
    /// The number of opportunities; `nil` for events at any time.
    public let trials: Metric?
    /// The metrics that the event changes, so that runs with it differ from the others.
    ///
    /// Not energy: a loss costs about as much as the keep-alive that would have found it.
    let moved: [Metric]

    init(metric: Metric, trials: Metric?, moving others: [Metric] = []) {
        (self.metric, self.trials, moved) = (metric, trials, [metric] + others)
    }

    /// A connection ends only through the network, the phone, or the end of the app.
    func canHappen(in scenario: Scenario) -> Bool {
        guard metric == .connectionLosses || metric == .callsMissed else { return true }
        let world = scenario.world
        return world.network != .steady || world.wifi != nil || world.restarts != nil
            || world.memoryPressure != nil || world.battery != nil
            || world.apps.contains { $0.forceQuits != nil }
    }

    public static let all: [RareEvent] = [
        RareEvent(metric: .callsMissed, trials: .callsOffered),
        RareEvent(metric: .visitsMissed, trials: .visits),
        RareEvent(metric: .regionEventsMissed, trials: .regionEvents),
        RareEvent(
            metric: .connectionLosses, trials: nil,
            moving: [
                .callsMissed, .unreachableShare, .timeToRing, .bytesUp, .bytesDown, .tailShare,
            ]),
        RareEvent(metric: .tasksLost, trials: nil, moving: [.tasksDone, .itemDelay, .bytesWasted]),
        RareEvent(metric: .rebufferings, trials: nil, moving: [.rebufferingTime]),
        RareEvent(metric: .appEndings, trials: nil),
    ]
}

/// The occurrences of an event under one policy, over all replications.
public struct EventCount: Sendable {
    public let policy: String
    public let event: RareEvent
    public let replications: Int
    public let occurrences: Int
    /// `nil` where it can happen at any time.
    public let trials: Int?
    /// The replications in which it happened at all; they are independent, unlike its occurrences.
    public let runs: Int
    /// The length of all replications together.
    public let days: Double
    /// Dispersion between replications, of the share with trials, else of the rate.
    ///
    /// `nil` where it always or never happened, and for a single replication.
    public let dispersion: Dispersion?

    public var share: Double? {
        guard let trials, trials > 0 else { return nil }
        return Double(occurrences) / Double(trials)
    }

    public var shareInterval: ConfidenceInterval? {
        trials.flatMap { CountIntervals.share(of: occurrences, in: $0, level: Experiment.level) }
    }

    /// The exact interval of the share of replications with the event: none of 68 is at most 5.3 %.
    public var runsInterval: ConfidenceInterval? {
        CountIntervals.share(of: runs, in: replications, level: Experiment.level)
    }

    public var perDay: Double { Double(occurrences) / days }

    public var perDayInterval: ConfidenceInterval {
        CountIntervals.rate(of: occurrences, over: days, level: Experiment.level)
    }

    /// Whether events surely cluster (at 1 %).
    ///
    /// The exact intervals are then too short; use the interval of the mean per run.
    public var isClustered: Bool { dispersion.map { $0.pValue < 0.01 } ?? false }

    public var isTooRare: Bool { runs < MeanInterval.fewest }
}

extension ExperimentResult {
    public func eventCounts() -> [EventCount] {
        RareEvent.all.flatMap { event in policies.compactMap { count(event, of: $0) } }
    }

    private func count(_ event: RareEvent, of policy: PolicyResult) -> EventCount? {
        let runs = policy.replications.filter { run in
            run[event.metric] != nil && (event.trials.map { run[$0] != nil } ?? true)
        }
        guard !runs.isEmpty else { return nil }
        let counts = runs.compactMap { $0[event.metric] }
        func sum(_ values: [Double]) -> Int { values.reduce(0) { $0 + Int($1.rounded()) } }
        let occurrences = sum(counts)
        let chances = event.trials.map { metric in runs.compactMap { $0[metric] } }
        let trials = chances.map(sum)
        // A count above its trials counts something else.
        guard occurrences <= trials ?? .max else { return nil }
        return EventCount(
            policy: policy.policy.name, event: event, replications: runs.count,
            occurrences: occurrences, trials: trials, runs: counts.count { $0 > 0 },
            days: Double(runs.count) * scenario.horizon.seconds.magnitude / 86_400,
            dispersion: chances.map { Dispersion(counts, of: $0) } ?? Dispersion(counts))
    }
}
