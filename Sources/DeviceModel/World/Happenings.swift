import Kernel

/// An event from outside that affects one app.
enum AppHappening: Hashable, Sendable {
    case user(UserAction)
    /// A message for the app's user has reached the app's server.
    case message(Item)
    /// The app's accessory has come into range or left it.
    case accessory(isInRange: Bool)
}

/// An item to transfer, equal under every policy.
struct Item: BitwiseCopyable, Hashable, Sendable {
    /// Counted from 0, in order of time.
    var number: Int32
    var bytes: Int64
}

enum UserAction: Hashable, Sendable {
    case opens
    case leaves
    /// The user swipes the app away; it stays stopped until the user opens it (SR-033).
    case forceQuits
    /// The user makes something that the app must send.
    case makes(Item)
    case sound(SoundAction)
}

/// An action of the user that concerns sound.
enum SoundAction: Hashable, Sendable {
    /// The user pauses the app's sound.
    case pauses
    /// The user resumes the app's sound.
    case continues
    /// The user presses a remote-control button, which goes to the last player (SR-018).
    case presses(RemoteButton)
    case removesHeadset
    /// A player outside the modelled apps begins.
    case startsOtherPlayer
    /// The other player ends.
    case endsOtherPlayer
    case beginsRecording
    case endsRecording
}

/// A button of a headset or of the player controls above the home screen.
enum RemoteButton: Hashable, Sendable {
    /// Toggles between playing and paused.
    case playOrPause
    case next
    /// Returns to the beginning of the track.
    case previous
}

/// Recurring intervals: calls, outages, times that an app is in front.
public struct Spells: Hashable, Sendable {
    /// The gap from the end of an interval to the next start; the first starts after one gap.
    public var every: Distribution<Seconds> = .constant(.zero)
    public var duration: Distribution<Seconds> = .constant(.zero)
    /// The relative rate of starts at each hour of the day; `nil`: constant.
    public var byHour: DayRhythm?
}

extension Spells {
    /// Creates the process that starts the intervals of one run.
    func recurrence(_ stream: RandomStream) -> Recurrence {
        Recurrence(every: every, byHour: byHour, stream: stream)
    }
}
