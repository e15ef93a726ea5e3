public struct FrontierDayResult: Sendable {
    public let day: String
    public let result: ExperimentResult
    public let cost: Objective
    public let error: Objective
    public let standings: [FrontierStanding]
    /// The indices of policies whose means no other beats, by rising cost.
    public let front: [Int]
    /// The replications compared: those in which every policy that has values has both of them.
    public let compared: Int

    public init(_ frontier: Frontier, day: Int, _ result: ExperimentResult) {
        (self.day, self.result) = (frontier.days[day].name, result)
        (cost, error) = (frontier.cost, frontier.error)
        let samples = PairedSamples(result, frontier.cost, frontier.error)
        compared = samples.replications.count
        let points = samples.points
        front = ParetoFront.indices(of: points).map { samples.policies[$0] }
        let verdicts = FrontierVerdicts(costs: samples.costs, errors: samples.errors).verdicts
        standings = frontier.variants.indices.map { index in
            let own = points.isEmpty ? nil : samples.policies.firstIndex(of: index)
            return FrontierStanding(
                frontier.variants[index], own: own, verdict: own.map { verdicts[$0] }, samples)
        }
    }
}

public struct FrontierStanding: Sendable {
    public let variant: PolicyVariant
    /// Over the compared replications; empty for a policy without a cost or an error.
    public let cost: Summary
    public let error: Summary
    /// `nil` for a policy without values.
    public let verdict: FrontierVerdict?
    public let rival: Rival?

    /// Another policy, and the paired differences from it.
    public struct Rival: Sendable {
        public let index: Int
        public let cost: PairedDifference
        public let error: PairedDifference
    }

    fileprivate init(
        _ variant: PolicyVariant, own: Int?, verdict: FrontierVerdict?, _ samples: PairedSamples
    ) {
        func summary(_ values: (Int) -> [Double]) -> Summary {
            Summary(of: own.map(values) ?? [], level: Experiment.level)
        }
        (self.variant, self.verdict) = (variant, verdict)
        (cost, error) = (summary(samples.cost), summary(samples.error))
        rival = verdict?.rival.flatMap { other in
            func difference(_ values: (Int) -> [Double]) -> PairedDifference? {
                own.map {
                    PairedDifference(
                        treatment: values($0), baseline: values(other), level: Experiment.level)
                }
            }
            guard let cost = difference(samples.cost), let error = difference(samples.error) else {
                return nil
            }
            return Rival(index: samples.policies[other], cost: cost, error: error)
        }
    }
}

/// The paired costs and errors of policies that have both, signed so that less is better.
private struct PairedSamples {
    private let signs: (cost: Double, error: Double)
    let policies: [Int]
    let replications: [Int]
    /// By place in `policies`, then by place in `replications`.
    let costs: [[Double]]
    let errors: [[Double]]

    init(_ result: ExperimentResult, _ cost: Objective, _ error: Objective) {
        func has(_ policy: PolicyResult, _ replication: Int) -> Bool {
            let values = policy.replications[replication]
            return values[cost.metric] != nil && values[error.metric] != nil
        }
        let all = 0..<result.replicationCount
        let policies = result.policies.indices.filter { index in
            all.contains { has(result.policies[index], $0) }
        }
        let replications = all.filter { replication in
            policies.allSatisfy { has(result.policies[$0], replication) }
        }
        func values(_ metric: Metric, _ sign: Double) -> [[Double]] {
            policies.map { policy in
                replications.compactMap {
                    result.policies[policy].replications[$0][metric].map { sign * $0 }
                }
            }
        }
        func sign(_ objective: Objective) -> Double { objective.better == .smaller ? 1 : -1 }
        signs = (sign(cost), sign(error))
        (self.policies, self.replications) = (policies, replications)
        costs = values(cost.metric, signs.cost)
        errors = values(error.metric, signs.error)
    }

    var points: [ParetoPoint] {
        guard !replications.isEmpty else { return [] }
        let count = Double(replications.count)
        return zip(costs, errors).map {
            ParetoPoint(cost: $0.reduce(0, +) / count, error: $1.reduce(0, +) / count)
        }
    }

    /// Without sign, of a place in `policies`.
    func cost(_ place: Int) -> [Double] { costs[place].map { signs.cost * $0 } }
    func error(_ place: Int) -> [Double] { errors[place].map { signs.error * $0 } }
}

