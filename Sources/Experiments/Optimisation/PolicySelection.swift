/// Selects a scenario's best policy by `KimNelson`.
public struct PolicySelection: Sendable {
    public let scenario: Scenario
    /// Distinct indices of policies in the scenario; at least one.
    public let policies: [Int]
    public let objective: Objective
    public let indifference: Indifference
    /// The probability of a correct selection, above one half and below 1.
    public let level: Double
    /// The number of chunks simulated concurrently, at least 1.
    public let jobs: Int
    /// The parts of ``cut(atMost:for:)`` that shards simulated.
    private let kept: KeptSample?

    /// The smallest difference between two policies that matters.
    public enum Indifference: Hashable, Sendable {
        case absolute(Double)
        /// As a share of the best policy's mean in a pilot; above zero.
        case share(Double)

        var needsPilot: Bool {
            switch self {
            case .absolute: false
            case .share: true
            }
        }

        /// Two for the variance of a difference, and one for a pilot.
        public var leastReplications: Int { needsPilot ? 3 : 2 }
    }

    public init(
        _ scenario: Scenario, policies: [Int], objective: Objective, indifference: Indifference,
        level: Double = Experiment.level, jobs: Int, kept: KeptSample? = nil
    ) {
        precondition(!policies.isEmpty && jobs >= 1, "\(policies), \(jobs) jobs")
        (self.scenario, self.policies, self.objective) = (scenario, policies, objective)
        (self.indifference, self.level, self.jobs) = (indifference, level, jobs)
        self.kept = kept
    }

    /// The division of a number of replications, which is never exceeded for any policy.
    struct Stages: Equatable {
        /// After those of the race, so that the two share no random numbers.
        let pilot: Range<Int>
        /// Observations of each policy before the first comparison: the scenario's minimum, or all.
        let first: Int
        var raced: Int { pilot.lowerBound }

        /// The largest share of a small budget for the pilot, because the race needs the rest more.
        private static let pilotShare = 4

        init(of most: Int, atLeast: Int, hasPilot: Bool) {
            let piloted = hasPilot ? min(atLeast, max(1, most / Self.pilotShare)) : 0
            pilot = (most - piloted)..<most
            first = min(atLeast, most - piloted)
        }
    }

    private func stages(of most: Int) -> Stages {
        Stages(of: most, atLeast: scenario.replications.atLeast, hasPilot: indifference.needsPilot)
    }

    /// Simulates until one policy is left.
    ///
    /// Replications are numbered from 0; a pilot has the last of them.
    /// - `most`: The most replications of each policy, pilot included; at least
    ///   ``Indifference/leastReplications``. The selection then ends undecided.
    /// - Throws: ``SearchError`` if a policy lacks the metric in a replication, or the pilot's mean
    ///   is 0, or for a cancelled task; ``RunFailure`` for a run beyond its budget.
    public func run(
        atMost most: Int, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> SelectionResult {
        let stages = stages(of: most)
        let delta = try await indifferenceValue(pilot: stages.pilot)
        var race = SequentialRace(
            KimNelson(
                count: policies.count, indifference: delta, level: level, firstStage: stages.first),
            isLessBetter: objective.better == .smaller)
        try await race.run(atMost: stages.raced, progress: progress, sample: sample)
        return SelectionResult(self, race.procedure, values: race.values)
    }

    public func cut(atMost most: Int, for shards: Int) -> CutSample {
        let sampler = ReplicationSampler(
            scenario, policies: policies, metrics: [objective.metric], jobs: jobs)
        return CutSample(
            points: 1, policies: policies.count, replications: most,
            metrics: [objective.metric], of: scenario, for: shards
        ) { try await sampler.run($1) }
    }

    private func indifferenceValue(pilot: Range<Int>) async throws -> Double {
        switch indifference {
        case .absolute(let value): return value
        case .share(let share):
            let means = try await sample(Array(policies.indices), pilot).map {
                $0.reduce(0, +) / Double($0.count)
            }
            let best = (objective.better == .smaller ? means.min() : means.max()) ?? 0
            let value = share * best.magnitude
            let mean = "the best policy's mean of \(objective.metric.rawValue)"
            if value == 0 {
                throw SearchError.impossible(
                    "\(mean) is 0, and no share of it a difference",
                    advice: "Give --indifference as a number in the metric's unit.")
            }
            if value.isFinite { return value }
            throw SearchError.impossible(
                "\(share) times \(mean), \(best), is larger than any number",
                advice: "Give a share that a reader would care about, such as --indifference 1%.")
        }
    }

    private func sample(
        _ systems: [Int], _ replications: Range<Int>
    ) async throws -> [[Double]] {
        var values: [[Double]] = []
        for (system, runs) in zip(systems, try await runs(systems, replications)) {
            let own = runs.compactMap { $0[objective.metric] }
            guard own.count == runs.count else {
                let missing = runs.count - own.count
                throw SearchError.impossible(
                    "policy \(scenario.policies[policies[system]].name) has no "
                        + objective.metric.rawValue
                        + (own.isEmpty ? "" : " in \(missing) of \(runs.count) replications"),
                    advice: "Choose a metric that every run has, or leave it out: --policies.")
            }
            values.append(own)
        }
        return values
    }

    private func runs(
        _ systems: [Int], _ replications: Range<Int>
    ) async throws -> [[MetricValues]] {
        if let known = kept?.runs(at: 0, replications) { return systems.map { known[$0] } }
        let sampler = ReplicationSampler(
            scenario, policies: systems.map { policies[$0] }, metrics: [objective.metric],
            jobs: jobs)
        guard let sampled = try await sampler.run(replications) else {
            throw SearchError.interrupted
        }
        return sampled
    }
}

public struct SelectionResult: Sendable {
    public let selection: PolicySelection
    /// δ, in the unit of the metric.
    public let indifference: Double
    public let standings: [Standing]
    /// The index in `standings` of the selected policy, or of the best yet.
    public let best: Int
    public let isDecided: Bool

    public struct Standing: Sendable {
        public let policy: String
        public let summary: Summary
        /// The replications and the policy that eliminated it; `nil` if none did.
        public let eliminated: (after: Int, by: String)?
    }

    init(_ selection: PolicySelection, _ procedure: KimNelson, values: [[Double]]) {
        let names = selection.policies.map { selection.scenario.policies[$0].name }
        self.selection = selection
        indifference = procedure.indifference
        isDecided = procedure.isDecided
        best = procedure.best ?? 0
        standings = names.indices.map { index in
            let out = procedure.eliminations.first { $0.system == index }
            return Standing(
                policy: names[index], summary: Summary(of: values[index]),
                eliminated: out.map { ($0.observations, names[$0.rival]) })
        }
    }
}
