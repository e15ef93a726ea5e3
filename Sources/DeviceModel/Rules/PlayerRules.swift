import Kernel

/// What a system lets apps do that play or record, beyond ``AudioRules``.
public struct PlayerRules: Hashable, Sendable {
    /// Presses of the remote control wake the last player for so long; it runs on if it plays by
    /// then (SR-018). `nil`: they reach nobody who is suspended.
    public var remoteControlTime: TimeSpan?
    /// Whether a player may go on by itself after another one has taken over (SR-017).
    public var resumesAfterOtherPlayer = false
    /// Whether an app that records is kept running (SR-019).
    public var keepsRecording = false
    /// Whether drawing by the graphics processor in the background ends an app (SR-006).
    public var drawingEndsApp = false
}
