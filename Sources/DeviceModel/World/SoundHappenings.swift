import EventKernel
import Quantities

/// What a user does about the phone's sound, whatever app makes it.
public struct SoundHappenings: Hashable, Sendable {
    /// From one press of a headset's button, or of the buttons over the home screen, to the next;
    /// `nil`: nobody presses it.
    public var remoteControl: Distribution<Seconds>?
    /// From one time that the headset is pulled out to the next; `nil`: it never is.
    public var headsetRemoved: Distribution<Seconds>?
    /// When somebody else's player plays; `nil`: none does.
    public var otherPlayer: Spells?

    public init(
        remoteControl: Distribution<Seconds>? = nil,
        headsetRemoved: Distribution<Seconds>? = nil, otherPlayer: Spells? = nil
    ) {
        self.remoteControl = remoteControl
        self.headsetRemoved = headsetRemoved
        self.otherPlayer = otherPlayer
    }
}
