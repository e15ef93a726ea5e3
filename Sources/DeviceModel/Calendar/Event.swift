import Kernel

/// The pending events of one run, and its clock.
typealias Calendar = Simulation<Event>

/// An event that can be pending during one run.
enum Event: BitwiseCopyable, Hashable, Sendable {
    /// The index of a source of other apps' traffic.
    case traffic(Int32)
    case networkChange
    case incomingCall
    case phoneCallBegins
    case phoneCallEnds
    case cellChange
    case alertEnds
    /// A timer of the radio that is not in use fires.
    case otherRadio
    /// A tolerant timer may fire from now on, if the processor is awake.
    case tolerantTimer
    case alertSoundEnds
    case positioning(PositioningStep)
    /// The index that stands for every app outside the policies.
    static let otherApp: Int32 = -1

    /// A rare event: one case, so that the hot loop need not distinguish them.
    case rare(Rare)
    /// An event that an app scheduled.
    case app(Ticket)

    /// Events other than traffic, calls and cell changes.
    enum Rare: BitwiseCopyable, Hashable, Sendable {
        /// An event of the app with this index.
        case app(ForApp, Int32)
        /// The next line of a recording, by the recording's index.
        case recorded(Int32)
        /// The processor time of that line has passed; its transfer begins.
        case recordedCarries(Int32, line: Int32)
        case memoryShort
        /// Memory has no room for an app that was started.
        case makeRoom
        case restart
        case outageBegins
        case outageEnds
        /// Wi-Fi appears or disappears, by a window or by the person's itinerary.
        case wifiChanges(Int32)
        case wifiJoined
        case pickUp
        case putDown(Int32)
        /// The app in front, which is outside the policies, transfers something.
        case transferInFront
        /// The user opens an app outside the policies.
        case otherAppOpens
        case otherAppLeaves
        case signalChanges
        /// The charging window with this number opens or closes.
        case charging(Int32)
        /// The battery level is due to be checked.
        case battery
        case sound(OfSound)
        case airPlay(OfAirPlay)
        /// The system's push connection needs a heartbeat.
        case pushHeartbeat
        /// The app's job is done, or the system ends the app because of it.
        case work(Int32)
        case deferral(OfDeferral)
    }

    /// An event of one app.
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

    /// An event of the phone's sound.
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
    /// An event of a system that defers background work.
    enum OfDeferral: BitwiseCopyable, Hashable, Sendable {
        /// The job scheduler checks its jobs.
        case jobs
        case deepDoze
        case lightDoze
        case motion
        /// An app's exemption from deferral begins or ends.
        case exemptions
        /// The display turns on for an alert, or off after it.
        case screen
    }

    /// An event of sound that goes to a receiver over Wi-Fi.
    enum OfAirPlay: BitwiseCopyable, Hashable, Sendable {
        case begins
        case ends
        /// The next block of sound is sent.
        case sends
    }
}

/// An event while the phone determines its position.
enum PositioningStep: BitwiseCopyable, Hashable, Sendable {
    case acquired
    /// Satellites become receivable, or stop being receivable.
    case skyChanged
    /// The receiver turns off after its last use.
    case lingered
    /// The app with this index stops waiting for a satellite fix.
    case gaveUp(Int32)
    /// A scan for access points has ended.
    case scanned
    /// An immediate answer to the app with this index: a fix or none.
    case answered(Int32)
    /// The app with this index keeps a receiver on that already has its satellites.
    case joined(Int32)
}
