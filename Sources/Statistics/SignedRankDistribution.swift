/// The distribution of Wilcoxon's signed-rank statistic T⁺, the sum of those of some ranks whose
/// difference is positive, where each is so with probability ½.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945). The
/// number of sets of ranks with sum t follows by adding one rank after the other, whatever the
/// ranks are: of tied differences the distribution is that of the ranks that they share
/// (J. W. Pratt and J. D. Gibbons, *Concepts of Nonparametric Theory*, 1981, chapter 3).
struct SignedRankDistribution {
    /// With more ranks than this the normal approximation is good enough: its error of a two-sided
    /// 5 % is then below 0.0005 where no two are the same.
    static let most = 50

    /// P(T⁺ ≤ t) for t from 0 to the sum of the ranks.
    private let cumulative: [Double]

    /// The ranks 1…n of differences without ties.
    ///
    /// - Parameter count: n, from 0 to ``most``.
    init(count: Int) {
        self.init(ranks: Array(stride(from: 1, through: count, by: 1)))
    }

    /// - Parameter ranks: at most ``most``, above 0 and whole, so that shared ranks come doubled;
    ///   every count of sets is then a whole Double.
    init(ranks: [Int]) {
        precondition(ranks.count <= Self.most, "an exact distribution of \(ranks.count) ranks")
        precondition(ranks.allSatisfy { $0 > 0 }, "the ranks \(ranks)")
        var sets = [Double](repeating: 0, count: ranks.reduce(0, +) + 1)
        sets[0] = 1
        var largest = 0
        for rank in ranks {
            largest += rank
            for sum in stride(from: largest, through: rank, by: -1) {
                sets[sum] += sets[sum - rank]
            }
        }
        var running = 0.0
        let all = Double(UInt64(1) << UInt64(ranks.count))
        cumulative = sets.map { value in
            running += value
            return running / all
        }
    }

    /// The chance of a sum as far from the middle as `sum`, on either side.
    func twoSidedPValue(_ sum: Int) -> Double {
        let largest = cumulative.count - 1
        precondition((0...largest).contains(sum), "the sum \(sum) of ranks up to \(largest)")
        // The distribution is its own mirror image.
        return min(1, 2 * cumulative[min(sum, largest - sum)])
    }

    /// The largest C for which P(T⁺ ≤ C − 1) is at most `tail`; 0 if there is none.
    func criticalRank(tail: Double) -> Int { cumulative.prefix { $0 <= tail }.count }
}
