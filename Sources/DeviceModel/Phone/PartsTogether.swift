/// Resources that all parts of one app share while their code runs: memory and computation.
struct PartsTogether: Sendable {
    /// When a part's computation ends, and until when the processor is awake for it.
    private struct Work: Sendable {
        var end: Instant = .start
        var awakeUntil: Instant = .start
    }

    private(set) var isInMemory = false
    /// Whether the system has launched or ended a part because of the current notice.
    private(set) var (isLaunched, isEnded) = (false, false)
    /// When the code of an app that is being launched runs.
    private(set) var runsFrom: Instant = .start
    private(set) var meter: WorkMeter
    private var works: [Work]

    /// - Parameter count: number of parts, the rules included.
    init(count: Int, _ meter: WorkMeter) {
        (self.meter, works) = (meter, Array(repeating: Work(), count: count))
    }

    var end: Instant { works.reduce(.start) { max($0, $1.end) } }
    var awakeUntil: Instant { works.reduce(.start) { max($0, $1.awakeUntil) } }

    mutating func note(_ meter: WorkMeter, end: Instant, awakeUntil: Instant, by part: UInt8) {
        self.meter = meter
        works[Int(part)] = Work(end: end, awakeUntil: awakeUntil)
    }

    /// Begins a notice to the parts.
    ///
    /// - Parameter isInMemory: whether any part is.
    mutating func meet(isInMemory: Bool) {
        (self.isInMemory, isLaunched, isEnded) = (isInMemory, false, false)
    }

    /// The system launches a part, and with it the app, whose code runs from `time` on.
    mutating func launched(at time: Instant) {
        (isInMemory, isLaunched, runsFrom) = (true, true, time)
    }

    /// A part has ended. One that was launched for the same notice stays.
    mutating func ended() { (isInMemory, isEnded) = (isLaunched, true) }
}
