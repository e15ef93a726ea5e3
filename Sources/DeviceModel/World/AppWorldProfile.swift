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
    private var sessions: Recurrence?
    private var forceQuits: Recurrence?
    private var messages: Recurrence?
    private var outbox: Recurrence?
    private var pauses: Recurrence?
    private var recordings: Recurrence?
    private var outOfRange: Recurrence?

    init(_ profile: AppWorldProfile, place: Int32, stream: (String) -> RandomStream) {
        (self.profile, self.place) = (profile, place)
        func recurrence(_ spells: Spells?, _ purpose: String) -> Recurrence? {
            spells.map { $0.recurrence(stream(purpose)) }
        }
        func recurrence(_ items: AppWorldProfile.Items?, _ purpose: String) -> Recurrence? {
            items.map { Recurrence(every: $0.every, byHour: $0.byHour, stream: stream(purpose)) }
        }
        sessions = recurrence(profile.sessions, "sessions")
        forceQuits = profile.forceQuits.map { Recurrence(every: $0, stream: stream("force-quits")) }
        messages = recurrence(profile.messages, "messages")
        outbox = recurrence(profile.outbox, "outbox")
        pauses = recurrence(profile.pauses, "pauses")
        recordings = recurrence(profile.recordings, "recordings")
        outOfRange = recurrence(profile.outOfRange, "out-of-range")
    }

    /// Schedules the first event of each kind.
    mutating func begin(in calendar: inout Calendar) {
        plan(.sessionBegins, after: sessions?.gap(at: calendar.now), in: &calendar)
        plan(.forceQuit, after: forceQuits?.gap(at: calendar.now), in: &calendar)
        plan(.message, after: messages?.gap(at: calendar.now), in: &calendar)
        plan(.outbox, after: outbox?.gap(at: calendar.now), in: &calendar)
        plan(.pauseBegins, after: pauses?.gap(at: calendar.now), in: &calendar)
        plan(.recordingBegins, after: recordings?.gap(at: calendar.now), in: &calendar)
        plan(.accessoryLost, after: outOfRange?.gap(at: calendar.now), in: &calendar)
    }

    /// Handles an event and schedules the next of its kind.
    mutating func happen(_ kind: Event.ForApp, in calendar: inout Calendar) -> AppHappening {
        switch kind {
        case .sessionBegins:
            _ = sessions?.happen()
            let length = profile.sessions.flatMap { sessions?.draw($0.duration) }
            plan(.sessionEnds, after: length.map(TimeSpan.init), in: &calendar)
            return .user(.opens)
        case .sessionEnds:
            plan(.sessionBegins, after: sessions?.gap(at: calendar.now), in: &calendar)
            return .user(.leaves)
        case .forceQuit:
            plan(.forceQuit, after: forceQuits?.gap(at: calendar.now), in: &calendar)
            return .user(.forceQuits)
        case .message:
            let item = Self.item(profile.messages, &messages)
            plan(.message, after: messages?.gap(at: calendar.now), in: &calendar)
            return .message(item)
        case .outbox:
            let item = Self.item(profile.outbox, &outbox)
            plan(.outbox, after: outbox?.gap(at: calendar.now), in: &calendar)
            return .user(.makes(item))
        case .pauseBegins:
            let length = profile.pauses.flatMap { pauses?.draw($0.duration) }
            plan(.pauseEnds, after: length.map(TimeSpan.init), in: &calendar)
            return .user(.sound(.pauses))
        case .pauseEnds:
            plan(.pauseBegins, after: pauses?.gap(at: calendar.now), in: &calendar)
            return .user(.sound(.continues))
        case .recordingBegins:
            let length = profile.recordings.flatMap { recordings?.draw($0.duration) }
            plan(.recordingEnds, after: length.map(TimeSpan.init), in: &calendar)
            return .user(.sound(.beginsRecording))
        case .recordingEnds:
            plan(.recordingBegins, after: recordings?.gap(at: calendar.now), in: &calendar)
            return .user(.sound(.endsRecording))
        case .accessoryLost:
            let length = profile.outOfRange.flatMap { outOfRange?.draw($0.duration) }
            plan(.accessoryFound, after: length.map(TimeSpan.init), in: &calendar)
            return .accessory(isInRange: false)
        case .accessoryFound:
            plan(.accessoryLost, after: outOfRange?.gap(at: calendar.now), in: &calendar)
            return .accessory(isInRange: true)
        }
    }

    private static func item(
        _ profile: AppWorldProfile.Items?, _ recurrence: inout Recurrence?
    ) -> Item {
        Item(
            number: recurrence?.happen() ?? 0,
            bytes: profile.flatMap { recurrence?.draw($0.size).count } ?? 0)
    }

    private mutating func plan(
        _ kind: Event.ForApp, after gap: TimeSpan?, in calendar: inout Calendar
    ) {
        guard let gap else { return }
        calendar.schedule(.rare(.app(kind, place)), at: calendar.now + gap, priority: .arrival)
    }
}
