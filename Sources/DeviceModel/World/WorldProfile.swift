import Kernel

/// Everything that happens to the phone independently of the compared policy.
///
/// Nothing drawn here may depend on a policy, so all policies meet one world.
public struct WorldProfile: Hashable, Sendable {
    /// Mail, push and other apps.
    public var otherTraffic: [TrafficSource]
    /// Recorded traffic of other apps or of a whole phone, which runs next to the policies.
    public var recordedTraffic: [RecordedBehaviour] = []
    public var network: NetworkBehaviour
    /// The gap between VoIP calls to the app; `nil`: no calls.
    public var incomingCalls: Distribution<Seconds>?
    /// The relative rate of VoIP calls at each hour of the day; `nil`: constant.
    public var callsByHour: DayRhythm?
    /// How VoIP calls are answered; `nil`: never.
    public var callAnswers: CallAnswers?
    public var phoneCalls: Spells?
    /// A user who listens to music; `nil`: none.
    public var listening: Listening?
    public var movement: Movement
    /// The radio cells around the phone; `nil`: the phone hears no cell.
    public var cells: CellLayout?
    /// Places that policies may watch; names are unique.
    public var regions: [Region]
    public var sky: Sky?
    public var wifiCoverage: Fraction
    /// Events by app: first those of an app alone on the phone, then those of the scenario's apps.
    /// At least one.
    public var apps: [AppWorldProfile]
    /// `nil`: only the scenario's apps can make memory short.
    public var memoryPressure: MemoryPressure?
    public var otherAppsMemory: Bytes?
    public var restarts: Distribution<Seconds>?
    /// For a phone with a Wi-Fi radio in addition to its own radio; `nil`: no Wi-Fi.
    public var wifi: WiFiPresence?
    /// When the user has an app outside the policies in front; `nil`: only by pick-ups.
    public var otherApps: Spells?
    /// The phone's user; `nil`: the phone stays in standby, and no app is opened.
    public var user: UserProfile?
    public var battery: BatteryCourse?
    public var charging: Charging?
    /// What the user does about the phone's sound; `nil`: nothing.
    public var sound: SoundHappenings?
    public var signal: Signal?
    public var keepsPushConnection = false

    public init(
        otherTraffic: [TrafficSource] = [], network: NetworkBehaviour = NetworkBehaviour(),
        incomingCalls: Distribution<Seconds>? = nil, phoneCalls: Spells? = nil,
        listening: Listening? = nil, movement: Movement = .still(at: .origin),
        cells: CellLayout? = nil, regions: [Region] = [], sky: Sky? = nil,
        wifiCoverage: Fraction = Fraction(1),
        apps: [AppWorldProfile] = [AppWorldProfile()],
        memoryPressure: MemoryPressure? = nil,
        restarts: Distribution<Seconds>? = nil,
        otherApps: Spells? = nil,
        wifi: WiFiPresence? = nil,
        battery: BatteryCourse? = nil,
        charging: Charging? = nil,
        sound: SoundHappenings? = nil,
        callAnswers: CallAnswers? = nil,
        callsByHour: DayRhythm? = nil,
        user: UserProfile? = nil
    ) {
        self.otherTraffic = otherTraffic
        self.network = network
        self.incomingCalls = incomingCalls
        self.callAnswers = callAnswers
        self.phoneCalls = phoneCalls
        self.listening = listening
        self.movement = movement
        self.cells = cells
        self.regions = regions
        self.sky = sky
        self.wifiCoverage = wifiCoverage
        self.apps = apps
        self.memoryPressure = memoryPressure
        self.restarts = restarts
        self.wifi = wifi
        self.otherApps = otherApps
        self.battery = battery
        self.charging = charging
        self.sound = sound
        self.callsByHour = callsByHour
        self.user = user
    }
}

extension WorldProfile {
    /// Whether the world itself defines when the user has an app in front.
    public var hasSessions: Bool { otherApps != nil || apps.contains { $0.sessions != nil } }

    /// The share of pick-ups that open one of the apps.
    public var opened: Fraction { Fraction(apps.reduce(0) { $0 + $1.opened.magnitude }) }
}

/// One source of other apps' traffic: a renewal process of transfers.
public struct TrafficSource: Hashable, Sendable {
    /// The gap between two transfers; the first comes after one gap.
    public var every: Distribution<Seconds> = .constant(.zero)
    public var uplink: Distribution<Bytes> = .constant(.zero)
    public var downlink: Distribution<Bytes> = .constant(.zero)
    public var roundTrips = 1
}

/// The network between the phone and a server.
public struct NetworkBehaviour: Hashable, Sendable {
    /// Idle time after which a NAT or middlebox forgets a connection, drawn once for each network.
    /// `nil`: never.
    public var natIdleTimeout: Distribution<Seconds>?
    /// Idle time after which a UDP mapping is forgotten, usually shorter than for TCP. `nil`:
    /// never.
    public var natIdleTimeoutUDP: Distribution<Seconds>?
    /// Idle time after which the server closes a connection and says so. `nil`: never.
    public var serverIdleTimeout: TimeSpan?
    /// Intervals without any reachable server, which end all connections. `nil`: none.
    public var outages: Spells?
    /// The gap between changes of network, which end all connections. `nil`: no change.
    public var change: Distribution<Seconds>?

    public init(
        natIdleTimeout: Distribution<Seconds>? = nil, change: Distribution<Seconds>? = nil,
        natIdleTimeoutUDP: Distribution<Seconds>? = nil, serverIdleTimeout: TimeSpan? = nil,
        outages: Spells? = nil
    ) {
        self.natIdleTimeout = natIdleTimeout
        self.natIdleTimeoutUDP = natIdleTimeoutUDP
        self.serverIdleTimeout = serverIdleTimeout
        self.outages = outages
        self.change = change
    }
}

/// What the user does when a VoIP call rings.
public struct CallAnswers: Hashable, Sendable {
    public var share = Fraction.zero
    public var after: Distribution<Seconds> = .constant(.zero)
    /// From the answer to the end of the call, without times on hold.
    public var duration: Distribution<Seconds> = .constant(.zero)
}

/// A user who listens to music.
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
    /// Every independent recurring process: its key, its mean gap and its events per recurrence.
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

    /// How far the world's own events exceed the budget of a run; `nil`: they fit.
    ///
    /// A renewal process has at least t/μ − 1 events by time t in the mean (Wald), so a world that
    /// could fit is never refused.
    func excess(until horizon: TimeSpan, _ budget: RunBudget) -> RunExcess? {
        let rates = recurrences.map { ($0, horizon.seconds / $0.every * $0.events - $0.events) }
        guard let most = rates.max(by: { $0.1 < $1.1 }) else { return nil }
        let events = rates.reduce(0) { $0 + max(0, $1.1) }
        guard events > Double(budget.events) else { return nil }
        return .foreseen(
            events: events, most: budget.events, source: most.0.source, every: most.0.every)
    }
}
