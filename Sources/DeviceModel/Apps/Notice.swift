import Kernel

/// Something that happens to an app, in groups: an app that a group does not concern says so in one
/// line.
enum Notice: Hashable, Sendable {
    case own(OwnNotice)
    /// What its user does with the app or the phone.
    case user(UserAction)
    case phone(PhoneNotice)
    case network(NetworkNotice)
    case location(LocationNotice)
}

/// What an app has begun itself.
enum OwnNotice: Hashable, Sendable {
    /// A time it planned has come.
    case planned(Ticket)
    /// A transfer it asked to be told about has ended.
    case transferEnded(Ticket)
}

/// What happens to a phone as a whole.
enum PhoneNotice: Hashable, Sendable {
    /// Other apps' traffic has woken the phone, or found it awake.
    case otherWork
    /// The user is on the telephone.
    case callBegan
    case callEnded
    /// Memory is short: suspended apps are purged, the largest first (SR-004), down to this size.
    case purges(Bytes)
    /// Another app needs memory: the app ends if it is suspended, or else if the system ends apps
    /// that run.
    case makesRoom(endsRunning: Bool)
    /// The phone has been switched off and on; nothing runs any more.
    case restarted
    /// It has come to a charger, or left it.
    case charging(Bool)
    /// The battery is nearly empty, or no longer.
    case lowPower(Bool)
    /// The battery has come below a share of it that an app watches for.
    case batteryBelow(Fraction)
    /// The app's accessory is in range from now on, or out of it.
    case accessory(isInRange: Bool)
    /// A piece of the app's work is done, or the system ends the app for it (SR-008).
    case work
    /// The battery is empty. The app is told while the phone still runs, and nothing that it begins
    /// then goes on; ``restarted`` comes if the phone is charged.
    case goesOff
}

/// What comes from the network.
enum NetworkNotice: Hashable, Sendable {
    /// The phone is in another network.
    case changed
    /// Servers can be reached from now on, or cannot any more; every connection has ended.
    case reachable(Bool)
    /// A call for the app's user has come to the app's server.
    case incomingCall
    /// Something for the app's user has come to the app's server.
    case message(Item)
}

/// What becomes known of the phone's place.
enum LocationNotice: Hashable, Sendable {
    case cellChanged
    /// The fix that the app asked for is there, or has failed: `Phone.located`.
    case located
    /// The receiver that the app keeps on has found its satellites, or lost them.
    case satellites(Bool)
}
