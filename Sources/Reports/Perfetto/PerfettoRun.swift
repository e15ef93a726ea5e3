/// Writes a run for Perfetto, with arrows from each job to what the radio did for it.
///
/// It shows the states and powers of the phone's components and the jobs of the apps. It writes
/// during the run and holds back an hour of it; see `BeginningOrder`.
public struct PerfettoRun: ~Copyable {
    public static let fileName = PerfettoTrace.fileName

    /// The findings of a first pass over the run.
    public struct Preparation: Sendable {
        fileprivate var noted: [Posting] = []

        public init() {}

        public mutating func add(_ posting: Posting) {
            if BeginningOrder.isNoted(posting) { noted.append(posting) }
        }
    }

    private let plan: LedgerPlan
    private let horizon: Instant
    private var order: BeginningOrder
    private var trace: PerfettoTrace
    private var parts: [Part?]
    private var total: Power
    /// The time from which all components draw their current levels.
    private var since: Instant?
    private var work: WorkTracks

    private struct Part {
        let track: PerfettoTrace.Track
        var power: Power
        var state: Int?
    }

    private struct Power {
        let track: PerfettoTrace.Track
        var level: Double?
    }

    public init(
        _ plan: LedgerPlan, of policy: PolicyOptions, about: String,
        horizon: TimeSpan, _ preparation: consuming Preparation,
        to write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) throws(OutputError) {
        let end = Instant.start + horizon
        var trace = PerfettoTrace(to: write)
        let run = try trace.track("run", rank: 0, about: "Time 0 is midnight, when the run begins.")
        try trace.begin("\(about). Time 0 is midnight, when the run begins", on: run, at: .start)
        try trace.end(on: run, at: end)
        let phone = try trace.counter(
            "power of the phone (mW)", unit: "mW", in: run, rank: 0,
            about: "The sum over its parts, each the mean over its stretch.")
        // Stored properties are set only after the last call that can throw.
        (self.plan, self.horizon, total) = (plan, end, Power(track: phone))
        order = BeginningOrder(plan, noted: preparation.noted)
        parts = Array(repeating: nil, count: Component.allCases.count)
        work = WorkTracks(plan, of: policy)
        self.trace = trace
    }

    /// Adds an interval of a component, longer than zero, in the order in which a run emits them.
    public mutating func add(_ posting: Posting) throws(OutputError) {
        for posting in order.ready(after: posting) { try draw(posting) }
    }

    /// Adds the state of an app, in the order in which a run emits them.
    public mutating func add(_ interval: AppInterval) throws(OutputError) {
        try work.add(interval, &trace)
    }

    public mutating func finish() throws(OutputError) {
        for posting in order.rest() { try draw(posting) }
        try setTotal(from: horizon)
        for part in parts {
            if let part, part.state != nil { try trace.end(on: part.track, at: horizon) }
        }
        try work.finish(&trace)
        try trace.finish()
    }

    private mutating func draw(_ posting: Posting) throws(OutputError) {
        let line = plan.lines[posting.line]
        let power = posting.energy(plan) / (posting.until - posting.from).seconds
        // A component that is always off has no track.
        if posting.from == .start, posting.until >= horizon, power == .zero { return }
        try work.pass(posting.from, &trace)
        let flow = try work.flow(of: posting, line.kind, &trace)
        let place = line.component.place
        var part: Part
        if let known = parts[place] {
            part = known
        } else {
            let name = line.component.rawValue
            let track = try trace.track(name, rank: 10 + place)
            let counter = try trace.counter(
                "\(name) power (mW)", unit: "mW", in: track, rank: 0,
                about: "The mean over each stretch, what bytes and events cost included.")
            part = Part(track: track, power: Power(track: counter))
        }
        let state = plan.stateOfLine[posting.line]
        if state != part.state {
            if part.state != nil { try trace.end(on: part.track, at: posting.from) }
            part.state = state
            try trace.begin(line.state, on: part.track, at: posting.from, category: "state")
        }
        if line.kind != .baseline {
            try describe(posting, line.kind, power, on: part.track, flow: flow)
        }
        if posting.from != since { try setTotal(from: posting.from) }
        if part.power.level != power.magnitude {
            part.power.level = power.magnitude
            try trace.set(part.power.track, to: power.magnitude, at: posting.from)
        }
        parts[place] = part
    }

