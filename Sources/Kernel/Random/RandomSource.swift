/// The source of all random numbers of one replication.
///
/// It is independent of the policy: compared policies meet one world (*common random numbers*).
public struct RandomSource: Hashable, Sendable {
    public let seed: UInt64
    /// Shared by the two replications of an antithetic pair.
    public let replication: UInt64
    /// Whether every stream yields complements.
    public let isAntithetic: Bool

    public init(seed: UInt64, replication: UInt64, isAntithetic: Bool = false) {
        (self.seed, self.replication, self.isAntithetic) = (seed, replication, isAntithetic)
    }

    /// Replications 0 and 1 are the first pair; the later one has the complement of the earlier
    /// one's numbers.
    public init(seed: UInt64, paired replication: UInt64) {
        self.init(seed: seed, replication: replication / 2, isAntithetic: replication % 2 == 1)
    }

    /// - `index`: distinguishes streams of one purpose.
    public func stream(_ purpose: String, _ index: UInt64 = 0) -> RandomStream {
        RandomStream(
            StreamKey(
                seed: seed, replication: replication, purpose: purpose, index: index,
                isAntithetic: isAntithetic))
    }
}
