/// An outside event for one app.
enum AppHappening: Hashable, Sendable {
    case user(UserAction)
    /// A message for the app's user has reached the app's server.
    case message(Item)
    case accessory(isInRange: Bool)
}

/// An item to transfer, equal under every policy.
struct Item: BitwiseCopyable, Hashable, Sendable {
    /// Counted from 0, in order of time.
    var number: Int32
    var bytes: Int64
}

enum UserAction: Hashable, Sendable {
    case opens, leaves
    /// The user swipes the app away; it stays stopped until the user opens it (SR-033).
    case forceQuits
    /// The app must send the item.
    case makes(Item)
    case sound(SoundAction)
}

/// An action of the user that concerns sound.
enum SoundAction: Hashable, Sendable {
    case pauses, continues
    /// Goes to the last player (SR-018).
    case presses(RemoteButton)
    case removesHeadset
    /// A player outside the modelled apps begins.
    case startsOtherPlayer, endsOtherPlayer, beginsRecording, endsRecording
}

/// A button of a headset or of the player controls above the home screen.
enum RemoteButton: Hashable, Sendable {
    case playOrPause, next
    /// Returns to the beginning of the track.
    case previous
}

extension Spells {
    func recurrence(_ stream: RandomStream) -> Recurrence {
        Recurrence(every: every, byHour: byHour, stream: stream)
    }
}