/// Simulates a family of policies on each kind of day, each day as its own ``Experiment``.
public struct FrontierExperiment: Sendable {
    public let frontier: Frontier
    /// The number of chunks simulated concurrently, at least 1.
    public let jobs: Int

    public init(_ frontier: Frontier, jobs: Int) {
        precondition(jobs >= 1, "an experiment needs at least one job, not \(jobs)")
        (self.frontier, self.jobs) = (frontier, jobs)
    }

    public var days: [Experiment] {
        frontier.days.map { Experiment($0.scenario.withIndependentReplications, jobs: jobs) }
    }

    public func results(from results: [ExperimentResult]) -> [FrontierDayResult] {
        results.enumerated().map { FrontierDayResult(frontier, day: $0, $1) }
    }

    /// Simulates day after day, each until its scenario's precision is reached.
    ///
    /// A cancelled task ends with the finished days and the replications of the current one.
    /// - Parameter progress: Called with the day's index and the number of its replications done.
    /// - Throws: The failure of a run that was cut short.
    public func run(
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(RunFailure) -> [FrontierDayResult] {
        var days: [FrontierDayResult] = []
        for (index, experiment) in self.days.enumerated() {
            let result = await experiment.run { progress(index, $0) }
            try result.requireWithinBudget()
            if result.replicationCount > 0 {
                days.append(FrontierDayResult(frontier, day: index, result))
            }
            if result.end == .interrupted { break }
        }
        return days
    }
}

/// Which policies are worth their cost, as far as the replications show.
///
/// Derived from ``DominanceClaims`` by logic alone:
///
/// - **Dominated**: another policy is shown to beat it. Beating is transitive and so is its proof:
///   differences add up, their standard deviations add up to at least that of the sum, so the sum's
///   *t* is at least the smaller of the two. The cheapest policy that beats it is therefore not
///   dominated.
/// - **Optimal**: every other policy that is not dominated is shown not to beat it. Dominated ones
///   need no test: whatever they beat is also beaten by one that beats them.
/// - **Not distinguishable** from a policy that may beat it: otherwise.
///
/// So the probability of any false verdict is at most 5 %, the error rate of the claims.
struct FrontierVerdicts {
    let verdicts: [FrontierVerdict]

    /// - Parameter costs: By policy, then by replication, as `errors`; less is better.
    init(costs: [[Double]], errors: [[Double]]) {
        let claims = DominanceClaims(costs: costs, errors: errors)
        let winners = costs.indices.map { policy in
            costs.indices.filter { Self.isShown(claims.pValue($0, beats: policy)) }
        }
        let standing = costs.indices.filter { winners[$0].isEmpty }
        let sums = zip(costs, errors).map { ($0.reduce(0, +), $1.reduce(0, +)) }
        verdicts = costs.indices.map { policy in
            let cheapest = winners[policy].min { sums[$0] < sums[$1] }
            if let cheapest { return .dominated(by: cheapest) }
            let rivals = standing.filter {
                $0 != policy && !Self.isShown(claims.pValue($0, beatsNot: policy))
            }
            func pValue(_ rival: Int) -> Double { claims.pValue(rival, beatsNot: policy) ?? 1 }
            let nearest = rivals.max { pValue($0) < pValue($1) }
            return nearest.map { .notDistinguishable(from: $0) } ?? .optimal
        }
    }

    private static func isShown(_ pValue: Double?) -> Bool {
        pValue.map { $0 < 1 - Experiment.level } ?? false
    }
}

/// The verdict on a policy; other policies are given by index.
public enum FrontierVerdict: Hashable, Sendable {
    case optimal
    case dominated(by: Int)
    case notDistinguishable(from: Int)

    public var text: String {
        switch self {
        case .optimal: "optimal"
        case .dominated: "dominated"
        case .notDistinguishable: "not distinguishable"
        }
    }

