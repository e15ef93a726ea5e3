import Kernel

/// Everything that happens to the phone whatever the compared policy does.
///
/// Compared policies meet the same world: what is drawn here never depends on a policy.
public struct WorldProfile: Hashable, Sendable {
    /// Mail, push, other apps.
    public var otherTraffic: [TrafficSource] = []
    public var network = NetworkBehaviour()
    /// VoIP calls to the app, so long apart; `nil`: nobody calls.
    public var incomingCalls: Distribution<Seconds>?
    public var phoneCalls: Spells?
    /// Somebody listening to music; `nil`: nobody does.
    public var listening: Listening?
    public var movement = Movement.still(at: .origin)
    /// The radio cells there; `nil`: the phone hears of none.
    public var cells: CellLayout?
    /// Places that policies may watch, with different names.
    public var regions: [Region] = []
    public var sky: Sky?
    public var wifiCoverage = Fraction(1)
    /// What is there for each app: for one that is alone on the phone first, then for the
    /// scenario's apps in their order. At least one.
    public var apps = [AppWorldProfile()]
    /// `nil`: memory is never short but for the apps of the scenario.
    public var memoryPressure: MemoryPressure?
    public var restarts: Distribution<Seconds>?
    /// When the user has an app in front that is no policy's; `nil`: never but by pick-ups.
    public var otherApps: Spells?
    /// For a phone with a Wi-Fi radio beside its own; `nil`: there is none anywhere.
    public var wifi: WiFiPresence?
    public var battery: BatteryCourse?
    public var charging: Charging?
    /// What a user does about the phone's sound; `nil`: nothing.
    public var sound: SoundHappenings?
    /// Which VoIP calls are answered; `nil`: none.
    public var callAnswers: CallAnswers?
    /// When in the day VoIP calls come more often; `nil`: all day alike.
    public var callsByHour: DayRhythm?
    /// Who uses the phone; `nil`: it lies there in standby, and nothing is opened.
    public var user: UserProfile?
    /// What was recorded of other apps, or of a whole phone, which happens beside the policies.
    public var recordedTraffic: [RecordedBehaviour] = []
    public var otherAppsMemory: Bytes?
    public var signal: Signal?
    public var keepsPushConnection = false

    /// Nothing happens.
    public static let empty = WorldProfile()
}

extension WorldProfile {
    /// Whether the world itself tells when the user has an app in front.
    public var hasSessions: Bool { otherApps != nil || apps.contains { $0.sessions != nil } }

    /// The share of pick-ups that open one of the apps.
    public var opened: Fraction { Fraction(apps.reduce(0) { $0 + $1.opened.magnitude }) }
}

/// One source of other apps' traffic: a renewal process of transfers.
public struct TrafficSource: Hashable, Sendable {
    /// From one transfer to the next; the first comes after one such time.
    public var every: Distribution<Seconds> = .constant(.zero)
    public var uplink: Distribution<Bytes> = .constant(.zero)
    public var downlink: Distribution<Bytes> = .constant(.zero)
    public var roundTrips = 1
}

/// What lies between the phone and a server.
public struct NetworkBehaviour: Hashable, Sendable {
    /// After this long without a packet a NAT or middlebox forgets a connection; drawn once for
    /// each network the phone is in. `nil`: never.
    public var natIdleTimeout: Distribution<Seconds>?
    /// From one change of network to the next, each of which ends all connections; `nil`: never.
    public var change: Distribution<Seconds>?
    /// The time of a UDP mapping, which is forgotten sooner as a rule. `nil`: never.
    public var natIdleTimeoutUDP: Distribution<Seconds>?
    /// After this long without a packet the server closes a connection, and says so. `nil`: never.
    public var serverIdleTimeout: TimeSpan?
    /// Times in which no server can be reached, which end all connections. `nil`: none.
    public var outages: Spells?

    /// One network, always there.
    public static let steady = NetworkBehaviour()
}

/// What the user does when a VoIP call rings.
public struct CallAnswers: Hashable, Sendable {
    public var share = Fraction.zero
    public var after: Distribution<Seconds> = .constant(.zero)
    /// From the answer to the end of the call, times on hold not included.
    public var duration: Distribution<Seconds> = .constant(.zero)
}

/// A listener.
public struct Listening: Hashable, Sendable {
    /// From the beginning until the listener stops for good, interruptions included.
    public var duration: Distribution<Seconds> = .constant(.zero)
    public var trackLength: Distribution<Seconds> = .constant(.zero)
    public var skipped = Fraction.zero
    public var heardOfSkipped: Distribution<Seconds> = .constant(.zero)
    public var begins: Distribution<Seconds>?
    public var tracks: Int?
}

extension WorldProfile {
    /// What comes again and again by itself: its key, the mean time from one to the next and how
    /// many events each is.
    var recurrences: [(source: String, every: Seconds, events: Double)] {
        var found: [(String, Seconds, Double)] = []
        func add(_ source: String, _ every: Distribution<Seconds>?) {
            if let every { found.append((source, every.mean, 1)) }
        }
        func add(_ source: String, _ spells: Spells?) {
            guard let spells else { return }
            found.append((source, spells.every.mean + spells.duration.mean, 2))
        }
        for traffic in otherTraffic { add("other-traffic", traffic.every) }
        for log in recordedTraffic {
            guard let repeats = log.repeats else { continue }
            found.append(("other-traffic", repeats.seconds, Double(log.moments.count)))
        }
        add("incoming-calls", incomingCalls)
        add("phone-calls", phoneCalls)
        add("network-change", network.change)
        add("outages", network.outages)
        add("signal", signal?.residence)
        add("memory-pressure", memoryPressure?.every)
        add("restarts", restarts)
        add("other-apps", otherApps)
        for app in apps {
            add("sessions", app.sessions)
            add("force-quits", app.forceQuits)
            add("messages", app.messages?.every)
            add("outbox", app.outbox?.every)
            add("pauses", app.pauses)
            add("recordings", app.recordings)
            add("out-of-range", app.outOfRange)
        }
        add("remote-control", sound?.remoteControl)
        add("next-track", sound?.nextTrack)
        add("previous-track", sound?.previousTrack)
        add("headset-removed", sound?.headsetRemoved)
        add("other-player", sound?.otherPlayer)
        add("air-play", sound?.airPlay?.spells)
        return found.map { (source: $0.0, every: $0.1, events: $0.2) }
    }

    /// What the world alone would take beyond the budget of a run; `nil`: it fits.
    ///
    /// A renewal process has t/μ − 1 events or more by t in the mean (Wald), so this refuses
    /// nothing that could be expected to fit.
    func excess(until horizon: TimeSpan, _ budget: RunBudget) -> RunExcess? {
        let rates = recurrences.map { ($0, horizon.seconds / $0.every * $0.events - $0.events) }
        guard let most = rates.max(by: { $0.1 < $1.1 }) else { return nil }
        let events = rates.reduce(0) { $0 + max(0, $1.1) }
        guard events > Double(budget.events) else { return nil }
        return .foreseen(
            events: events, most: budget.events, source: most.0.source, every: most.0.every)
    }
}
