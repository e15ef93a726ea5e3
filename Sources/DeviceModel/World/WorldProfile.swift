import Kernel

/// Everything that happens to the phone independently of the compared policy.
///
/// Nothing here may depend on a policy, so all policies meet one world.
public struct WorldProfile: Hashable, Sendable {
    /// Mail, push and other apps.
    public var otherTraffic: [TrafficSource]
    /// Recorded traffic of other apps or of a whole phone, next to the policies.
    public var recordedTraffic: [RecordedBehaviour] = []
    public var network: NetworkBehaviour
    /// VoIP calls to the app; `nil`: none.
    public var incomingCalls: Distribution<Seconds>?
    /// `nil`: constant over the day.
    public var callsByHour: DayRhythm?
    /// `nil`: VoIP calls are never answered.
    public var callAnswers: CallAnswers?
    public var phoneCalls: Spells?
    /// `nil`: the user hears no music.
    public var listening: Listening?
    public var movement: Movement
    /// `nil`: the phone hears no cell.
    public var cells: CellLayout?
    /// Names are unique.
    public var regions: [Region]
    public var sky: Sky?
    public var wifiCoverage: Fraction
    /// First for an app alone on the phone, then for the scenario's apps. At least one.
    public var apps: [AppWorldProfile]
    /// `nil`: only the scenario's apps can make memory short.
    public var memoryPressure: MemoryPressure?
    public var otherAppsMemory: Bytes?
    public var restarts: Distribution<Seconds>?
    /// For a phone with an additional Wi-Fi radio; `nil`: no Wi-Fi.
    public var wifi: WiFiPresence?
    /// Uses of apps outside the policies, apart from pick-ups.
    public var otherApps: Spells?
    /// `nil`: the phone stays in standby.
    public var user: UserProfile?
    public var battery: BatteryCourse?
    public var charging: Charging?
    /// `nil`: none.
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

/// Other apps' traffic: a renewal process of transfers.
public struct TrafficSource: Hashable, Sendable {
    /// The first transfer comes after one gap.
    public var every: Distribution<Seconds> = .constant(.zero)
    public var uplink: Distribution<Bytes> = .constant(.zero)
    public var downlink: Distribution<Bytes> = .constant(.zero)
    public var roundTrips = 1
}

/// The network between the phone and a server.
public struct NetworkBehaviour: Hashable, Sendable {
    /// Idle time until a middlebox forgets a connection, drawn for each network. `nil`: never.
    public var natIdleTimeout: Distribution<Seconds>?
    /// Idle time until a UDP mapping is forgotten, usually sooner than TCP. `nil`: never.
    public var natIdleTimeoutUDP: Distribution<Seconds>?
    /// Idle time until the server closes a connection and says so. `nil`: never.
    public var serverIdleTimeout: TimeSpan?
    /// No server is reachable, and all connections end. `nil`: none.
    public var outages: Spells?
    /// A change of network ends all connections. `nil`: none.
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
    /// The length of the call, without times on hold.
    public var duration: Distribution<Seconds> = .constant(.zero)
}

/// A user who listens to music.
public struct Listening: Hashable, Sendable {
    /// The time until the listener stops for good, interruptions included.
    public var duration: Distribution<Seconds> = .constant(.zero)
    public var trackLength: Distribution<Seconds> = .constant(.zero)
    public var skipped = Fraction.zero
    public var heardOfSkipped: Distribution<Seconds> = .constant(.zero)
    public var begins: Distribution<Seconds>?
    public var tracks: Int?
}

extension WorldProfile {
    /// Every recurring process: its key, its mean gap and its events per recurrence.
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

    /// How far the world's events exceed the budget; `nil`: they fit.
    ///
    /// A renewal process has at least t/μ − 1 events by time t in the mean (Wald), so what could
    /// fit is never refused.
    func excess(until horizon: TimeSpan, _ budget: RunBudget) -> RunExcess? {
        let rates = recurrences.map { ($0, horizon.seconds / $0.every * $0.events - $0.events) }
        guard let most = rates.max(by: { $0.1 < $1.1 }) else { return nil }
        let events = rates.reduce(0) { $0 + max(0, $1.1) }
        guard events > Double(budget.events) else { return nil }
        return .foreseen(
            events: events, most: budget.events, source: most.0.source, every: most.0.every)
    }
}
