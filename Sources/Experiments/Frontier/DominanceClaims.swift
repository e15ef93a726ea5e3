import Statistics

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
