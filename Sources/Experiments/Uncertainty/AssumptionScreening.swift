/// Finds the assumed numbers that move a scenario's result.
///
/// Each is moved alone over its range, in the same worlds.
public struct AssumptionScreening: Sendable {
    private let numbers: [AssumedNumber]
    private let scenario: Scenario
    private let source: any ScenarioSource
    private let jobs: Int

    /// Replications per experiment by default; all share their random numbers.
    public static let standardReplications = 4
    /// The default divisor and multiplier for a number without a range.
    public static let standardFactor = 1.5
    /// The effect from which a number must have a range.
    public static let share = 0.02

    /// - `scenario`: The unchanged scenario, with the wanted replications as its minimum.
    public init(
        _ numbers: [AssumedNumber], of scenario: Scenario, from source: any ScenarioSource,
        jobs: Int
    ) {
        (self.numbers, self.scenario) = (numbers, scenario)
        (self.source, self.jobs) = (source, jobs)
    }

    public struct Outcome: Sendable {
        public let scenario: String
        public let replications: Int
        /// The greatest first.
        public let effects: [AssumptionEffect]
        /// One for each difference from the baseline.
        public let standings: [Standing]
        /// The numbers that the files' own checks allow no other value for.
        public let fixed: [AssumedNumber]

        public var matter: [AssumptionEffect] {
            effects.filter { $0.share > AssumptionScreening.share }
        }
    }

    /// The search for flips takes some more, of the few numbers that matter.
    public var count: Int { 1 + numbers.reduce(0) { $0 + $1.parameter.law.ends.count + 8 } }

    /// `nil` if the task was cancelled; throws if a run exceeds its budget.
    public func run(
        progress: @escaping @Sendable (Int) -> Void
    ) async throws(RunFailure) -> Outcome? {
        let done = ProgressCount(progress)
        guard let base = try await result(of: scenario, done) else { return nil }
        let found = await inParallel(Array(numbers.indices), jobs: jobs) { index in
            await moved(numbers[index], from: base, done)
        }
        if Task.isCancelled { return nil }
        var (effects, fixed): ([AssumptionEffect], [AssumedNumber]) = ([], [])
        for (number, found) in zip(numbers, found) {
            switch found {
            case .success(let effect?): effects.append(effect)
            case .success(nil), nil: fixed.append(number)
            case .failure(let failure): throw failure
            }
        }
        effects.sort { $1.share < $0.share }
        guard let standings = try await standings(effects, base, done) else { return nil }
        return Outcome(
            scenario: scenario.name, replications: base.replicationCount, effects: effects,
            standings: standings, fixed: fixed)
    }

    /// `nil` if the task was cancelled.
    private func standings(
        _ effects: [AssumptionEffect], _ base: ExperimentResult, _ done: ProgressCount
    ) async throws(RunFailure) -> [Standing]? {
        let pairs = Standing.pairs(of: base)
        let searched = effects.filter { $0.share >= Standing.leastEffect }.map(\.number)
        let found = await inParallel(searched, jobs: jobs) { number in
            do throws(RunFailure) {
                return Result<[[Standing.Flip]], RunFailure>.success(
                    try await Standing.flips(by: number, of: pairs, in: base) {
                        (value) throws(RunFailure) in
                        guard
                            let other = try? source.scenario(with: [number.parameter.edit(value)]),
                            let result = try await result(of: other, done)
                        else { return nil }
                        return pairs.map { $0.mean(in: result) }
                    })
            } catch {
                return .failure(error)
            }
        }
        if Task.isCancelled { return nil }
        var flips = pairs.map { _ in [Standing.Flip]() }
        for found in found.compactMap({ $0 }) {
            for (pair, more) in try found.get().enumerated() { flips[pair] += more }
        }
        return zip(pairs, flips).map { Standing($0, in: base, flips: $1) }
    }

    private func moved(
        _ number: AssumedNumber, from base: ExperimentResult, _ done: ProgressCount
    ) async -> Result<AssumptionEffect?, RunFailure> {
        var runs: [(value: String, result: ExperimentResult)] = []
        for value in number.parameter.law.ends where value != number.value {
            guard let other = try? source.scenario(with: [number.parameter.edit(value)]) else {
                continue
            }
            do throws(RunFailure) {
                guard let result = try await result(of: other, done) else { return .success(nil) }
                runs.append((value, result))
            } catch {
                return .failure(error)
            }
        }
        return .success(AssumptionEffect(number, from: base, to: runs))
    }

    private func result(
        of scenario: Scenario, _ done: ProgressCount
    ) async throws(RunFailure) -> ExperimentResult? {
        let repeated = scenario.repeated(scenario.replications.atLeast, seed: scenario.seed)
        let result = await Experiment(repeated, jobs: 1).run()
        try result.requireWithinBudget()
        if result.end == .interrupted { return nil }
        done.count()
        return result
    }
}

public struct AssumptionEffect: Sendable {
    public let number: AssumedNumber
    /// The quantity that moves most: a difference from the baseline, or the metric of a single
    /// policy.
    public let quantity: UncertainQuantity
    public let central: Double
    /// The values at which it is least and greatest, including the number's own.
    public let low: End
    public let high: End
    /// The distance of the farther end from the central mean, as a share of that mean.
    ///
    /// As a share of the baseline's mean where the difference is within the equivalence margin.
    public let share: Double

    /// A value of the number, and the quantity's mean there.
    public struct End: Sendable {
        public let value: String
        public let mean: Double
    }

}

extension AssumptionEffect {
    init?(
        _ number: AssumedNumber, from base: ExperimentResult,
        to runs: [(value: String, result: ExperimentResult)]
    ) {
        let metric = base.scenario.replications.leadingMetric
        let all = UncertainQuantity.all(of: base, metric: metric)
        let differences = all.filter { $0.baseline != nil }
        let effects = (differences.isEmpty ? all : differences).compactMap {
            Self.effect(of: number, on: $0, from: base, to: runs)
        }
        guard let most = effects.max(by: { $0.share < $1.share }) else { return nil }
        self = most
    }

    private static func effect(
        of number: AssumedNumber, on quantity: UncertainQuantity, from base: ExperimentResult,
        to runs: [(value: String, result: ExperimentResult)]
    ) -> AssumptionEffect? {
        guard let central = quantity.mean(in: base) else { return nil }
        var ends = runs.compactMap { run in
            quantity.mean(in: run.result).map { End(value: run.value, mean: $0) }
        }
        if ends.isEmpty { return nil }
        ends.append(End(value: number.value, mean: central))
        ends.sort { $0.mean < $1.mean }
        let (low, high) = (ends[0], ends[ends.count - 1])
        let (whole, noise) = scale(of: quantity, central, in: base)
        let farthest = max((low.mean - central).magnitude, (high.mean - central).magnitude)
        return AssumptionEffect(
            number: number, quantity: quantity, central: central, low: low, high: high,
            share: whole > 0 && farthest > noise ? farthest / whole : 0)
    }

    private static func scale(
        of quantity: UncertainQuantity, _ central: Double, in base: ExperimentResult
    ) -> (whole: Double, noise: Double) {
        let resolution = PairedDifference.resolution
        guard let baseline = quantity.baseline else {
            return (central.magnitude, resolution * central.magnitude)
        }
        let own = UncertainQuantity(policy: baseline, baseline: nil, metric: quantity.metric)
        let mean = (own.mean(in: base) ?? 0).magnitude
        let margin = base.scenario.replications.equivalence.magnitude * mean
        return (
            central.magnitude < margin ? mean : central.magnitude,
            resolution * max(mean, central.magnitude)
        )
    }
}
