import Kernel

/// Sees to it that the packets of a trace come in the order of time.
///
/// Captures of several interfaces, and clocks that are set while they run, let a packet appear to
/// be some microseconds older than the one before; it then takes the other's time. A larger step
/// back means that the file is not sorted, and guessing would invent gaps.
struct PacketClock: Sendable {
    /// The furthest step back that is taken for disorder of the clock: one second.
    static let tolerance = TimeSpan(nanoseconds: 1_000_000_000)

    private var last = Instant.start
    private(set) var clamped = 0
    private(set) var largestStepBack = TimeSpan.zero

    /// The time to use for a packet that says it came `nanoseconds` after the origin.
    ///
    /// - Throws: how far it steps back, if that is more than `tolerance`.
    mutating func order(_ nanoseconds: Int64) throws(StepBack) -> Instant {
        if nanoseconds >= last.nanoseconds {
            last = Instant(nanoseconds: nanoseconds)
            return last
        }
        // Half of the calendar at most on either side, so that the difference is a number.
        let earlier = max(nanoseconds, -Instant.never.nanoseconds)
        let step = TimeSpan(nanoseconds: last.nanoseconds - earlier)
        guard step <= Self.tolerance else { throw StepBack(span: step) }
        clamped += 1
        largestStepBack = max(largestStepBack, step)
        return last
    }

    struct StepBack: Error {
        let span: TimeSpan
    }
}
