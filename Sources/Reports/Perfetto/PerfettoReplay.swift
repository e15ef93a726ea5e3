/// Writes a replayed trace for Perfetto, with an arrow from each burst to what the radio did for
/// it.
///
/// The tracks are the radio's states and power, the bursts, and the connections of each host. It
/// writes while the trace is read and keeps only what the result holds anyway.
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
    /// The current stretch of one state and burst, which may continue.
    private var stretch: Stretch?
    /// The energy of zero-length intervals before it.
    private var extra = Millijoules.zero
    /// The flow of each burst; `nil` before anything was drawn for it.
    private var flows: [UInt64?] = []
    private var failure: OutputError?

    private struct Stretch {
        let line: Int
        let burst: ReplayInterval.Burst?
        let from: Instant
        var until: Instant
        var energy: Millijoules
    }

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
        // Stored properties are set only after the last call that can throw.
        (self.plan, self.radio, self.power, self.bursts) = (plan, radio, power, bursts)
        self.trace = trace
    }

    /// Adds what the radio did next, in order of time; `finish` throws any write error.
    public mutating func add(_ interval: ReplayInterval) {
        if failure != nil { return }
        do throws(OutputError) {
            try take(interval)
        } catch { failure = error }
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

    /// Draws the cause of the energy as a slice within the state; zero-length if the packets alone
    /// cost it.
    private mutating func drawCause(_ stretch: Stretch, _ kind: EnergyKind) throws(OutputError) {
        var flow: UInt64?
        var details = [("energy_mJ", PerfettoTrace.Detail.number(stretch.energy.magnitude))]
        if let burst = stretch.burst {
            flow = try begin(burst)
            details.append(("burst", .count(Int64(burst.number + 1))))
        }
        try trace.begin(
            kind.rawValue, on: radio, at: stretch.from, category: kind.rawValue, details,
            flow: flow)
        try trace.end(on: radio, at: stretch.until)
    }

    /// The flow of a burst, started when first seen.
    ///
    /// It starts before what the radio did for the burst, so that the arrow leads away from the
    /// burst if both begin at one time.
    private mutating func begin(_ burst: ReplayInterval.Burst) throws(OutputError) -> UInt64 {
        while flows.count <= burst.number { flows.append(nil) }
        if let flow = flows[burst.number] { return flow }
        let flow = trace.newFlow()
        flows[burst.number] = flow
        try trace.begin("burst", on: bursts, at: burst.from, category: "burst", flow: flow)
        return flow
    }

    /// Writes the rest; throws also an earlier write error.
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
        try trace.end(on: bursts, at: burst.until, details + self.details(of: burst.traffic))
    }

    private func details(of traffic: Traffic) -> [(String, PerfettoTrace.Detail)] {
        [
            ("packets", .count(traffic.packets)), ("sent_B", .count(traffic.uplinkBytes)),
            ("received_B", .count(traffic.downlinkBytes)),
        ]
    }

    /// Draws a track for each host, by first packet, with extra tracks of the same name for
    /// overlapping connections.
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
                track = try trace.track("host \(key.remote)", in: bursts, rank: place)
                hosts[place].append((track, connection.last))
            }
            try trace.begin(
                "\(ProtocolName.text(key.protocolNumber)) \(key.remotePort)", on: track,
                at: connection.first, category: "connection",
                [("device_port", .count(Int64(key.devicePort)))])
            try trace.end(
                on: track, at: connection.last,
                [("energy_J", .number(connection.energy.total.magnitude / 1000))]
                    + details(of: connection.traffic))
        }
    }
}
