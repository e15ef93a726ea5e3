import Kernel

/// What a replayed radio did for a time, perhaps for none.
public struct ReplayInterval: Sendable {
    /// In the plan of the radio's books.
    public let line: Int
    public let from: Instant
    public let until: Instant
    /// Whose energy it is; `nil`: it came before any packet.
    public let burst: Burst?
    /// What was drawn in it, bytes and events included.
    public let energy: Millijoules

    /// The packets that caused something.
    public struct Burst: Hashable, Sendable {
        /// Its place in `TraceReplayResult.bursts`.
        public let number: Int
        /// When its first packet passed.
        public let from: Instant
    }
}
