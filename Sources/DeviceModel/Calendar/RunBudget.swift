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
    case events(most: UInt64, time: Instant)
    case waiting(most: Int, time: Instant)
    /// The itinerary exceeds its corners or its length before `time`.
    case way(corners: Int, length: Meters, time: Instant)
    /// Before the first run: storing the replications takes `bytes`; `fitting` replications would
    /// fit.
    case memory(replications: Int, policies: Int, bytes: Int, most: Int, fitting: Int)

    public var message: String {
        switch self {
        case .foreseen(let events, let most, let source, let every):
            "a run would have some \(Self.count(events)) events, but the limit is \(most); most "
                + "come from \(source), every \(every)"
        case .events(let most, let time):
            "the run reached the limit of \(most) events after \(Self.rounded(time))"
        case .waiting(let most, let time):
            "after \(Self.rounded(time)) more than \(most) transfers or calls are waiting"
        case .memory(let replications, let policies, let bytes, let most, _):
            "\(replications) replications of \(policies) policies would need "
                + "\(Bytes(Double(bytes))) of memory, but the limit is \(Bytes(Double(most)))"
        case .way(let corners, let length, let time):
            "the way has more than \(corners) corners, or is longer than \(length), before "
                + "\(Self.rounded(time))"
        }
    }

    public var advice: String {
        switch self {
        case .foreseen(_, let most, let source, _):
            "Make \(source) less frequent, or choose a shorter horizon: a run of \(most) events "
                + "takes minutes to compute."
        case .events: "Make the most frequent events rarer, or choose a shorter horizon."
        case .waiting:
            "The radio cannot carry this much: make transfers rarer or smaller, or choose a "
                + "faster radio or a shorter horizon."
        case .memory(_, _, _, _, let fitting):
            "Use at most \(fitting), or as many as a precision needs: --precision 1%. Parts "
                + "with different seeds are independent: --seed."
        case .way: "Choose longer stays or blocks, shorter or slower trips, or a shorter horizon."
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
