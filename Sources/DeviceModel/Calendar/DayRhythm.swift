/// The relative rate of events at each hour of the day, or their one time of day.
///
/// Days have 24 hours, and a run begins at midnight.
public struct DayRhythm: Hashable, Sendable {
    /// Rates by hour from midnight: 24 numbers with mean 1.
    public let byHour: [Double]
    /// Time of each day at which an event comes, whatever the rates; `nil`: none.
    public private(set) var at: TimeSpan?

    private static let hour: Int64 = 3_600_000_000_000

    /// - Parameter weights: 24 numbers of 0 or more, at least one above 0; others give `nil`.
    public init?(weights: [Double]) {
        let sum = weights.reduce(0, +)
        guard weights.count == 24, sum > 0, sum.isFinite, weights.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        byHour = weights.map { $0 * 24 / sum }
    }

    init(at time: TimeSpan) { (byHour, at) = ([], time) }

    /// The clock time in which `span` passes on a clock that runs at each hour's rate.
    ///
    /// A renewal process on that clock keeps its daily rate and follows the hourly rates (time
    /// rescaling: Cinlar, *Introduction to Stochastic Processes*, 1975).
    ///
    /// - Complexity: O(hours).
    func clockTime(_ span: TimeSpan, from now: Instant) -> TimeSpan {
        if let at { return now.next(at, orNow: now == .start) - now }
        // Whole days take as long on both clocks.
        let (days, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: 24 * Self.hour)
        var left = Double(rest)
        var time = now.nanoseconds
        while true {
            let (hour, within) = time.quotientAndRemainder(dividingBy: Self.hour)
            let weight = byHour[Int(hour % 24)]
            let room = Double(Self.hour - within) * weight
            if left <= room {
                if weight > 0 { time += TimeSpan(rounding: left / weight).nanoseconds }
                break
            }
            left -= room
            time += Self.hour - within
        }
        return TimeSpan(nanoseconds: time - now.nanoseconds + days * 24 * Self.hour)
    }
}

extension DayRhythm? {
    /// The clock time of `span`; without a rhythm, `span` itself.
    func clockTime(_ span: TimeSpan, from now: Instant) -> TimeSpan {
        self?.clockTime(span, from: now) ?? span
    }
}

/// Recurring intervals: calls, outages, times that an app is in front.
public struct Spells: Formed, Hashable, Sendable {
    /// The gap from the end of one to the start of the next; the first starts after one gap.
    public var every: Distribution<Seconds> = .constant(.zero)
    public var duration: Distribution<Seconds> = .constant(.zero)
    /// `nil`: constant over the day.
    public var byHour: DayRhythm?

    public static let form = Form(
        Self(), "An event that lasts for some time: after gaps, or at a time of each day.",
        name: "spells", alternatives: [["every", "by-hour"], ["at"]]
    ).required(
        .law("every", \.every, "Time from an end to the next start.", .betweenEvents),
        .span(
            "at", \.at, "Time of each day at which one starts, as time since midnight.",
            otherwise: .without(nil)),
        .law("duration", \.duration, "Time from a start to its end.", .betweenEvents)
    ).optional(.byHour("by-hour", \.byHour)).checked { $0.at?.faultAsTimeOfDay("at") }

    private var at: TimeSpan? {
        get { byHour?.at }
        set {
            guard let newValue else { return }
            (every, byHour) = (.constant(DailyWindow.day.seconds), DayRhythm(at: newValue))
        }
    }
}

extension TimeSpan {
    /// Refuses a time of day beyond the day's end.
    func faultAsTimeOfDay(_ option: String) -> FormFault? {
        guard self >= DailyWindow.day else { return nil }
        return FormFault(
            option: option, message: "\(option) is \(seconds), but a day has 24 h",
            advice: "Write a time since midnight, as 7 h.")
    }
}

extension Field {
    /// Relative rates at the 24 hours of a day.
    static func byHour(_ key: String, _ path: Path<DayRhythm?>) -> Field {
        Field(
            key,
            "Relative frequency at each hour of the day, from midnight: 24 numbers, of which "
                + "only the ratios count.", without: "equal all day",
            content: { _ in .stated(.list(.decimal, 24...24)) },
            read: { reader, owner in
                guard let weights = reader.givenStatedDecimals(key, count: 24) else { return }
                owner[keyPath: path] = DayRhythm(weights: weights)
                if owner[keyPath: path] == nil {
                    reader.refuse(
                        FormFault(
                            option: key, message: "an hour's number is negative, or all are zero",
                            advice: "Write numbers from 0, at least one of them above 0."))
                }
            })
    }
}
