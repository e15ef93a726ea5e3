import Kernel

/// What passed in the current window of a state that dense traffic raises.
struct TrafficWindow: Sendable {
    /// Where the current window begins.
    private(set) var start: Instant
    /// Until when the state is raised, by the windows judged so far.
    private(set) var raisedUntil: Instant
    private var bytes: Int64 = 0
    private var packets: Int64 = 0

    /// The state is entered, and with it the first window.
    init(start: Instant) {
        self.start = start
        raisedUntil = start - TimeSpan(nanoseconds: 1)
    }

    /// The state of `raise` is entered at `time`, perhaps in the middle of a window.
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

    /// The window is found dense.
    mutating func raise(_ raise: RadioMachine.Raise) {
        raisedUntil = start + raise.rule.window + raise.rule.lingers
    }

    /// Goes on with the window that `time` lies in.
    mutating func advance(to time: Instant, _ raise: RadioMachine.Raise) {
        let length = raise.rule.window.nanoseconds
        let passed = (time - start).nanoseconds / length
        start = start + TimeSpan(nanoseconds: passed * length)
        bytes = 0
        packets = 0
    }
}
