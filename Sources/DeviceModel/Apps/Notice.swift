import EventKernel
import Quantities

/// Something that happens to an app.
enum Notice: Hashable, Sendable {
    /// A time it planned has come.
    case planned(Int32)
    /// A transfer it asked to be told about has ended.
    case transferEnded(Int32)
    /// Other apps' traffic has woken the phone, or found it awake.
    case otherWork
    case networkChanged
    case incomingCall
    case phoneCallBegan
    case phoneCallEnded
    case cellChanged
    /// The fix that it asked for is there, or has failed: `Phone.located`.
    case located
    /// The receiver that it keeps on has found its satellites, or lost them.
    case satellites(Bool)
    /// What its user does with the app or the phone.
    case user(UserAction)
    /// What happens to the phone as a whole.
    case phone(PhoneChange)
    /// Something for the app's user has come to the app's server.
    case message(Item)
    /// The app has something to send.
    case outbox(Item)
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

/// What happens to a phone as a whole.
enum PhoneChange: Hashable, Sendable {
    /// Memory is short: suspended apps are purged, the largest first (SR-004), down to this size.
    case purges(Bytes)
    /// The phone has been switched off and on; nothing runs any more.
    case restarted
    /// Servers can be reached from now on, or cannot any more; every connection has ended.
    case reachable(Bool)
    /// It has come to a charger, or left it.
    case charging(Bool)
    /// The battery is nearly empty, or no longer.
    case lowPower(Bool)
    /// The battery is empty. The app is told while the phone still runs, and nothing that it begins
    /// then goes on; ``restarted`` comes if the phone is charged.
    case goesOff
}
