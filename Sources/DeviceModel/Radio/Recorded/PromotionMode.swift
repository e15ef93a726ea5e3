/// What a replay does about promotions. On a radio with rates each packet that needs one waits for
/// it, as do those behind.
public enum PromotionMode: String, CaseIterable, Hashable, Sendable {
    /// As the profile has them: with rates, from the packet on; without, where the placement of
    /// each lies, mostly before the packet.
    case inferred
    /// Nowhere: the new state begins with the packet, without delay or signalling energy.
    case none
    /// After the packet, which waits for it, as do those behind it; and what comes down waits until
    /// the phone listens: for a trace that was made on another network.
    case shift
}
