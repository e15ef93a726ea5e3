import Quantities

/// What happens to one app from outside.
enum AppHappening: Hashable, Sendable {
    case user(UserAction)
    /// Something for the app's user has come to the app's server.
    case message(Item)
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
    /// The button that plays and pauses by turns; it is the last player's (SR-018).
    case pressesRemoteControl
    /// The headset is pulled out of the phone.
    case removesHeadset
    /// A player that is none of the apps begins.
    case startsOtherPlayer
    /// It has ended.
    case endsOtherPlayer
    case beginsRecording
    case endsRecording
}
