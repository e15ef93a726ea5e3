import DeviceModel
import Kernel
import Statistics
import Studies

/// Something that may happen in a run, of which exact intervals are worth having.
public struct RareEvent: Hashable, Sendable {
    /// How often it happened.
    public let metric: Metric
    /// How often it could have happened; `nil`: at any time.
    public let trials: Metric?
    /// What it moves by itself, so that runs in which it happens are unlike the others. Energy is
    /// none of these: a loss costs about what the keep-alive would have that found it.
    let moved: [Metric]

    init(metric: Metric, trials: Metric?, moving others: [Metric] = []) {
        (self.metric, self.trials, moved) = (metric, trials, [metric] + others)
    }

    /// Whether the scenario has what it takes. A connection ends where the network, the phone or
    /// the app's end ends it.
    func canHappen(in scenario: Scenario) -> Bool {
        guard metric == .connectionLosses || metric == .callsMissed else { return true }
        let world = scenario.world
        return world.network != .steady || world.wifi != nil || world.restarts != nil
            || world.memoryPressure != nil || world.battery != nil
            || world.apps.contains { $0.forceQuits != nil }
    }

    /// All that there are, in the order of tables.
    public static let all: [RareEvent] = [
        RareEvent(metric: .callsMissed, trials: .callsOffered),
        RareEvent(metric: .visitsMissed, trials: .visits),
        RareEvent(metric: .regionEventsMissed, trials: .regionEvents),
        RareEvent(
            metric: .connectionLosses, trials: nil,
            moving: [
                .callsMissed, .unreachableShare, .timeToRing, .bytesUp, .bytesDown, .tailShare,
            ]),
        RareEvent(
            metric: .tasksLost, trials: nil, moving: [.tasksDone, .itemDelay, .bytesWasted]),
        RareEvent(
            metric: .rebufferings, trials: nil, moving: [.rebufferingTime]),
        RareEvent(metric: .appEndings, trials: nil),
    ]
}

/// How often an event happened under one policy, all replications together.
public struct EventCount: Sendable {
    public let policy: String
    public let event: RareEvent
    /// The replications that count it.
    public let replications: Int
    public let occurrences: Int
    /// `nil` where it can happen at any time.
    public let trials: Int?
    /// The replications in which it happened at all. They are independent of each other, whatever
    /// the events in one of them are.
    public let runs: Int
    /// How long the replications are together.
    public let days: Double
    /// From replication to replication: of the share where there are trials, else of the rate;
    /// `nil` where it never happened, always happened, or there is one replication.
    public let dispersion: Dispersion?

    /// Occurrences over trials; `nil` for no trials.
    public var share: Double? {
        guard let trials, trials > 0 else { return nil }
        return Double(occurrences) / Double(trials)
    }

    /// Clopper and Pearson's interval of the share; `nil` for no trials.
    public var shareInterval: ConfidenceInterval? {
        trials.flatMap { CountIntervals.share(of: occurrences, in: $0, level: Experiment.level) }
    }

    /// The share of replications in which it happens, exactly: none of 68 is at most 5.3 %.
    public var runsInterval: ConfidenceInterval? {
        CountIntervals.share(of: runs, in: replications, level: Experiment.level)
    }

    public var perDay: Double { Double(occurrences) / days }

    /// Garwood's interval of the rate.
    public var perDayInterval: ConfidenceInterval {
        CountIntervals.rate(of: occurrences, over: days, level: Experiment.level)
    }

    /// Whether it surely comes in clusters (1 %): the exact intervals are then too short, and the
    /// interval of the mean a run is the one to read.
    public var isClustered: Bool { dispersion.map { $0.pValue < 0.01 } ?? false }

    /// Whether it happened in so few replications that clusters could not be seen.
    public var isTooRare: Bool { runs < MeanInterval.fewest }
}

extension ExperimentResult {
    /// Every event that some replication of some policy counts, event by event.
    public func eventCounts() -> [EventCount] {
        RareEvent.all.flatMap { event in
            policies.compactMap { count(event, of: $0) }
        }
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
        // More than there could have been is a count of something else.
        guard occurrences <= trials ?? .max else { return nil }
        return EventCount(
            policy: policy.policy.name, event: event, replications: runs.count,
            occurrences: occurrences, trials: trials, runs: counts.count { $0 > 0 },
            days: Double(runs.count) * scenario.horizon.seconds.magnitude / 86_400,
            dispersion: chances.map { Dispersion(counts, of: $0) } ?? Dispersion(counts))
    }
}
