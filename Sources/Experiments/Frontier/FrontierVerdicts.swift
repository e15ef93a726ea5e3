import Statistics

/// Which policies are worth their cost, as far as the replications show it.
///
/// Follows from ``DominanceClaims`` by logic alone:
///
/// - A policy is **dominated** if another is shown to beat it. Who beats the other beats it too,
///   and that is shown as well: the differences add up, their standard deviations add up to no
///   less than that of the sum, so the *t* of the sum is no smaller than the smaller of the two.
///   The cheapest of those that beat it is therefore itself not dominated.
/// - It is **optimal** if of every other policy that is not dominated it is shown that it does not
///   beat it. A dominated one need not be looked at: what it beats, one that beats it beats too.
/// - Else the replications cannot tell it from one that may beat it: **not distinguishable**.
///
/// So the probability that any verdict is false is at most 5 %, with the error rate of the claims.
struct FrontierVerdicts {
    /// By policy.
    let verdicts: [FrontierVerdict]

    /// - Parameters:
    ///   - costs: by policy, then by replication; less is better.
    ///   - errors: the same.
    init(costs: [[Double]], errors: [[Double]]) {
        let claims = DominanceClaims(costs: costs, errors: errors)
        let winners = costs.indices.map { policy in
            costs.indices.filter { Self.isShown(claims.pValue($0, beats: policy)) }
        }
        let standing = costs.indices.filter { winners[$0].isEmpty }
        let sums = zip(costs, errors).map { ($0.reduce(0, +), $1.reduce(0, +)) }
        verdicts = costs.indices.map { policy in
            // Of several the cheapest: what more is paid for no more.
            let cheapest = winners[policy].min {
                (sums[$0].0, sums[$0].1, $0) < (sums[$1].0, sums[$1].1, $1)
            }
            if let cheapest { return .dominated(by: cheapest) }
            let rivals = standing.filter {
                $0 != policy && !Self.isShown(claims.pValue($0, beatsNot: policy))
            }
            let nearest = rivals.max { left, right in
                let (first, second) = (
                    claims.pValue(left, beatsNot: policy) ?? 1,
                    claims.pValue(right, beatsNot: policy) ?? 1
                )
                return (first, -left) < (second, -right)
            }
            return nearest.map { .notDistinguishable(from: $0) } ?? .optimal
        }
    }

    private static func isShown(_ pValue: Double?) -> Bool {
        pValue.map { $0 < 1 - Experiment.level } ?? false
    }
}

/// What the replications show of one policy among others, each of which is named by its place.
public enum FrontierVerdict: Hashable, Sendable {
    /// No other policy is at most as expensive and at most as wrong and better in one.
    case optimal
    /// That policy is, and is itself not dominated.
    case dominated(by: Int)
    /// That policy may be: more replications could tell.
    case notDistinguishable(from: Int)
}

/// A point to be compared by cost and error, of both of which less is better.
public struct ParetoPoint: Hashable, Sendable {
    public let cost: Double
    public let error: Double

    public init(cost: Double, error: Double) {
        self.cost = cost
        self.error = error
    }

    /// At most as expensive and at most as wrong, and better in one of the two.
    ///
    /// V. Pareto's order of preference without exchange rates; points that are equal do not
    /// dominate each other.
    public func dominates(_ other: ParetoPoint) -> Bool {
        cost <= other.cost && error <= other.error && self != other
    }
}

/// The points of a set that no other point dominates.
public enum ParetoFront {
    /// The places of those points in `points`, by rising cost, equal points in their order.
    ///
    /// A sweep by cost that remembers the least error so far (Kung, Luccio and Preparata, "On
    /// finding the maxima of a set of vectors", Journal of the ACM 22, 1975, for two dimensions).
    /// - Precondition: no coordinate is NaN.
    /// - Complexity: O(n log n).
    public static func indices(of points: [ParetoPoint]) -> [Int] {
        let order = points.indices.sorted {
            let (left, right) = (points[$0], points[$1])
            return (left.cost, left.error, $0) < (right.cost, right.error, $1)
        }
        var front: [Int] = []
        for index in order {
            guard let last = front.last else {
                front.append(index)
                continue
            }
            if points[index].error < points[last].error || points[index] == points[last] {
                front.append(index)
            }
        }
        return front
    }
}

/// What pairs of policies show about each other: who beats whom, and who does not, in cost and
/// error together, beyond the noise.
///
/// Policy *j* beats *i* where *j* is at most as expensive and at most as wrong, and better in one
/// of the two. For every ordered pair two claims are tested with the paired *t* tests of cost and
/// error, each to one side:
///
/// - **beats**: both differences are in favour of *j*. An intersection–union test (Berger,
///   Technometrics 24, 1982): *p* is the larger of the two. A quantity in which all replications
///   agree to the last digit that results have is the same for both, and needs no test.
/// - **beats not**: one of the differences is in favour of *i*. Twice the smaller *p*
///   (Bonferroni), or, where one quantity is the same, the *p* of the other. Policies that are the
///   same in both do not beat each other.
///
/// All 2k(k − 1) *p*-values of *k* policies are adjusted together (``HolmAdjustment``), so the
/// probability that any claim that is made is false is at most 5 %, whatever the dependence of
/// the tests. What follows from the claims by logic alone adds nothing to that.
struct DominanceClaims {
    /// By ordered pair: adjusted *p*-values, `nil` for a policy and itself or without tests.
    private let beats: [Double?]
    private let beatsNot: [Double?]
    private let count: Int

    /// - Parameters:
    ///   - costs: by policy, then by replication; less is better.
    ///   - errors: the same.
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
                    raw[place] = Self.beats(cost, error)
                    raw[count * count + place] = Self.beatsNot(cost.reversed, error.reversed)
                }
            }
        }
        let adjusted = HolmAdjustment(raw).adjusted
        beats = Array(adjusted.prefix(count * count))
        beatsNot = Array(adjusted.suffix(count * count))
    }

    /// The adjusted *p*-value of the claim that one policy beats another.
    func pValue(_ winner: Int, beats loser: Int) -> Double? { beats[winner * count + loser] }

    /// The adjusted *p*-value of the claim that one policy does not beat another.
    func pValue(_ other: Int, beatsNot policy: Int) -> Double? {
        beatsNot[other * count + policy]
    }

    private static func beats(_ cost: OneSided, _ error: OneSided) -> Double? {
        switch (cost, error) {
        case (.untested, _), (_, .untested): nil
        case (.same, .same): 1
        case (.same, .pValue(let below, _)), (.pValue(let below, _), .same): below
        case (.pValue(let cost, _), .pValue(let error, _)): max(cost, error)
        }
    }

    /// - Parameters: the tests that the policy which could be beaten is the cheaper or better one.
    private static func beatsNot(_ cost: OneSided, _ error: OneSided) -> Double? {
        switch (cost, error) {
        case (.untested, _), (_, .untested): nil
        case (.same, .same): 0
        case (.same, .pValue(let below, _)), (.pValue(let below, _), .same): below
        case (.pValue(let cost, _), .pValue(let error, _)): min(1, 2 * min(cost, error))
        }
    }
}

/// The paired *t* tests that one mean is below another, and that it is above.
private enum OneSided {
    /// Too few replications.
    case untested
    /// Equal in every replication.
    case same
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

    var reversed: OneSided {
        switch self {
        case .untested, .same: self
        case .pValue(let below, let above): .pValue(below: above, above: below)
        }
    }
}
