/// Everything that happens to the phone independently of the compared policy.
///
/// Nothing here may depend on a policy, so all policies meet one world.
public struct WorldProfile: Hashable, Sendable, Formed {
    /// Mail, push and other apps.
    public var otherTraffic: [TrafficSource] = []
    public var network = NetworkBehaviour()
    /// VoIP calls to the app; `nil`: none.
    public var incomingCalls: Distribution<Seconds>?
    public var phoneCalls: Spells?
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

    /// Movement, cells and regions are not options: they may have files of their own.
    public static let form = Form(Self(), "Events that do not depend on the policy.").and(
        surroundings + network + people + AppWorldProfile.form.fields.map { $0.within(\.onlyApp) }
            + phone + sound)

    private static let surroundings: [Field<WorldProfile>] = [
        .list(
            "other-traffic", \.writtenTraffic,
            "Mail, push, other apps: by distributions, or as recorded.", count: 0...1000,
            without: "none"),
        .part("sky", \.sky, "Reception of satellites, and its quality.", without: "everywhere"),
        // Not listed in files: known coverage matters only where an app requests positions.
        .quantity(
            "wi-fi-coverage", \.wifiCoverage, "Share of places whose access points are known."
        ).without(nil).spelled("100 %"),
    ]

    private static let network: [Field<WorldProfile>] = [
        .law(
            "nat-idle-timeout", \.network.natIdleTimeout,
            "Time without a packet after which a middlebox forgets a connection; drawn once for "
                + "each network.", .betweenEvents, otherwise: .without("never")),
        .part(
            "network-change", \.network.change,
            "Changes of network, each of which ends all connections.", without: "none",
            form: recurring),
        .law(
            "nat-idle-timeout-udp", \.network.natIdleTimeoutUDP,
            "Idle timeout for UDP; needed if a policy's transport is udp and nat-idle-timeout "
                + "is set.", .betweenEvents, otherwise: .without(nil)),
        .span(
            "server-idle-timeout", \.network.serverIdleTimeout,
            "Time without a packet after which the server closes a connection, and reports it.",
            .aboveZero, otherwise: .without("never")),
        .flag(
            "push-connection", \.keepsPushConnection,
            "Whether the system keeps its push connection under every policy, for apps outside "
                + "the scenario; otherwise only if an app's server pushes."),
        .part(
            "signal", \.signal,
            "Signal levels of the scenario's radio, which its profile lists under levels.",
            without: "always the same"),
        .part(
            "outages", \.network.outages,
            "Times when no server can be reached; each ends all connections.", without: "none"),
        .part(
            "no-network", \.network.absence,
            "A time when the phone has no network: in flight mode, or without coverage.",
            without: "it always has one"),
        .part(
            "wi-fi", \.wifi, "Times with a known Wi-Fi network; for a scenario with wi-fi-radio.",
            without: "never"),
    ]

    private static let people: [Field<WorldProfile>] = [
        .part("incoming-calls", \.calls, "VoIP calls to the app.", without: "none"),
        .part(
            "phone-calls", \.phoneCalls, "Cellular calls, which interrupt playback.",
            without: "none"),
        .part("listening", \.listening, "A user who listens to music.", without: nil),
    ]

    private static let phone: [Field<WorldProfile>] = [
        .part("memory-pressure", \.memoryPressure, "Times when memory is short.", without: "none"),
        .part(
            "restarts", \.restarts, "Times that the phone is switched off and on.",
            without: "none", form: recurring),
        .part(
            "other-apps", \.otherApps, "Times when the user has another app in front.",
            without: "never"),
        .part(
            "battery", \.battery, "Battery, which may become empty before the end of the run.",
            without: "it lasts"),
        .quantity(
            "other-apps-memory", \.otherAppsMemory,
            "Memory that the user's apps outside the scenario hold.",
            .aboveZero, otherwise: .without("nothing")),
        .part("charging", \.charging, "Times at a charger.", without: "never"),
        .part(
            "habits", \.habits,
            "Settings of the phone's user, and the side on which the phone lies."),
    ]

    private static let sound: [Field<WorldProfile>] = [
        .part(
            "remote-control", \.ownSound.remoteControl,
            "Presses of the play/pause button, which reach the last player.", without: "none",
            form: recurring),
        .part(
            "next-track", \.ownSound.nextTrack,
            "Presses of the next-track button, which reach the last player.", without: "none",
            form: recurring),
        .part(
            "previous-track", \.ownSound.previousTrack,
            "Presses of the previous-track button, which reach the last player.",
            without: "none", form: recurring),
        .part(
            "headset-removed", \.ownSound.headsetRemoved, "Times that the headset is pulled out.",
            without: "none", form: recurring),
        .part(
            "other-player", \.ownSound.otherPlayer,
            "Times when another player, outside the scenario, plays.", without: "never"),
        .part(
            "air-play", \.ownSound.airPlay,
            "Times when sound goes to a receiver over Wi-Fi, while the phone is on Wi-Fi.",
            without: "never"),
    ]

    /// A recurring event, written as its gap.
    static let recurring = Form<Distribution<Seconds>>(
        .constant(.zero), "A recurring event.", name: "recurring"
    ).required(.law("every", \.self, "Time from one event to the next.", .betweenEvents))

    /// Random sources, then recordings.
    private var writtenTraffic: [WrittenTraffic] {
        get {
            otherTraffic.map { WrittenTraffic(source: $0) }
                + recordedTraffic.map { WrittenTraffic(recorded: $0) }
        }
        set {
            otherTraffic = newValue.filter { $0.recorded == nil }.map(\.source)
            recordedTraffic = newValue.compactMap(\.recorded)
        }
    }

    /// An app that is alone on the phone.
    private var onlyApp: AppWorldProfile {
        get { apps[0] }
        set { apps[0] = newValue }
    }

    private var calls: Calls? {
        get {
            incomingCalls.map { Calls(every: $0, byHour: callsByHour, answers: callAnswers) }
        }
        set {
            (incomingCalls, callAnswers) = (newValue?.every, newValue?.answers)
            callsByHour = newValue?.byHour
        }
    }

    private var ownSound: SoundHappenings {
        get { sound ?? SoundHappenings() }
        set { sound = newValue == SoundHappenings() ? nil : newValue }
    }
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
    public var natIdleTimeout: Distribution<Seconds>?
    public var change: Distribution<Seconds>?
    /// Idle time until a UDP mapping is forgotten, usually sooner than TCP. `nil`: never.
    public var natIdleTimeoutUDP: Distribution<Seconds>?
    public var serverIdleTimeout: TimeSpan?
    public var outages: Spells?
    public var absence: NetworkAbsence?

    /// One network, always there.
    public static let steady = NetworkBehaviour()
}

/// A time without any network: flight mode, no coverage, no known Wi-Fi.
///
/// Nothing is carried, and a request fails at once: it need not wait for an answer.
public struct NetworkAbsence: Formed, Hashable, Sendable {
    public var from = TimeSpan.zero
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
