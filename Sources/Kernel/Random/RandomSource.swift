/// Where all random numbers of one replication come from.
///
/// It never names a policy: compared policies meet the same world (*common random numbers*).
public struct RandomSource: Hashable, Sendable {
    /// Of the experiment.
    public let seed: UInt64
    /// Which streams: of two antithetic replications, both have the same number.
    public let replication: UInt64
    /// Whether every stream yields the complement of what it would otherwise.
    public let isAntithetic: Bool

    public init(seed: UInt64, replication: UInt64, isAntithetic: Bool = false) {
        self.seed = seed
        self.replication = replication
        self.isAntithetic = isAntithetic
    }

    /// The source of a replication in antithetic pairs: 0 and 1 are the first pair, 2 and 3 the
    /// second; the later of each has the complement of the earlier one's numbers.
    public init(seed: UInt64, paired replication: UInt64) {
        self.init(seed: seed, replication: replication / 2, isAntithetic: replication % 2 == 1)
    }

    /// A stream from its beginning.
    ///
    /// - Parameters:
    ///   - purpose: what is drawn.
    ///   - index: which of several streams of one purpose.
    public func stream(_ purpose: String, _ index: UInt64 = 0) -> RandomStream {
        RandomStream(
            StreamKey(
                seed: seed, replication: replication, purpose: purpose, index: index,
                isAntithetic: isAntithetic))
    }
}
