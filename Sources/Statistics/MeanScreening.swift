/// Which of several means are shown to be larger than another, where all were observed in the same
/// replications.
///
/// All pairs at once: with a probability of at least `level` no mean is called larger that is not,
/// whatever the true means are, so that of equal ones none is. A pair is told apart where the
/// paired *t* of its differences is beyond ``critical``, Student's quantile with the error shared
/// equally by all pairs (Bonferroni). That holds whatever the means have in common, for few
/// replications as for many, and costs some sharpness: of 12 or 21 equal means in normal noise
/// one is called larger in 2.6 to 4.9 % of the experiments of 4 to 200 replications, at a level of
/// 95 %.
///
/// Values of a replication that agree to ``PairedDifference/resolution`` are the same. A pair whose
/// differences are all the same is exact, as far as its replications tell, and is told apart by
/// whatever they are but 0.
///
/// Assumes independent replications, whose differences are roughly normal or many.
public struct MeanScreening: Equatable, Sendable {
    /// The |t| beyond which a pair is told apart.
    public let critical: Double
    /// By system, then by system: mean − mean, 0 where all of the pair's values agree.
    private let differences: [[Double]]
    /// By system, then by system: the difference beyond which the pair is told apart.
    private let margins: [[Double]]

    /// - Parameters:
    ///   - values: by system, then by replication; as many of each, two at least; finite.
    ///   - level: strictly between 0 and 1.
    /// - Complexity: O(m² · n) for m systems of n replications.
    public init(_ values: [[Double]], level: Double = 0.95) {
        requireLevel(level)
        let count = values.first?.count ?? 0
        precondition(
            count >= 2 && values.allSatisfy { $0.count == count },
            "\(values.count) systems of \(count) replications, and of others")
        for own in values { requireFinite(own, "a replication") }
        let pairs = max(1, values.count * (values.count - 1) / 2)
        // Nearer to 1 than Double can tell, the quantile would be infinite.
        let tail = max((1 - level) / 2 / Double(pairs), 1e-15)
        let critical = -StudentT(degreesOfFreedom: count - 1).quantile(tail)
        let empty = values.map { _ in [Double](repeating: 0, count: values.count) }
        var (differences, margins) = (empty, empty)
        for one in values.indices {
            for other in 0..<one {
                let (mean, variance) = Self.moments(values[one], values[other])
                let margin = critical * (variance / Double(count)).squareRoot()
                (differences[one][other], differences[other][one]) = (mean, -mean)
                (margins[one][other], margins[other][one]) = (margin, margin)
            }
        }
        (self.critical, self.differences, self.margins) = (critical, differences, margins)
    }

    /// Whether the mean of one system is shown to be larger than another's.
    public func isLarger(_ one: Int, than other: Int) -> Bool {
        differences[one][other] > margins[one][other]
    }

    /// Mean and variance of the differences of a pair.
    private static func moments(_ one: [Double], _ other: [Double]) -> (Double, Double) {
        var sum = 0.0
        let differences = one.indices.map { index in
            let difference = PairedDifference.excess(one[index], over: other[index])
            sum += difference
            return difference
        }
        let mean = sum / Double(one.count)
        let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, squares / Double(one.count - 1))
    }
}
