import CGSL

/// The selection of the best of several systems, by the fully sequential procedure KN.
///
/// S.-H. Kim and B. L. Nelson, "A fully sequential procedure for indifference-zone selection in
/// simulation", ACM TOMACS 11 (2001), with their c = 1 and the bound of Bonferroni, which holds
/// for systems simulated with common random numbers. After a first stage of n₀ observations of
/// each, an observation of every system that is still in is added at a time, and each system is
/// out as soon as another is shown to be better:
///
///     η = ((2α / (k − 1))^(−2 / (n₀ − 1)) − 1) / 2,   h² = 2η (n₀ − 1)
///     W(r) = max(0, δ / 2r · (h²·S² / δ² − r))
///
/// with S² the first stage's variance of the difference of the two; a system is out after r
/// observations if its mean is above another's by more than W(r).
///
/// Guarantee: if the best mean is better than every other by at least δ, the system selected is
/// the best with a probability of at least 1 − α. Assumes that the observations, taken together
/// over the systems, are normal and independent from one to the next.
public struct KimNelson: Equatable, Sendable {
    /// The number of systems, k, at least 1.
    public let count: Int
    /// The smallest difference of means that matters, δ, in the unit of the observations.
    public let indifference: Double
    /// 1 − α, above one half and below 1.
    public let level: Double
    /// Observations before the first comparison, n₀, at least 2.
    public let firstStage: Int
    /// How often each system has been observed; those that are out, until they were.
    public private(set) var observations: [Int]
    /// Who has been shown to be worse, and when.
    public private(set) var eliminations: [Elimination] = []
    /// The systems that are still in, in their order.
    public private(set) var survivors: [Int]

    private var sums: [Double]
    /// The first stage, by system; empty afterwards.
    private var firstValues: [[Double]]
    /// h²·S² / δ² by pair of systems; empty before the first stage is over.
    private var horizons: [[Double]] = []

    /// A system that is out.
    public struct Elimination: Equatable, Sendable {
        public let system: Int
        /// That showed it to be worse.
        public let rival: Int
        /// After so many observations of each of the two.
        public let observations: Int
    }

    /// - Parameters:
    ///   - count: how many systems there are, at least 1.
    ///   - indifference: δ, above zero.
    ///   - level: the probability of a correct selection, above one half and below 1.
    ///   - firstStage: n₀, at least 2.
    public init(count: Int, indifference: Double, level: Double = 0.95, firstStage: Int) {
        requireLevel(level)
        precondition(count >= 1, "a selection from \(count) systems")
        precondition(level > 0.5, "a selection with a probability of \(level) shows nothing")
        precondition(
            indifference > 0 && indifference.isFinite, "an indifference of \(indifference)")
        precondition(firstStage >= 2, "a first stage of \(firstStage) has no variance")
        self.count = count
        self.indifference = indifference
        self.level = level
        self.firstStage = firstStage
        observations = Array(repeating: 0, count: count)
        survivors = Array(0..<count)
        sums = Array(repeating: 0, count: count)
        firstValues = Array(repeating: [], count: count)
    }

    /// η of the procedure; 0 for one system, of which there is nothing to be shown.
    public var eta: Double {
        guard count > 1 else { return 0 }
        let error = 2 * (1 - level) / Double(count - 1)
        let power = GSL.value("\(error) to the power of -2 / (\(firstStage) - 1)") {
            pow(error, -2 / Double(firstStage - 1))
        }
        return (power - 1) / 2
    }

    /// h² of the procedure.
    public var squaredConstant: Double { 2 * eta * Double(firstStage - 1) }

    /// Whether no more observations are needed.
    public var isDecided: Bool { survivors.count == 1 }

    /// The system selected, or, while more than one is in, the one with the least mean of these;
    /// of equal ones the first. `nil` before the first observation.
    public var best: Int? {
        guard (observations.max() ?? 0) > 0 else { return nil }
        return survivors.min { (mean($0), $0) < (mean($1), $1) }
    }

    /// Of the observations made of a system, which must be one at least.
    public func mean(_ system: Int) -> Double { sums[system] / Double(observations[system]) }

    /// Adds an observation of every system that is still in.
    ///
    /// - Parameter values: by system, less is better; what stands for a system that is out is not
    ///   looked at.
    /// - Precondition: nothing is decided yet.
    public mutating func add(_ values: [Double]) {
        precondition(values.count == count, "\(values.count) values of \(count) systems")
        precondition(!isDecided || count == 1, "the selection is over")
        for system in survivors {
            precondition(values[system].isFinite, "system \(system) yields \(values[system])")
            sums[system] += values[system]
            observations[system] += 1
            if horizons.isEmpty { firstValues[system].append(values[system]) }
        }
        guard count > 1, let done = survivors.first.map({ observations[$0] }), done >= firstStage
        else { return }
        if horizons.isEmpty { endFirstStage() }
        screen(after: done)
    }

    private mutating func endFirstStage() {
        horizons = (0..<count).map { one in
            (0..<count).map { other in
                guard one != other else { return 0 }
                let differences = zip(firstValues[one], firstValues[other]).map { $0 - $1 }
                let variance = GSL.variance(differences, about: GSL.mean(differences))
                // Of a quotient: the square of a small δ may be 0, and that of a large one
                // infinite.
                let ratio = variance.squareRoot() / indifference
                return squaredConstant * ratio * ratio
            }
        }
        firstValues = []
    }

    /// Takes out who is worse than one who is still in, judged by all that were in before.
    private mutating func screen(after done: Int) {
        let standing = survivors
        var out: [Elimination] = []
        for system in standing {
            let rivals = standing.filter { rival in
                rival != system && mean(system) - mean(rival) > margin(system, rival, after: done)
            }
            // The one that is furthest below says it best.
            if let rival = rivals.min(by: { (mean($0), $0) < (mean($1), $1) }) {
                out.append(Elimination(system: system, rival: rival, observations: done))
            }
        }
        survivors.removeAll { system in out.contains { $0.system == system } }
        eliminations += out
        endIfLong(after: done)
    }

    /// W: how much worse a mean must be to count.
    private func margin(_ system: Int, _ rival: Int, after done: Int) -> Double {
        let left = horizons[system][rival] - Double(done)
        // A δ so small that no number of observations is enough.
        guard left.isFinite else { return .infinity }
        return max(0, indifference / (2 * Double(done)) * left)
    }

    /// After one observation more than the longest horizon, the least mean decides. Equal means
    /// stay both in until then.
    private mutating func endIfLong(after done: Int) {
        guard survivors.count > 1, let best else { return }
        let longest = survivors.flatMap { one in survivors.map { horizons[one][$0] } }.max() ?? 0
        guard Double(done) >= longest.rounded(.down) + 1 else { return }
        eliminations += survivors.filter { $0 != best }.map {
            Elimination(system: $0, rival: best, observations: done)
        }
        survivors = [best]
    }
}

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
