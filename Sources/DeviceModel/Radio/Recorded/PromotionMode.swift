/// Where a replay puts the promotion that a recorded packet needs.
public enum PromotionMode: String, CaseIterable, Hashable, Sendable {
    /// Where the profile says, mostly before the packet: a trace made on a phone already contains
    /// the delays.
    case inferred
    /// Nowhere: the new state begins with the packet, without delay or signalling energy.
    case none
    /// After the packet, which waits for it, as do those behind it: for a trace that was made on
    /// another network.
    case shift
}
