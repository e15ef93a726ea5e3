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
