/// A daily time window: for Wi-Fi, for a charger.
///
/// Days have 24 hours, and a run begins at midnight.
public struct DailyWindow: Formed, Hashable, Sendable {
    public internal(set) var from: TimeSpan
    public internal(set) var until: TimeSpan
    public internal(set) var laterBy: Distribution<Seconds>?

    static let wholeDay = DailyWindow(from: .zero, until: day)

    static let day = TimeSpan(Seconds(86_400))

    var endsNextDay: Bool { until < from }
    var isOpenAtStart: Bool { endsNextDay || from == .zero && laterBy == nil }

    /// Whether the window never closes.
    var isWholeDay: Bool { from == .zero && until == Self.day && laterBy == nil }

    public static let form = Form<DailyWindow>(
        wholeDay, "A span of time each day; the run begins at midnight.", name: "dailyWindow"
    ).required(
        .span("from", \.from, "Start, as time since midnight, less than 24 h."),
        .span(
            "until", \.until,
            "End, as time since midnight, at most 24 h; if less than from, on the next day.",
            .aboveZero)
    ).optional(
        .law(
            "later-by", \.laterBy, "Delay of each start and each end.",
            otherwise: .without("not at all"))
    ).checked(\.fault)

    private var fault: FormFault? {
        guard from >= .zero, Self.day > from, until > .zero, until <= Self.day else {
            return FormFault(
                option: "from",
                message: "the window from \(from.seconds) until \(until.seconds) does not lie "
                    + "within a day",
                advice: "Write hours since midnight: from: 18 h, until: 8 h is the night from 18 "
                    + "to 8 o'clock.")
        }
        if from != until { return nil }
        return FormFault(
            option: "from", message: "the window begins and ends at \(from.seconds)",
            advice: "For the whole day write from: 0 h, until: 24 h.")
    }

    /// A window without `later-by`.
    static let fixed = Form<DailyWindow>(
        wholeDay, "Fixed hours of each day; the run begins at midnight.", name: "dailyHours"
    ).and(Array(form.fields.prefix(2))).checked(\.fault)
}

/// Daily windows during one run.
struct DailyTimes: Sendable {
    private struct Window: Sendable {
        let profile: DailyWindow
        var stream: RandomStream
        var isOpen: Bool
        /// The day on which it last opened, or opens next.
        var day: Int64 = 0
    }

    private var windows: [Window]
    private var openCount = 0

    init(_ profiles: [DailyWindow], stream: (Int) -> RandomStream) {
        windows = profiles.indices.map { number in
            let isOpen = profiles[number].isOpenAtStart
            // A night window that is open at midnight began yesterday.
            let day: Int64 = isOpen && profiles[number].endsNextDay ? -1 : 0
            return Window(
                profile: profiles[number], stream: stream(number), isOpen: isOpen, day: day)
        }
        openCount = windows.count { $0.isOpen }
    }

    var isOpen: Bool { openCount > 0 }
    var indices: Range<Int> { windows.indices }

    /// The next opening or closing; `nil`: never. Draws, so call it once after each change.
    mutating func next(_ number: Int, after now: Instant) -> Instant? {
        let window = windows[number]
        if window.profile.isWholeDay { return nil }
        var time = window.isOpen ? window.profile.until : window.profile.from
        var day = window.day
        if window.isOpen && window.profile.endsNextDay { day += 1 }
        time = time + DailyWindow.day * day
        if let laterBy = window.profile.laterBy {
            time = time + TimeSpan(laterBy.sample(&windows[number].stream))
        }
        return max(now, Instant.start + time)
    }

    mutating func flip(_ number: Int) {
        windows[number].isOpen.toggle()
        openCount += windows[number].isOpen ? 1 : -1
        if !windows[number].isOpen { windows[number].day += 1 }
    }
}

extension TimeSpan {
    fileprivate static func * (span: TimeSpan, times: Int64) -> TimeSpan {
        TimeSpan(nanoseconds: span.nanoseconds * times)
    }
}

extension Instant {
    /// Whether it lies between two times of day; the span may contain midnight.
    func isBetween(_ from: TimeSpan, _ until: TimeSpan) -> Bool {
        let time = TimeSpan(nanoseconds: nanoseconds % DailyWindow.day.nanoseconds)
        return from < until ? from <= time && time < until : from <= time || time < until
    }

    /// The next instant at a time of day.
    ///
    /// - Parameter orNow: Whether this instant counts, as at the start of a run.
    func next(_ time: TimeSpan, orNow: Bool) -> Instant {
        let day = DailyWindow.day.nanoseconds
        let today = Instant(nanoseconds: nanoseconds - nanoseconds % day) + time
        return today > self || orNow && today == self ? today : today + DailyWindow.day
    }
}
