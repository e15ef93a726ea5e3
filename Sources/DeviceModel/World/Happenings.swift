import Kernel

/// What happens to one app from outside.
enum AppHappening: Hashable, Sendable {
    case user(UserAction)
    /// Something for the app's user has come to the app's server.
    case message(Item)
    /// The app's accessory is in range from now on, or out of it.
    case accessory(isInRange: Bool)
}

/// Something that is to be carried, the same in every policy's world.
struct Item: BitwiseCopyable, Hashable, Sendable {
    /// From 0, in order of time.
    var number: Int32
    var bytes: Int64
}

/// What a user does.
enum UserAction: Hashable, Sendable {
    /// The app comes to the front.
    case opens
    /// The app goes to the background.
    case leaves
    /// The app is swiped away, and stays down until it is opened (SR-033).
    case forceQuits
    /// The app has something to send.
    case makes(Item)
    /// Something about sound.
    case sound(SoundAction)
}

/// What a user does about sound.
enum SoundAction: Hashable, Sendable {
    /// The app's sound is to be silent for a while.
    case pauses
    /// The app's sound is to go on.
    case continues
    /// A button of the remote control, which is the last player's (SR-018).
    case presses(RemoteButton)
    /// The headset is pulled out of the phone.
    case removesHeadset
    /// A player that is none of the apps begins.
    case startsOtherPlayer
    /// It has ended.
    case endsOtherPlayer
    case beginsRecording
    case endsRecording
}

/// A button of a headset, or over the home screen.
enum RemoteButton: Hashable, Sendable {
    /// Plays and pauses by turns.
    case playOrPause
    case next
    /// To the beginning of the track.
    case previous
}

/// Something that lasts, again and again: calls, outages, times that an app is in front.
public struct Spells: Hashable, Sendable {
    /// From the end of one to the beginning of the next; the first begins after one such time.
    public var every: Distribution<Seconds> = .constant(.zero)
    public var duration: Distribution<Seconds> = .constant(.zero)
    /// When in the day they begin more often; `nil`: all day alike.
    public var byHour: DayRhythm?
}

extension Spells {
    /// What begins them in one run.
    func recurrence(_ stream: RandomStream) -> Recurrence {
        Recurrence(every: every, byHour: byHour, stream: stream)
    }
}