    private mutating func describe(
        _ posting: Posting, _ kind: EnergyKind, _ power: Milliwatts,
        on track: PerfettoTrace.Track, flow: UInt64?
    ) throws(OutputError) {
        let activity = plan.activities[Int(posting.cause.activity)]
        var details: [(String, PerfettoTrace.Detail)] = [
            ("power_mW", .number(power.magnitude)), ("activity", .text(activity)),
        ]
        if posting.cause.serial > 0 {
            details.append(("number", .count(Int64(posting.cause.serial))))
        }
        try trace.begin(
            "\(kind.rawValue): \(activity)", on: track, at: posting.from,
            category: kind.rawValue, details, flow: flow)
        try trace.end(on: track, at: posting.until)
    }

    /// Writes the phone's power before a time, once all components are known until then.
    private mutating func setTotal(from time: Instant) throws(OutputError) {
        defer { since = time }
        guard let since else { return }
        let level = parts.reduce(0) { $0 + ($1?.power.level ?? 0) }
        if level == total.level { return }
        total.level = level
        try trace.set(total.track, to: level, at: since)
    }
}

/// Sorts the intervals of a run by beginning, then component.
///
/// A run emits them by end, so an interval of a day comes a day late. Two passes keep at most an
/// hour of the run in memory: the first notes intervals of an hour or longer, the second emits all
/// in order.
struct BeginningOrder {
    /// The least length of an interval that is noted in the first pass.
    private static let long = TimeSpan(nanoseconds: 3_600_000_000_000)
    private static let step = TimeSpan(nanoseconds: 600_000_000_000)

    private let components: [Int]
    /// The noted intervals, the last to begin first.
    private var noted: [Posting] = []
    private var waiting: [Posting] = []
    private var next = Instant.start + long

    /// - Parameter noted: In any order.
    init(_ plan: LedgerPlan, noted: [Posting]) {
        components = plan.lines.map(\.component.place)
        self.noted = sorted(noted).reversed()
    }

    /// Whether the first pass notes an interval and the second skips it.
    static func isNoted(_ posting: Posting) -> Bool { posting.until - posting.from >= long }

    /// Adds an interval in the order of ends; returns those that nothing can precede any more.
    mutating func ready(after posting: Posting) -> [Posting] {
        if !Self.isNoted(posting) { waiting.append(posting) }
        guard posting.until >= next else { return [] }
        next = posting.until + Self.step
        // Intervals to come end no earlier than this one and are shorter than the noted ones.
        let known = posting.until - Self.long
        let ready = merged(sorted(waiting.filter { $0.from <= known }))
        waiting.removeAll { $0.from <= known }
        return ready
    }

    mutating func rest() -> [Posting] {
        defer { (waiting, noted) = ([], []) }
        return merged(sorted(waiting)) + noted.reversed()
    }

    /// With the noted intervals that come before the last of `ready`.
    private mutating func merged(_ ready: [Posting]) -> [Posting] {
        ready.flatMap { posting in
            var before: [Posting] = []
            while let first = noted.last, isBefore(first, posting) {
                before.append(noted.removeLast())
            }
            return before + [posting]
        }
    }

    private func sorted(_ postings: [Posting]) -> [Posting] { postings.sorted(by: isBefore) }

    /// A total order: no two intervals of one component begin at the same time.
    private func isBefore(_ one: Posting, _ other: Posting) -> Bool {
        (one.from, components[one.line]) < (other.from, components[other.line])
    }
}

extension Component { var place: Int { Self.allCases.firstIndex(of: self) ?? 0 } }
