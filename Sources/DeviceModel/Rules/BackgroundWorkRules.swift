import Kernel

/// How much an app may compute in the background before the system slows it down, and ends it
/// (SR-008).
public struct BackgroundWorkRules: Hashable, Sendable {
    /// Of one processor, over a window: more is too much. At most 100 %.
    public var share: Fraction
    /// How long a window is: it begins with work, and the next one when that comes after its end.
    public var over: TimeSpan
    /// The part of one processor that an app gets which has used too much: greater than 0 %.
    public var throttled: Fraction
    /// An app that is at work still, so long after it was slowed down, is ended.
    public var endsAfter: TimeSpan
}