    var rival: Int? {
        switch self {
        case .optimal: nil
        case .dominated(let rival), .notDistinguishable(let rival): rival
        }
    }
}

/// A point with a cost and an error; less of both is better.
public struct ParetoPoint: Hashable, Sendable {
    public let cost: Double
    public let error: Double
}

/// The points of a set that no other dominates.
public enum ParetoFront {
    /// The indices of points that no other point dominates, by rising cost; ties in their order.
    ///
    /// A sweep by cost that tracks the least error (Kung, Luccio and Preparata, Journal of the ACM
    /// 22, 1975, for two dimensions), in O(n log n).
    /// - Precondition: No coordinate is NaN.
    public static func indices(of points: [ParetoPoint]) -> [Int] {
        let order = points.indices.sorted {
            (points[$0].cost, points[$0].error) < (points[$1].cost, points[$1].error)
        }
        var front: [Int] = []
        for index in order {
            let (point, last) = (points[index], front.last.map { points[$0] })
            if let last, point.error >= last.error, point != last { continue }
            front.append(index)
        }
        return front
    }
}

/// Which policies are shown to beat, or not to beat, others in cost and error together.
///
/// *j* beats *i* if it is at least as good in both and better in one. For every ordered pair two
/// claims are tested with one-sided paired *t* tests of cost and error:
///
/// - **beats**: both differences favour *j*. An intersection–union test (Berger, Technometrics 24,
///   1982): *p* is the larger of the two. A quantity that is equal in all replications, to the
///   resolution of results, needs no test.
/// - **beats not**: one of the differences favours *i*. *p* is twice the smaller (Bonferroni), or
///   the other quantity's where one is equal. Policies equal in both do not beat each other.
///
/// All 2k(k − 1) *p*-values are adjusted together (``HolmAdjustment``), so the probability of any
/// false claim is at most 5 %, however the tests depend on each other. Logical consequences of the
/// claims add nothing to that.
struct DominanceClaims {
    /// Adjusted *p*-values by ordered pair; `nil` for a policy and itself, or without tests.
    private let beats: [Double?]
    private let beatsNot: [Double?]
    private let count: Int

    /// - Parameter costs: By policy, then by replication, as `errors`; less is better.
    init(costs: [[Double]], errors: [[Double]]) {
        precondition(costs.count == errors.count, "\(costs.count) costs, \(errors.count) errors")
        count = costs.count
        var raw = [Double?](repeating: nil, count: 2 * count * count)
        for left in 0..<count {
            for right in stride(from: left + 1, to: count, by: 1) {
                let cost = OneSided(costs[left], below: costs[right])
                let error = OneSided(errors[left], below: errors[right])
                for (winner, loser, cost, error) in [
                    (left, right, cost, error), (right, left, cost.reversed, error.reversed),
                ] {
                    let place = winner * count + loser
                    raw[place] = OneSided.pValue(cost, error, ofNone: 1, max)
                    // The tests that the policy which may be beaten is cheaper or better.
                    raw[count * count + place] = OneSided.pValue(
                        cost.reversed, error.reversed, ofNone: 0, { min(1, 2 * min($0, $1)) })
                }
            }
        }
        let adjusted = HolmAdjustment(raw).adjusted
        beats = Array(adjusted.prefix(count * count))
        beatsNot = Array(adjusted.suffix(count * count))
    }

    func pValue(_ winner: Int, beats loser: Int) -> Double? { beats[winner * count + loser] }
    func pValue(_ other: Int, beatsNot policy: Int) -> Double? { beatsNot[other * count + policy] }
}

/// Paired one-sided *t* tests in both directions.
private enum OneSided {
    case untested, same
    case pValue(below: Double, above: Double)

    init(_ values: [Double], below others: [Double]) {
        let paired = PairedDifference(treatment: values, baseline: others)
        guard let difference = paired.difference, let pValue = paired.pValue else {
            self = .untested
            return
        }
        if difference == 0, paired.interval?.halfWidth == 0 {
            self = .same
        } else if difference <= 0 {
            self = .pValue(below: pValue / 2, above: 1 - pValue / 2)
        } else {
            self = .pValue(below: 1 - pValue / 2, above: pValue / 2)
        }
    }

    /// The p-value of a claim about both quantities; `ofNone` if both are equal and none is tested.
    static func pValue(
        _ cost: OneSided, _ error: OneSided, ofNone: Double, _ both: (Double, Double) -> Double
    ) -> Double? {
        switch (cost, error) {
        case (.untested, _), (_, .untested): nil
        case (.same, .same): ofNone
        case (.same, .pValue(let below, _)), (.pValue(let below, _), .same): below
        case (.pValue(let cost, _), .pValue(let error, _)): both(cost, error)
        }
    }

    var reversed: OneSided {
        switch self {
        case .untested, .same: self
        case .pValue(let below, let above): .pValue(below: above, above: below)
        }
    }
}
