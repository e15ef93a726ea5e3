import Kernel

/// What a user does about the phone's sound, whatever app makes it.
public struct SoundHappenings: Hashable, Sendable {
    /// From one press of a headset's button, or of the buttons over the home screen, to the next;
    /// `nil`: nobody presses it.
    public var remoteControl: Distribution<Seconds>?
    /// From one press of the button for the next track to the next; `nil`: there is none.
    public var nextTrack: Distribution<Seconds>?
    /// The same of the button that goes back to the beginning of the track.
    public var previousTrack: Distribution<Seconds>?
    /// From one time that the headset is pulled out to the next; `nil`: it never is.
    public var headsetRemoved: Distribution<Seconds>?
    /// When somebody else's player plays; `nil`: none does.
    public var otherPlayer: Spells?
    /// When what plays is heard from a receiver in the house; `nil`: never.
    public var airPlay: AirPlay?
}

/// Times in which the phone's sound goes to a receiver over Wi-Fi, in the place of its own output.
public struct AirPlay: Hashable, Sendable {
    /// From the end of one to the beginning of the next.
    public var every: Distribution<Seconds>
    public var duration: Distribution<Seconds>
    /// Of the stream to the receiver; greater than zero.
    public var rate: BitsPerSecond = Self.losslessRate

    /// Apple Lossless of 44.1 kHz in stereo, packed to three fifths; an assumption.
    public static let losslessRate = BitsPerSecond(850_000)

    /// The times alone.
    var spells: Spells { Spells(every: every, duration: duration) }
}
