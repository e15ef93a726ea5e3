import Kernel

struct TrafficWindow: Sendable {
    private(set) var start: Instant
    /// End of the raised state, by the windows judged until now.
    private(set) var raisedUntil: Instant
    private var bytes: Int64 = 0
    private var packets: Int64 = 0

    init(start: Instant) {
        self.start = start
        raisedUntil = start - TimeSpan(nanoseconds: 1)
    }

    init(entered time: Instant, _ raise: RadioMachine.Raise) {
        switch raise.rule.windowsFrom {
        case .entry: self.init(start: time)
        case .traceStart:
            let length = raise.rule.window.nanoseconds
            self.init(start: Instant(nanoseconds: time.nanoseconds / length * length))
        }
    }

    mutating func add(_ data: PacketData) {
        bytes += data.uplink + data.downlink
        packets += 1
    }

    func isOver(at time: Instant, _ raise: RadioMachine.Raise) -> Bool {
        time >= start + raise.rule.window
    }

    func isDense(_ raise: RadioMachine.Raise) -> Bool {
        bytes > raise.bytesOver || packets > raise.packetsOver
    }

    mutating func raise(_ raise: RadioMachine.Raise) {
        raisedUntil = start + raise.rule.window + raise.rule.lingers
    }

    mutating func advance(to time: Instant, _ raise: RadioMachine.Raise) {
        let length = raise.rule.window.nanoseconds
        let passed = (time - start).nanoseconds / length
        start = start + TimeSpan(nanoseconds: passed * length)
        bytes = 0
        packets = 0
    }
}
