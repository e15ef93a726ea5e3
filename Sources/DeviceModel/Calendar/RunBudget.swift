import Kernel

/// The resource limits of one run and of stored replications.
///
/// They stop an input with a wrong unit, and are equal on every machine so that one input has one
/// answer. docs/reference/limits.md lists them.
public struct RunBudget: Hashable, Sendable {
    /// Events of one run, which take minutes to compute.
    public var events: UInt64
    /// Waiting transfers, calls and other items of one run.
    public var waiting: Int
    /// Corners of one itinerary, stays included.
    public var corners: Int
    /// The length of an itinerary.
    public var way: Meters
    /// Bytes for stored replications.
    public var memory: Int

    /// 1e9 m are 100 km a day for 27 years.
    public static let usual = RunBudget(
        events: 1_000_000_000, waiting: 50_000, corners: 2_000_000, way: Meters(1e9),
        memory: 4_000_000_000)

    /// Events between two checks.
    ///
    /// `waiting` may be exceeded by as many, which is still fewer than the numbers for a
    /// connection's transfers.
    static let look: UInt64 = 65_536

    /// Events until the next check, after `count` events.
    func untilLook(after count: UInt64) -> UInt64 {
        min(Self.look, events > count ? events - count : 0)
    }
}

/// How a run exceeds, or would exceed, its budget.
public enum RunExcess: Hashable, Sendable {
    /// Before the run: the expected events of its world alone.
    case foreseen(events: Double, most: UInt64, source: String, every: Seconds)
    /// More than `most` events have happened by `time`.
    case events(most: UInt64, time: Instant)
    /// More than `most` items wait at `time`.
    case waiting(most: Int, time: Instant)
    /// The itinerary exceeds its corners or its length before `time`.
    case way(corners: Int, length: Meters, time: Instant)
    /// Before the first run: storing the replications takes `bytes`; `fitting` replications would
    /// fit.
    case memory(replications: Int, policies: Int, bytes: Int, most: Int, fitting: Int)

    public var message: String {
        switch self {
        case .foreseen(let events, let most, let source, let every):
            "a run would have some \(Self.count(events)) events, more than the \(most) there may "
                + "be, most of them by \(source), which comes every \(every)"
        case .events(let most, let time):
            "the run has had \(most) events, the most there may be, after \(Self.rounded(time))"
        case .waiting(let most, let time):
            "after \(Self.rounded(time)) more than \(most) transfers or calls wait to be dealt with"
        case .memory(let replications, let policies, let bytes, let most, _):
            "\(replications) replications of \(policies) policies would be kept in "
                + "\(Bytes(Double(bytes))), more than the \(Bytes(Double(most))) there may be"
        case .way(let corners, let length, let time):
            "the way has more than \(corners) corners, or is longer than \(length), before "
                + "\(Self.rounded(time))"
        }
    }

    public var advice: String {
        switch self {
        case .foreseen(_, let most, let source, _):
            "Have \(source) come more seldom, or choose a shorter horizon: \(most) events are "
                + "minutes of computing for one run."
        case .events:
            "Have what happens most often happen more seldom, or choose a shorter horizon."
        case .waiting:
            "More comes than the radio can carry: have it come more seldom or be smaller, or "
                + "choose a faster radio or a shorter horizon."
        case .memory(_, _, _, _, let fitting):
            "Ask for \(fitting) at most, or for as many as a precision takes: --precision 1%. "
                + "Parts with seeds of their own are independent of each other: --seed."
        case .way:
            "Choose longer stays or blocks, shorter or slower trips, or a shorter horizon."
        }
    }

    /// Rounded to about three digits.
    private static func rounded(_ time: Instant) -> Seconds {
        let length = time.seconds.magnitude
        let step: Double = length < 60 ? 0.01 : length < 3600 ? 6 : 360
        return Seconds((length / step).rounded() * step)
    }

    /// Rounded to three digits, more than the accuracy.
    private static func count(_ events: Double) -> String {
        var (shown, scale) = (events, 1.0)
        while shown >= 1000 {
            shown /= 10
            scale *= 10
        }
        let rounded = shown.rounded() * scale
        return rounded < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }
}
