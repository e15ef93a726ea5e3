/// The pending events of one run, and its clock.
typealias Calendar = Simulation<Event>

/// An event that can be pending during one run.
enum Event: BitwiseCopyable, Hashable, Sendable {
    /// A source of other apps' traffic.
    case traffic(Int32)
    case networkChange, incomingCall, phoneCallBegins, phoneCallEnds, cellChange, alertEnds
    /// A phase of the radio that is not in use ends.
    case otherRadio
    /// A tolerant timer may fire from now on, if the processor is awake.
    case tolerantTimer, alertSoundEnds
    case positioning(PositioningStep)
    /// Stands for every app outside the policies.
    static let otherApp: Int32 = -1

    /// One case, so that the hot loop need not distinguish rare events.
    case rare(Rare)
    case app(Ticket)

    /// Events other than traffic, calls and cell changes.
    enum Rare: BitwiseCopyable, Hashable, Sendable {
        case app(ForApp, Int32)
        /// The next line of a recording.
        case recorded(Int32)
        /// The line's processor time has passed; its transfer begins.
        case recordedCarries(Int32, line: Int32)
        case memoryShort
        /// Memory has no room for an app that was started.
        case makeRoom, restart, outageBegins, outageEnds
        /// The phone loses every network, or has one again.
        case networkGone, networkBack
        /// Wi-Fi appears or disappears, by a window or by the itinerary.
        case wifiChanges(Int32)
        case wifiJoined, pickUp
        case putDown(Int32)
        /// The app in front, outside the policies, transfers something.
        case transferInFront
        /// Outside the policies.
        case otherAppOpens, otherAppLeaves, signalChanges
        /// A charging window opens or closes.
        case charging(Int32)
        case battery
        case sound(OfSound)
        case airPlay(OfAirPlay)
        case pushHeartbeat
        /// A scan for Bluetooth devices has become long.
        case scanIsLong
        /// The system works for itself.
        case ownWork, alarmClock
        /// A job is done, or the system ends the app because of it.
        case work(Int32)
        case deferral(OfDeferral)
    }

    enum ForApp: BitwiseCopyable, Hashable, Sendable {
        case sessionBegins, sessionEnds, forceQuit, message, outbox, pauseBegins, pauseEnds,
            recordingBegins, recordingEnds, accessoryLost, accessoryFound
    }

    enum OfSound: BitwiseCopyable, Hashable, Sendable {
        case remoteControl, nextTrack, previousTrack, headsetRemoved, otherPlayerBegins,
            otherPlayerEnds
    }

    /// An event of a system that defers background work.
    enum OfDeferral: BitwiseCopyable, Hashable, Sendable {
        case jobs, deepDoze, lightDoze, motion
        /// An exemption from deferral begins or ends.
        case exemptions
        /// The display turns on for an alert, or off after it.
        case screen
    }

    enum OfAirPlay: BitwiseCopyable, Hashable, Sendable { case begins, ends, sends }
}

/// An event while the phone determines its position.
enum PositioningStep: BitwiseCopyable, Hashable, Sendable {
    case acquired
    /// Reception begins or ends.
    case skyChanged
    /// The receiver turns off after its last use.
    case lingered
    /// The app stops waiting for a satellite fix.
    case gaveUp(Int32)
    case scanned
    /// The app is told at once: a fix or none.
    case answered(Int32)
    /// The app keeps a receiver on that already has its satellites.
    case joined(Int32)
}
