import Kernel

/// A time of day at which something is there each day: Wi-Fi, a charger.
///
/// Days have 24 hours, and a run begins at midnight.
public struct DailyWindow: Hashable, Sendable {
    /// When it begins: from midnight, less than 24 h.
    public internal(set) var from: TimeSpan
    /// When it ends, more than 0 and at most 24 h; on the next day where that is not after `from`.
    public internal(set) var until: TimeSpan
    /// How much later each beginning and each end comes, drawn each time; `nil`: not at all.
    public internal(set) var laterBy: Distribution<Seconds>?

    /// - Throws: ``DailyWindowError`` for times that are none of a day, and for a window that ends
    ///   when it begins.
    public init(
        from: TimeSpan, until: TimeSpan, laterBy: Distribution<Seconds>? = nil
    ) throws(DailyWindowError) {
        (self.from, self.until, self.laterBy) = (from, until, laterBy)
        if let fault { throw fault }
    }

    private init(until: TimeSpan) { (from, self.until) = (.zero, until) }

    static let wholeDay = DailyWindow(until: day)

    /// Why there is no such window.
    var fault: DailyWindowError? {
        guard from >= .zero, Self.day > from, until > .zero, until <= Self.day else {
            return .notADay(from: from, until: until)
        }
        return from == until ? .empty(at: from) : nil
    }

    static let day = TimeSpan(Seconds(86_400))

    /// Whether the end lies in the day after the beginning.
    var endsNextDay: Bool { until < from }

    /// Whether it is there at the start of a run.
    var isOpenAtStart: Bool { endsNextDay || from == .zero && laterBy == nil }

    /// Whether it never ends.
    var isWholeDay: Bool { from == .zero && until == Self.day && laterBy == nil }
}

/// Why there is no such window.
public enum DailyWindowError: Error, Hashable, Sendable {
    case notADay(from: TimeSpan, until: TimeSpan)
    case empty(at: TimeSpan)

    /// What is wrong.
    public var message: String {
        switch self {
        case .notADay(let from, let until):
            "the window from \(from.seconds) until \(until.seconds) does not lie within a day"
        case .empty(let time): "the window begins and ends at \(time.seconds)"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .notADay:
            "Write hours since midnight: from: 18 h, until: 8 h is the night from 18 to 8 o'clock."
        case .empty: "For the whole day write from: 0 h, until: 24 h."
        }
    }
}

/// The windows of one thing during one run: which are open, and what has been drawn of them.
struct DailyTimes: Sendable {
    private struct Window: Sendable {
        let profile: DailyWindow
        var stream: RandomStream
        var isOpen: Bool
        /// The day on which it opened last, or opens next.
        var day: Int64 = 0
    }

    private var windows: [Window]
    /// How many are open just now.
    private var openCount = 0

    /// - Parameter stream: of the window with that number, for what is drawn of it.
    init(_ profiles: [DailyWindow], stream: (Int) -> RandomStream) {
        windows = profiles.indices.map { number in
            let isOpen = profiles[number].isOpenAtStart
            // One that is open at midnight began yesterday.
            let day: Int64 = isOpen && profiles[number].endsNextDay ? -1 : 0
            return Window(
                profile: profiles[number], stream: stream(number), isOpen: isOpen, day: day)
        }
        openCount = windows.count { $0.isOpen }
    }

    /// Whether it is there just now.
    var isOpen: Bool { openCount > 0 }

    var indices: Range<Int> { windows.indices }
    var streams: [RandomStream] { windows.map(\.stream) }

    /// When a window opens or closes next; `nil`: never. To be asked once after each change.
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

    /// Opens the window, or closes it.
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
