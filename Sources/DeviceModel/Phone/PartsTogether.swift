import Kernel

/// What the parts of one app have together, while their code runs: whether the app is in memory,
/// and what it computes.
struct PartsTogether: Sendable {
    /// When work ends that a part has begun, and until when the processor is awake for it.
    private struct Work: Sendable {
        var end: Instant = .start
        var awakeUntil: Instant = .start
    }

    /// Whether the app is in memory, as a part that comes to it now finds it.
    private(set) var isInMemory = false
    /// Whether the system has launched, and ended, a part for the notice that they are told of.
    private(set) var (isLaunched, isEnded) = (false, false)
    /// Of an app that is being launched: when that is done.
    private(set) var runsFrom: Instant = .start
    private(set) var meter: WorkMeter
    private var works: [Work]

    /// - Parameters:
    ///   - count: of the parts, the rules included.
    ///   - meter: what the app may compute.
    init(count: Int, _ meter: WorkMeter) {
        (self.meter, works) = (meter, Array(repeating: Work(), count: count))
    }

    /// When all that the app has begun is done.
    var end: Instant { works.reduce(.start) { max($0, $1.end) } }
    /// Until when the processor is awake for it.
    var awakeUntil: Instant { works.reduce(.start) { max($0, $1.awakeUntil) } }

    /// A part has begun work, or given up what it was at.
    mutating func note(_ meter: WorkMeter, end: Instant, awakeUntil: Instant, by part: UInt8) {
        self.meter = meter
        works[Int(part)] = Work(end: end, awakeUntil: awakeUntil)
    }

    /// The parts are told of something.
    ///
    /// - Parameter isInMemory: whether any of them is.
    mutating func meet(isInMemory: Bool) {
        (self.isInMemory, isLaunched, isEnded) = (isInMemory, false, false)
    }

    /// The system launches a part, and the app with it, whose code runs from `time` on.
    mutating func launched(at time: Instant) {
        (isInMemory, isLaunched, runsFrom) = (true, true, time)
    }

    /// A part has ended. One that was launched for the same notice is there still.
    mutating func ended() { (isInMemory, isEnded) = (isLaunched, true) }
}
