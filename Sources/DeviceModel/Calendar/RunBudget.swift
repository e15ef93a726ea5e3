import Kernel

/// What a run may take, and replications may be kept in: far more than any question about a phone
/// needs, and so little that an input with a unit too many ends in a message.
///
/// The limits are the same on every machine, so that the same input has the same answer. The
/// figures in docs/reference/limits.md are these.
public struct RunBudget: Hashable, Sendable {
    /// Events of one run: minutes of computing.
    public var events: UInt64
    /// Transfers, calls and other things of one run that wait at the same time.
    public var waiting: Int
    /// Corners of one way, stays included.
    public var corners: Int
    /// The length of one way.
    public var way: Meters
    /// Bytes in which replications are kept.
    public var memory: Int

    /// A million kilometres, as much as a hundred a day for 27 years.
    public static let usual = RunBudget(
        events: 1_000_000_000, waiting: 50_000, corners: 2_000_000, way: Meters(1e9),
        memory: 4_000_000_000)

    /// A run is looked at after so many events. Between two looks as many things more than
    /// `waiting` may come to wait, which is still fewer than there are numbers for a connection's
    /// transfers.
    static let look: UInt64 = 65_536

    /// How many events happen until a run is looked at that has had `count`.
    func untilLook(after count: UInt64) -> UInt64 {
        min(Self.look, events > count ? events - count : 0)
    }
}

/// What a run would take, or has taken, beyond its budget.
public enum RunExcess: Hashable, Sendable {
    /// Before it begins: what its world alone would take.
    case foreseen(events: Double, most: UInt64, source: String, every: Seconds)
    /// So many events have happened before `time`.
    case events(most: UInt64, time: Instant)
    /// More than `most` things wait at `time`.
    case waiting(most: Int, time: Instant)
    /// The way has more corners, or is longer, than it may before `time`.
    case way(corners: Int, length: Meters, time: Instant)
    /// Before the first run: what so many replications of so many policies would be kept in, and
    /// how many fit.
    case memory(replications: Int, policies: Int, bytes: Int, most: Int, fitting: Int)

    /// What was asked, and what it would take.
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

    /// What is possible instead.
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

    /// To three digits of its unit or so, for a reader.
    private static func rounded(_ time: Instant) -> Seconds {
        let length = time.seconds.magnitude
        let step: Double = length < 60 ? 0.01 : length < 3600 ? 6 : 360
        return Seconds((length / step).rounded() * step)
    }

    /// To three digits, which is more than is known of it.
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
