/// The events that the world has for one app, under every policy.
public struct AppWorldProfile: Formed, Hashable, Sendable {
    public var opened = Fraction.zero
    public var sessions: Spells?
    public var forceQuits: Distribution<Seconds>?
    public var messages: Items?
    public var outbox: Items?
    public var pauses: Spells?
    public var recordings: Spells?
    public var outOfRange: Spells?

    /// Whether the user ever has the app in front.
    public var isOpened: Bool { sessions != nil || opened > .zero }

    var processes: [Process] {
        [
            Process("sessions", sessions), Process("force-quits", forceQuits),
            Process("messages", messages?.every, messages?.byHour),
            Process("outbox", outbox?.every, outbox?.byHour), Process("pauses", pauses),
            Process("recordings", recordings), Process("out-of-range", outOfRange),
        ]
    }

    public struct Items: Formed, Hashable, Sendable {
        /// The gap between items; the first comes after one gap.
        public var every: Distribution<Seconds> = .constant(.zero)
        public var size: Distribution<Bytes> = .constant(.zero)
        /// `nil`: constant over the day.
        public var byHour: DayRhythm?

        public static let form = Form(
            Self(), "Items that arrive one by one.", name: "items"
        ).required(
            .law("every", \.every, "Time from one item to the next.", .betweenEvents),
            .law("size", \.size, "Size of an item.")
        ).optional(.byHour("by-hour", \.byHour))
    }

    public static let form = Form(
        Self(), "The world of one of several apps.", name: "appWorld"
    ).optional(
        .quantity(
            "opened", \.opened,
            "Share of the user's pick-ups that open the app; over all apps at most 100 %."
        ).without("none"),
        .part(
            "sessions", \.sessions,
            "Times when the user has the app in front, independent of pick-ups.", without: nil),
        .part(
            "force-quits", \.forceQuits, "Times that the user swipes the app away.",
            without: "none", form: WorldProfile.recurring),
        .part(
            "messages", \.messages, "Messages that reach the app's server for its user.",
            without: nil),
        .part("outbox", \.outbox, "Items that the app has to send.", without: nil),
        .part("pauses", \.pauses, "Times when the user has the app's sound paused.", without: nil),
        .part("recordings", \.recordings, "Times when the user has the app record.", without: nil),
        .part(
            "out-of-range", \.outOfRange, "Times when the app's accessory is out of range.",
            without: "never"))
}

/// When memory is short, and how short.
public struct MemoryPressure: Formed, Hashable, Sendable {
    public var every: Distribution<Seconds> = .constant(.zero)
    /// Suspended apps larger than this are purged (SR-004).
    public var leaves: Distribution<Bytes> = .constant(.zero)

    public static let form = Form(Self(), "Times when memory is short.").required(
        .law("every", \.every, "Time from one shortage to the next.", .betweenEvents),
        .law("leaves", \.leaves, "Size above which suspended apps are purged."))
}

/// The app's random events during one run.
struct AppWorld: Sendable {
    private let profile: AppWorldProfile
    /// The app's index on the phone.
    private let place: Int32
    /// In the order of the profile's processes.
    private var recurrences: [Recurrence?]

    private enum Source: Int {
        case sessions, forceQuits, messages, outbox, pauses, recordings, outOfRange
    }

    init(_ profile: AppWorldProfile, place: Int32, stream: (String) -> RandomStream) {
        (self.profile, self.place) = (profile, place)
        recurrences = profile.processes.map { $0.recurrence(stream) }
    }

    /// The streams in a fixed order.
    var streams: [RandomStream] { recurrences.compactMap { $0?.stream } }

    /// Schedules the first event of each kind.
    mutating func begin(in calendar: inout Calendar) {
        let first: [Event.ForApp] = [
            .sessionBegins, .forceQuit, .message, .outbox, .pauseBegins, .recordingBegins,
            .accessoryLost,
        ]
        for (index, kind) in first.enumerated() {
            recurrences[index]?.plan(.app(kind, place), in: &calendar)
        }
    }

    /// Handles an event and schedules the next of its kind.
    mutating func happen(_ kind: Event.ForApp, in calendar: inout Calendar) -> AppHappening {
        switch kind {
        case .sessionBegins:
            plan(.sessions, .sessionEnds, isEnd: true, in: &calendar)
            return .user(.opens)
        case .sessionEnds:
            plan(.sessions, .sessionBegins, in: &calendar)
            return .user(.leaves)
        case .forceQuit:
            plan(.forceQuits, .forceQuit, in: &calendar)
            return .user(.forceQuits)
        case .message:
            let item = item(.messages, profile.messages)
            plan(.messages, .message, in: &calendar)
            return .message(item)
        case .outbox:
            let item = item(.outbox, profile.outbox)
            plan(.outbox, .outbox, in: &calendar)
            return .user(.makes(item))
        case .pauseBegins:
            plan(.pauses, .pauseEnds, isEnd: true, in: &calendar)
            return .user(.sound(.pauses))
        case .pauseEnds:
            plan(.pauses, .pauseBegins, in: &calendar)
            return .user(.sound(.continues))
        case .recordingBegins:
            plan(.recordings, .recordingEnds, isEnd: true, in: &calendar)
            return .user(.sound(.beginsRecording))
        case .recordingEnds:
            plan(.recordings, .recordingBegins, in: &calendar)
            return .user(.sound(.endsRecording))
        case .accessoryLost:
            plan(.outOfRange, .accessoryFound, isEnd: true, in: &calendar)
            return .accessory(isInRange: false)
        case .accessoryFound:
            plan(.outOfRange, .accessoryLost, in: &calendar)
            return .accessory(isInRange: true)
        }
    }

    private mutating func item(_ source: Source, _ profile: AppWorldProfile.Items?) -> Item {
        Item(
            number: recurrences[source.rawValue]?.happen() ?? 0,
            bytes: profile.flatMap { recurrences[source.rawValue]?.draw($0.size).count } ?? 0)
    }

    private mutating func plan(
        _ source: Source, _ kind: Event.ForApp, isEnd: Bool = false, in calendar: inout Calendar
    ) { recurrences[source.rawValue]?.plan(.app(kind, place), isEnd: isEnd, in: &calendar) }
}
