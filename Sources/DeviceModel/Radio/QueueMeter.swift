import Kernel

/// The queues that thresholds are tested against, where data comes all at once: by a law of their
/// own, or at the state's rates.
struct QueueMeter: Sendable {
    private(set) var uplink = Queue()
    private(set) var downlink = Queue()

    struct Queue: Sendable {
        /// A byte on its way is half gone.
        private var left = 0.0
        private var last: Instant = .start

        /// What waits, a byte on its way included.
        var bytes: Int64 { Int64(left.rounded(.up)) }

        /// - Parameters:
        ///   - more: the bytes that come.
        ///   - law: how the queue drains; `nil`: at the state's rate.
        ///   - byteTime: nanoseconds for one byte; 0 where the state has no rate, and so no queue.
        mutating func add(_ more: Int64, at time: Instant, _ law: DrainLaw?, byteTime: Double) {
            let gap = time - last
            if let law {
                if law.drains(bytes, within: gap) { left = 0 }
            } else if byteTime * left > Double(gap.nanoseconds) {
                left -= Double(gap.nanoseconds) / byteTime
            } else {
                left = 0
            }
            left += Double(more)
            last = time
        }
    }

    /// Adds data of each direction that there is, in state `here`.
    mutating func add(
        uplink up: Int64, downlink down: Int64, at time: Instant, _ here: RadioMachine.State
    ) {
        if up > 0 { uplink.add(up, at: time, here.queue?.uplink, byteTime: here.uplinkByte) }
        if down > 0 {
            downlink.add(down, at: time, here.queue?.downlink, byteTime: here.downlinkByte)
        }
    }
}
