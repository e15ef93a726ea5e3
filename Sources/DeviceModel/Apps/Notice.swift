/// Something that happens to an app, grouped so that an app can ignore a group in one line.
enum Notice: Hashable, Sendable {
    case own(OwnNotice)
    case user(UserAction)
    case phone(PhoneNotice)
    case network(NetworkNotice)
    case location(LocationNotice)
}

/// Something that an app began itself.
enum OwnNotice: Hashable, Sendable {
    case planned(Ticket)
    case transferEnded(Ticket)
}

/// Something that happens to the phone.
enum PhoneNotice: Hashable, Sendable {
    /// Other apps' traffic has woken the phone, or found it awake.
    case otherWork
    /// A telephone call begins.
    case callBegan, callEnded
    /// Memory is short: suspended apps down to this size are purged, largest first (SR-004).
    case purges(Bytes)
    /// Another app needs memory: a suspended app ends, and with `endsRunning` also one in the
    /// background.
    case makesRoom(endsRunning: Bool)
    /// The phone has been switched off and on; nothing runs any more.
    case restarted
    /// The phone is put on a charger (`true`) or taken off.
    case charging(Bool)
    /// Low-power mode begins (`true`) or ends.
    case lowPower(Bool)
    /// The charge drops below a share that an app watches for.
    case batteryBelow(Fraction)
    case accessory(isInRange: Bool)
    /// A piece of the app's work is done, or the system ends the app for it (SR-008).
    case work
    /// The battery is empty. Anything that the app begins now is lost; ``restarted`` follows if the
    /// phone is charged.
    case goesOff
}

/// Something that comes from the network.
enum NetworkNotice: Hashable, Sendable {
    case changed
    /// Servers become reachable or unreachable; every connection has ended.
    case reachable(Bool)
    /// It has reached the app's server.
    case incomingCall
    /// It has reached the app's server.
    case message(Item)
}

/// Something about the phone's position.
enum LocationNotice: Hashable, Sendable {
    case cellChanged
    /// The fix that the app asked for has arrived or failed; see `Phone.located`.
    case located
    /// The receiver that the app keeps on finds satellites, or loses them.
    case satellites(Bool)
}
