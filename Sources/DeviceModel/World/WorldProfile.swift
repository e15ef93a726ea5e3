/// Everything that happens to the phone independently of the compared policy.
///
/// Nothing here may depend on a policy, so all policies meet one world.
public struct WorldProfile: Hashable, Sendable {
    /// Mail, push and other apps.
    public var otherTraffic: [TrafficSource] = []
    public var network = NetworkBehaviour()
    /// VoIP calls to the app; `nil`: none.
    public var incomingCalls: Distribution<Seconds>?
    public var phoneCalls: Spells?
    /// `nil`: the user hears no music.
    public var listening: Listening?
    public var movement = Movement.still(at: .origin)
    /// `nil`: the phone hears no cell.
    public var cells: CellLayout?
    /// Names are unique.
    public var regions: [Region] = []
    public var sky: Sky?
    public var wifiCoverage = Fraction(1)
    /// First for an app alone on the phone, then for the scenario's apps. At least one.
    public var apps = [AppWorldProfile()]
    /// `nil`: only the scenario's apps can make memory short.
    public var memoryPressure: MemoryPressure?
    public var restarts: Distribution<Seconds>?
    /// Uses of apps outside the policies, apart from pick-ups.
    public var otherApps: Spells?
    /// For a phone with an additional Wi-Fi radio; `nil`: no Wi-Fi.
    public var wifi: WiFiPresence?
    public var battery: BatteryCourse?
    public var charging: Charging?
    /// `nil`: none.
    public var sound: SoundHappenings?
    /// Which VoIP calls are answered; `nil`: none.
    public var callAnswers: CallAnswers?
    /// When in the day VoIP calls come more often; `nil`: all day alike.
    public var callsByHour: DayRhythm?
    /// The user of the phone; `nil`: it stays in standby, and no app is opened.
    public var user: UserProfile?
    /// Recorded behaviour of other apps, or of a whole phone, that happens as well as the policies.
    public var recordedTraffic: [RecordedBehaviour] = []
    public var otherAppsMemory: Bytes?
    public var signal: Signal?
    public var keepsPushConnection = false
    /// Whether the system does its own work beside the scenario's apps; a bare phone does not.
    public var hasOwnWork = false
    public var habits = PhoneHabits()

    /// Nothing happens.
    public static let empty = WorldProfile()

    /// Whether the world itself defines when the user has an app in front.
    public var hasSessions: Bool { otherApps != nil || apps.contains { $0.sessions != nil } }

    /// The share of pick-ups that open one of the apps.
    public var opened: Fraction { Fraction(apps.reduce(0) { $0 + $1.opened.magnitude }) }
}

/// Other apps' traffic: a renewal process of transfers.
public struct TrafficSource: Formed, Hashable, Sendable {
    /// The first transfer comes after one gap.
    public var every: Distribution<Seconds> = .constant(.zero)
    public var uplink: Distribution<Bytes> = .constant(.zero)
    public var downlink: Distribution<Bytes> = .constant(.zero)
    public var roundTrips = 1
    public var isMulticast = false

    public static let form = Form(
        Self(), "A source of other apps' traffic.", name: "trafficSource"
    ).required(
        .law("every", \.every, "Time from one transfer to the next.", .betweenEvents),
        .law("uplink", \.uplink, "Bytes sent in one transfer."),
        .law("downlink", \.downlink, "Bytes received in one transfer.")
    ).optional(
        .count(
            "round-trips", \.roundTrips, "Requests in sequence, each after the last answer.",
            in: 0...1000),
        .flag(
            "multicast", \.isMulticast,
            "Whether it is for all devices of a Wi-Fi network; only Wi-Fi then receives it."))
}

/// The network between the phone and a server.
public struct NetworkBehaviour: Hashable, Sendable {
    /// Idle time until a middlebox forgets a connection, drawn for each network. `nil`: never.
    public var natIdleTimeout: Distribution<Seconds>?
    public var change: Distribution<Seconds>?
    /// Idle time until a UDP mapping is forgotten, usually sooner than TCP. `nil`: never.
    public var natIdleTimeoutUDP: Distribution<Seconds>?
    /// Idle time until the server closes a connection and says so. `nil`: never.
    public var serverIdleTimeout: TimeSpan?
    public var outages: Spells?
    /// `nil`: the phone always has a network.
    public var absence: NetworkAbsence?

    /// One network, always there.
    public static let steady = NetworkBehaviour()
}

/// A time without any network: flight mode, no coverage, no known Wi-Fi.
///
/// Nothing is carried, and a request fails at once: it need not wait for an answer.
public struct NetworkAbsence: Formed, Hashable, Sendable {
    public var from = TimeSpan.zero
    /// `nil`: to the end of the run.
    public var until: TimeSpan?
    public var power = Milliwatts.zero

    public static let form = Form(
        Self(), "A time when the phone has no network, so that requests fail at once."
    ).optional(
        .span("from", \.from, "Its start."),
        .span("until", \.until, "Its end.", .aboveZero, otherwise: .without("the end of the run")),
        .quantity(
            "power", \.power,
            "Mean power of a modem that searches for a network; zero in flight mode.")
    ).checked { absence in
        guard let until = absence.until, until <= absence.from else { return nil }
        return FormFault(
            option: "until",
            message: "until is \(until.seconds), but the absence begins at \(absence.from.seconds)",
            advice: "Set until to a later time, or leave it out.")
    }
}

/// The user's reaction when a VoIP call rings.
public struct CallAnswers: Formed, Hashable, Sendable {
    public var share = Fraction.zero
    public var after: Distribution<Seconds> = .constant(.zero)
    public var duration: Distribution<Seconds> = .constant(.zero)

    public static let form = Form(Self(), "Answers to calls.").required(
        .quantity("share", \.share, "Probability that a call is answered."),
        .law("after", \.after, "Time from the ring to the answer."),
        .law("duration", \.duration, "Length of the call, without holds.", .betweenEvents))
}

public struct Listening: Formed, Hashable, Sendable {
    public var duration: Distribution<Seconds> = .constant(.zero)
    public var trackLength: Distribution<Seconds> = .constant(.zero)
    public var skipped = Fraction.zero
    public var heardOfSkipped: Distribution<Seconds> = .constant(.zero)
    public var begins: Distribution<Seconds>?
    public var tracks: Int?

    public static let form = Form(Self(), "A user who listens to music.").required(
        .law("duration", \.duration, "Time until the listener stops for good.", .betweenEvents),
        .law("track-length", \.trackLength, "Length of a track.", .betweenEvents)
    ).optional(
        .quantity("skipped", \.skipped, "Share of tracks that the listener skips."),
        .law(
            "heard-of-skipped", \.heardOfSkipped, "Part of a skipped track that is heard.",
            .betweenEvents
        ).without(nil),
        .law(
            "begins", \.begins, "Time from the start until the listener begins.",
            otherwise: .without("at once")),
        .count(
            "tracks", \.tracks, "Number of tracks after which the listener stops.",
            in: 1...1_000_000, otherwise: .without("never"))
    ).checked {
        .when(
            $0.skipped > .zero && $0.heardOfSkipped.mean == .zero, "skipped",
            "tracks are skipped, but heard-of-skipped is missing",
            advice: "Add, for example, heard-of-skipped: { exponential: 30 s }.")
    }
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
