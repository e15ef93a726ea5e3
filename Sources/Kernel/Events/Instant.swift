/// A point in simulated time: whole nanoseconds since the start of the run.
///
/// Intervals that share an end add up without rounding, and two events either share a nanosecond or
/// not.
public struct Instant: BitwiseCopyable, Comparable, Hashable, Sendable {
    public var nanoseconds: Int64

    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable
    public static var start: Instant { Instant(nanoseconds: 0) }

    /// Later than any event of any run. Sums of an instant and a span stop here.
    @inlinable
    public static var never: Instant { Instant(nanoseconds: TimeSpan.limit) }

    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant `span` later; `never` beyond the calendar.
    @inlinable
    public static func + (instant: Instant, span: TimeSpan) -> Instant {
        Instant(nanoseconds: min(instant.nanoseconds &+ span.nanoseconds, TimeSpan.limit))
    }

    @inlinable
    public static func - (instant: Instant, span: TimeSpan) -> Instant {
        Instant(nanoseconds: instant.nanoseconds &- span.nanoseconds)
    }

    @inlinable
    public static func - (later: Instant, earlier: Instant) -> TimeSpan {
        TimeSpan(nanoseconds: later.nanoseconds &- earlier.nanoseconds)
    }

    /// Seconds since the start, for formulas that need a real number.
    @inlinable
    public var seconds: Seconds { TimeSpan(nanoseconds: nanoseconds).seconds }
}

/// A length of simulated time in whole nanoseconds.
public struct TimeSpan: BitwiseCopyable, Comparable, Hashable, Sendable {
    public var nanoseconds: Int64

    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @inlinable
    public static var zero: TimeSpan { TimeSpan(nanoseconds: 0) }

    /// About 146 years: a sum of two never overflows an `Int64`.
    @inlinable static var limit: Int64 { .max / 2 }

    /// Anything longer is cut to it.
    @inlinable
    public static var longest: TimeSpan { TimeSpan(nanoseconds: limit) }

    /// Rounded to the nearest nanosecond, cut to `longest`; NaN is a programmer error.
    @inlinable @inline(__always)
    public init(_ seconds: Seconds) { self.init(rounding: seconds.magnitude * 1e9) }

    /// Rounded to the nearest nanosecond, cut to `longest`; NaN is a programmer error.
    @inlinable @inline(__always)
    public init(rounding nanoseconds: Double) {
        self.nanoseconds = Int64(nearest: nanoseconds, limit: TimeSpan.limit)
    }

    @inlinable
    public var seconds: Seconds { Seconds(Double(nanoseconds) / 1e9) }

    @inlinable
    public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    @inlinable
    public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: min(left.nanoseconds &+ right.nanoseconds, limit))
    }

    @inlinable
    public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds &- right.nanoseconds)
    }
}
