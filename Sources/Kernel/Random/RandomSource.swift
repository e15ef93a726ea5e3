/// The source of all random numbers of one replication.
///
/// It never depends on a policy, so compared policies meet the same world (*common random
/// numbers*).
public struct RandomSource: Hashable, Sendable {
    /// The seed of the experiment.
    public let seed: UInt64
    /// The number of the streams; both of two antithetic replications have one number.
    public let replication: UInt64
    /// Whether every stream yields the complement of its numbers.
    public let isAntithetic: Bool

    public init(seed: UInt64, replication: UInt64, isAntithetic: Bool = false) {
        self.seed = seed
        self.replication = replication
        self.isAntithetic = isAntithetic
    }

    /// The source of a replication in antithetic pairs.
    ///
    /// Replications 0 and 1 are the first pair, 2 and 3 the second. The later of a pair has the
    /// complement of the earlier one's numbers.
    public init(seed: UInt64, paired replication: UInt64) {
        self.init(seed: seed, replication: replication / 2, isAntithetic: replication % 2 == 1)
    }

    /// A stream from its beginning.
    ///
    /// - Parameters:
    ///   - purpose: what is drawn.
    ///   - index: distinguishes several streams of one purpose.
    public func stream(_ purpose: String, _ index: UInt64 = 0) -> RandomStream {
        RandomStream(
            StreamKey(
                seed: seed, replication: replication, purpose: purpose, index: index,
                isAntithetic: isAntithetic))
    }
}
