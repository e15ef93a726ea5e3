import DeviceModel
import Experiments
import Kernel
import Show
import Traces

/// A replayed trace for Perfetto: states and power of the radio, bursts, the connections of each
/// host, and arrows from each burst to what the radio did for it, the tail included.
///
/// Written while the trace is read; only what the result holds anyway is kept.
public struct PerfettoReplay: ~Copyable {
    public static let fileName = PerfettoTrace.fileName

    private let plan: LedgerPlan
    private var trace: PerfettoTrace
    private let radio: PerfettoTrace.Track
    private let power: PerfettoTrace.Track
    private let bursts: PerfettoTrace.Track
    private var state: Int?
    private var level: Double?
    private var reached = Instant.start
    /// Of one line and burst, and perhaps not over.
    private var stretch: Stretch?
    /// What intervals of no length before it drew.
    private var extra = Millijoules.zero
    /// By burst: its flow; `nil` for one that nothing was drawn for so far.
    private var flows: [UInt64?] = []
    /// Why writing ended; `nil`: it did not.
    private var failure: OutputError?

    private struct Stretch {
        let line: Int
        let burst: ReplayInterval.Burst?
        let from: Instant
        var until: Instant
        var energy: Millijoules
    }

    /// Throws what writing throws.
    public init(
        _ plan: LedgerPlan, radio name: String,
        to write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) throws(OutputError) {
        var trace = PerfettoTrace(to: write)
        let time = "Time 0 is that of the trace: a capture's first packet."
        let radio = try trace.track("radio \(name)", rank: 1, about: time)
        let power = try trace.counter(
            "radio power (mW)", unit: "mW", in: radio, rank: 0,
            about: "The mean over each stretch, what bytes and events cost included.")
        let bursts = try trace.track(
            "bursts", rank: 2, about: "Packets that follow each other within 1.5 s. \(time)")
        // Nothing is set before nothing can fail any more: such a value is whole, or is not.
        (self.plan, self.radio, self.power, self.bursts) = (plan, radio, power, bursts)
        self.trace = trace
    }

    /// Takes what the radio did next, in the order of time. What writing throws, `finish` throws.
    public mutating func add(_ interval: ReplayInterval) {
        if failure != nil { return }
        do throws(OutputError) {
            try take(interval)
        } catch {
            failure = error
        }
    }

    private mutating func take(_ interval: ReplayInterval) throws(OutputError) {
        reached = max(reached, interval.until)
        if var open = stretch, open.line == interval.line, open.burst == interval.burst {
            open.until = max(open.until, interval.until)
            open.energy = open.energy + interval.energy
            stretch = open
            return
        }
        try drawStretch()
        stretch = Stretch(
            line: interval.line, burst: interval.burst, from: interval.from,
            until: interval.until, energy: interval.energy)
    }

    private mutating func drawStretch() throws(OutputError) {
        guard let stretch else { return }
        self.stretch = nil
        let line = plan.lines[stretch.line]
        if stretch.from == stretch.until {
            if line.kind != .baseline { try drawCause(stretch, line.kind) }
            extra = extra + stretch.energy
            return
        }
        let energy = stretch.energy + extra
        extra = .zero
        let number = plan.stateOfLine[stretch.line]
        if number != state {
            if state != nil { try trace.end(on: radio, at: stretch.from) }
            state = number
            try trace.begin(line.state, on: radio, at: stretch.from, category: "state")
        }
        if line.kind != .baseline { try drawCause(stretch, line.kind) }
        let mean = (energy / (stretch.until - stretch.from).seconds).magnitude
        if level != mean { try trace.set(power, to: mean, at: stretch.from) }
        level = mean
    }

    /// What the energy was drawn for, as a slice within the state; without length where packets
    /// alone cost something.
    private mutating func drawCause(
        _ stretch: Stretch, _ kind: EnergyKind
    ) throws(OutputError) {
        var flow: UInt64?
        var details = [
            ("energy_mJ", PerfettoTrace.Detail.number(stretch.energy.magnitude))
        ]
        if let burst = stretch.burst {
            flow = try begin(burst)
            details.append(("burst", .count(Int64(burst.number + 1))))
        }
        try trace.begin(
            kind.rawValue, on: radio, at: stretch.from, category: kind.rawValue, details,
            flow: flow)
        try trace.end(on: radio, at: stretch.until)
    }

    /// The flow of a burst, which is begun if this is the first that is seen of it: before what the
    /// radio did for it, so that of two at one time the arrow leads away from the burst.
    private mutating func begin(_ burst: ReplayInterval.Burst) throws(OutputError) -> UInt64 {
        while flows.count <= burst.number { flows.append(nil) }
        if let flow = flows[burst.number] { return flow }
        let flow = trace.newFlow()
        flows[burst.number] = flow
        try trace.begin("burst", on: bursts, at: burst.from, category: "burst", flow: flow)
        return flow
    }

    /// Writes the rest.
    ///
    /// - Throws: what writing threw or throws.
    public consuming func finish(_ result: TraceReplayResult) throws(OutputError) {
        if let failure { throw failure }
        try drawStretch()
        if state != nil { try trace.end(on: radio, at: reached) }
        for (number, flow) in flows.enumerated() where flow != nil {
            try end(result.bursts[number], number)
        }
        try drawHosts(result.flows)
        try trace.finish()
    }

    private mutating func end(_ burst: Burst, _ number: Int) throws(OutputError) {
        var details: [(String, PerfettoTrace.Detail)] = [
            ("burst", .count(Int64(number + 1))), ("category", .text(burst.category.rawValue)),
            ("energy_J", .number(burst.energy.total.magnitude / 1000)),
        ]
        if let host = burst.host { details.append(("host", .text("\(host)"))) }
        try trace.end(
            on: bursts, at: burst.until, details + self.details(of: burst.traffic))
    }

    private func details(of traffic: Traffic) -> [(String, PerfettoTrace.Detail)] {
        [
            ("packets", .count(traffic.packets)), ("sent_B", .count(traffic.uplinkBytes)),
            ("received_B", .count(traffic.downlinkBytes)),
        ]
    }

    /// A track for each host, in the order of their first packets, and one more of the same name
    /// for connections that overlap.
    private mutating func drawHosts(_ connections: [Flow]) throws(OutputError) {
        var places: [IPAddress: Int] = [:]
        var hosts: [[(track: PerfettoTrace.Track, until: Instant)]] = []
        for connection in connections {
            guard let key = connection.key else { continue }
            let place = places[key.remote] ?? hosts.count
            if place == hosts.count {
                places[key.remote] = place
                hosts.append([])
            }
            let lane = hosts[place].firstIndex { $0.until < connection.first }
            let track: PerfettoTrace.Track
            if let lane {
                track = hosts[place][lane].track
                hosts[place][lane].until = connection.last
            } else {
                track = try trace.track(
                    "host \(key.remote)", in: bursts, rank: place)
                hosts[place].append((track, connection.last))
            }
            try trace.begin(
                "\(ProtocolName.text(key.protocolNumber)) \(key.remotePort)", on: track,
                at: connection.first,
                category: "connection",
                [("device_port", .count(Int64(key.devicePort)))])
            try trace.end(
                on: track, at: connection.last,
                [("energy_J", .number(connection.energy.total.magnitude / 1000))]
                    + details(of: connection.traffic))
        }
    }
}
