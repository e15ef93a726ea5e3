/// What can be pending in the world beside traffic, calls and cells.
enum WorldEvent: BitwiseCopyable, Hashable, Sendable {
    /// Something that concerns one app, by the app's place.
    case app(Kind, Int32)
    case memoryShort
    case restart
    case outageBegins
    case outageEnds
    case wifi(WiFiStep)
    /// The user has an app in front that is no policy's.
    case otherAppOpens
    case otherAppLeaves
    /// The phone comes to a charger or leaves it, by the window with this number.
    case charging(Int32)
    /// It is time to look at the battery.
    case battery
    case sound(Sound)

    /// What can happen to one app.
    enum Kind: BitwiseCopyable, Hashable, Sendable {
        case sessionBegins
        case sessionEnds
        case forceQuit
        case message
        case outbox
        case pauseBegins
        case pauseEnds
        case recordingBegins
        case recordingEnds
    }

    /// What can happen to the phone's sound.
    enum Sound: BitwiseCopyable, Hashable, Sendable {
        case remoteControl
        case headsetRemoved
        case otherPlayerBegins
        case otherPlayerEnds
    }
}
