/// The distribution of Wilcoxon's signed-rank statistic T⁺, the sum of those of the ranks 1…n whose
/// difference is positive, where each is so with probability ½.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945). The
/// number of sets of ranks with sum t follows by adding one rank after the other.
struct SignedRankDistribution {
    /// With more ranks than this the normal approximation is good enough: its error of a two-sided
    /// 5 % is then below 0.0005.
    static let most = 50

    /// P(T⁺ ≤ t) for t = 0…n(n + 1)/2.
    private let cumulative: [Double]

    /// - Parameter count: n, from 0 to ``most``: every count of sets is then a whole Double.
    init(count: Int) {
        precondition((0...Self.most).contains(count), "an exact distribution of \(count) ranks")
        var sets = [Double](repeating: 0, count: count * (count + 1) / 2 + 1)
        sets[0] = 1
        var largest = 0
        for rank in stride(from: 1, through: count, by: 1) {
            largest += rank
            for sum in stride(from: largest, through: rank, by: -1) {
                sets[sum] += sets[sum - rank]
            }
        }
        var running = 0.0
        let all = Double(UInt64(1) << UInt64(count))
        cumulative = sets.map { value in
            running += value
            return running / all
        }
    }

    /// P(T⁺ ≤ `sum`).
    func probability(atMost sum: Int) -> Double {
        if sum < 0 { return 0 }
        return cumulative[min(sum, cumulative.count - 1)]
    }

    /// The largest C for which P(T⁺ ≤ C − 1) is at most `tail`; 0 if there is none.
    func criticalRank(tail: Double) -> Int { cumulative.prefix { $0 <= tail }.count }
}
