import Kernel

/// What is to happen during one run, and its clock.
typealias Calendar = Simulation<Event>

/// What can be pending during one run.
enum Event: BitwiseCopyable, Hashable, Sendable {
    /// Source of the world's other traffic.
    case traffic(Int32)
    case networkChange
    case incomingCall
    case phoneCallBegins
    case phoneCallEnds
    case cellChange
    case alertEnds
    /// The radio that is not in use ends something.
    case otherRadio
    /// A call may come from now on, if the processor is awake.
    case tolerantTimer
    case alertSoundEnds
    case positioning(PositioningStep)
    /// The place of every app that is no policy's.
    static let otherApp: Int32 = -1

    /// What comes seldom, so that the loop that has to be fast need not tell it apart.
    case rare(Rare)
    /// Something that an app planned.
    case app(Ticket)

    /// What can be pending beside traffic, calls and cells.
    enum Rare: BitwiseCopyable, Hashable, Sendable {
        /// Something that concerns one app, by the app's place.
        case app(ForApp, Int32)
        /// The next line of what was recorded of other apps, by its place in the world's list.
        case recorded(Int32)
        /// The work of that line is done, and it carries what it says.
        case recordedCarries(Int32, line: Int32)
        case memoryShort
        /// An app has come to which there is no room in memory.
        case makeRoom
        case restart
        case outageBegins
        case outageEnds
        /// Wi-Fi comes or goes, by a window or by the person's way.
        case wifiChanges(Int32)
        /// The phone has joined a Wi-Fi network.
        case wifiJoined
        /// The user picks the phone up, and puts it down again, having had this app in front.
        case pickUp
        case putDown(Int32)
        /// The app in front, which is no policy's, carries something.
        case transferInFront
        /// The user has an app in front that is no policy's.
        case otherAppOpens
        case otherAppLeaves
        /// The next level of the signal is there.
        case signalChanges
        /// The phone comes to a charger or leaves it, by the window with this number.
        case charging(Int32)
        /// It is time to look at the battery.
        case battery
        case sound(OfSound)
        case airPlay(OfAirPlay)
        /// The system's connection for pushes is to be kept up.
        case pushHeartbeat
        /// A piece of work of the app at this place is done, or the system ends the app for it.
        case work(Int32)
        case deferral(OfDeferral)
    }

    /// What can happen to one app.
    enum ForApp: BitwiseCopyable, Hashable, Sendable {
        case sessionBegins
        case sessionEnds
        case forceQuit
        case message
        case outbox
        case pauseBegins
        case pauseEnds
        case recordingBegins
        case recordingEnds
        case accessoryLost
        case accessoryFound
    }

    /// What can happen to the phone's sound.
    enum OfSound: BitwiseCopyable, Hashable, Sendable {
        case remoteControl
        case nextTrack
        case previousTrack
        case headsetRemoved
        case otherPlayerBegins
        case otherPlayerEnds
    }
}

extension Event {
    /// What can be pending of a system that puts off what apps do in the background.
    enum OfDeferral: BitwiseCopyable, Hashable, Sendable {
        /// The scheduler of jobs looks at them.
        case jobs
        /// A state of deep Doze ends.
        case deepDoze
        /// A state of light Doze ends.
        case lightDoze
        /// The phone begins to move.
        case motion
        /// An app is no longer held back for some time, or is again.
        case exemptions
        /// An alert lights the display, or no longer.
        case screen
    }

    /// What can happen to sound that goes to a receiver over Wi-Fi.
    enum OfAirPlay: BitwiseCopyable, Hashable, Sendable {
        /// The user has what plays heard from the receiver.
        case begins
        case ends
        /// The next piece of sound is sent.
        case sends
    }
}

/// What can be pending while the phone looks for its position.
enum PositioningStep: BitwiseCopyable, Hashable, Sendable {
    /// The receiver finds its position.
    case acquired
    /// Satellites are received from now on, or no longer.
    case skyChanged
    /// The receiver falls asleep after its last use.
    case lingered
    /// The app at this place, which asked for a fix, does not wait for satellites any longer.
    case gaveUp(Int32)
    /// A scan for access points has ended.
    case scanned
    /// A fix that took no time, or none, for the app at this place.
    case answered(Int32)
    /// The app at this place keeps a receiver on that has its satellites already.
    case joined(Int32)
}
