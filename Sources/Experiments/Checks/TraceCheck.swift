/// Whether a recorded trace keeps a budget on each radio.
///
/// A single trace has no interval, and does not tell what another run of the test would cost.
public struct TraceCheck: Sendable {
    public let budget: TraceBudget
    public let results: [TraceReplayResult]
    /// By limit, then by radio.
    public internal(set) var outcomes: [Outcome]
    /// The cost of each host and app, by radio, the most expensive first.
    public let shares: [Share]
    public let omission: TraceOmission
    /// Whether too much was left out to decide any limit, so that the check fails.
    public let isPartial: Bool
    public internal(set) var comparison: CheckComparison?

    public struct Outcome: Sendable {
        public let limit: TraceLimit
        public let radio: String
        public let connections: Int
        /// In the limit's unit and period.
        public let measured: Double
        /// Undecided where the trace has no packet of the host or app, and in a partial check.
        ///
        /// If an earlier check had such packets, they are gone, and the limit is met.
        public internal(set) var verdict: LimitOutcome.Verdict
        public let isPartial: Bool

        /// The amount beyond the limit; negative below it.
        public var excess: Double { measured - limit.amount }
    }

    public struct Share: Sendable {
        public let radio: String
        /// Its name, else its address; `nil` if unknown.
        public let host: String?
        /// `nil` if unknown.
        public let app: String?
        public internal(set) var connections = 0
        public internal(set) var traffic = Traffic()
        public internal(set) var energy = CausedEnergy()
    }

    public struct Names: Sendable {
        public var connections: ConnectionNames
        /// For connections whose app the capture does not name.
        public var apps: AppMap?

        public init(_ connections: ConnectionNames, apps: AppMap? = nil) {
            (self.connections, self.apps) = (connections, apps)
        }

        func app(of key: FlowKey) -> String? {
            connections.app(of: key) ?? apps?.app(of: key, host: connections.host(of: key))
        }
    }

    /// - `budget`: Limits on a radio name one of the results'.
    /// - `results`: The trace on each radio.
    /// - `battery`: `nil` only where no limit needs it.
    /// - `skipped`: The packets that the reader skipped.
    /// - `allowsPartial`: Whether to decide limits however much was left out.
    public init(
        _ budget: TraceBudget, _ results: [TraceReplayResult], names: Names, battery: Battery?,
        skipped: [TraceSummary.SkippedCount], allowsPartial: Bool
    ) {
        (self.budget, self.results) = (budget, results)
        let omission = TraceOmission(results.first, skipped: skipped)
        let isPartial = omission.isTooMuch && !allowsPartial
        (self.omission, self.isPartial) = (omission, isPartial)
        outcomes = budget.limits.flatMap { limit in
            results.filter { limit.radio ?? $0.radio.radio.name == $0.radio.radio.name }
                .map { Self.outcome(limit, $0, names, battery, isPartial: isPartial) }
        }
        shares = results.flatMap { Self.shares(of: $0, names) }
    }

    /// Whether every limit is met, or undecided where the budget allows that; false if partial.
    public var passes: Bool {
        !isPartial
            && outcomes.allSatisfy { outcome in
                outcome.verdict == .met || (outcome.verdict == .undecided && budget.undecidedPasses)
            } && comparison?.passes(undecided: budget.undecidedPasses) != false
    }

    private static func outcome(
        _ limit: TraceLimit, _ result: TraceReplayResult, _ names: Names, _ battery: Battery?,
        isPartial: Bool
    ) -> Outcome {
        var energy = CausedEnergy()
        var connections = 0
        let includes = test(limit.subject, names)
        for flow in result.flows where includes(flow) {
            connections += 1
            energy.add(flow.energy)
        }
        let caused = limit.subject == .all ? result.radio.activeEnergy : energy.total
        var measured = limit.unit.amount(of: caused, battery)
        let length = result.radio.duration.seconds.magnitude
        if let period = limit.period, length > 0 { measured *= period.seconds / length }
        let isTried = connections > 0 && !isPartial
        return Outcome(
            limit: limit, radio: result.radio.radio.name, connections: connections,
            measured: measured,
            verdict: isTried ? (measured <= limit.amount ? .met : .exceeded) : .undecided,
            isPartial: isPartial)
    }

    private static func test(_ subject: TraceLimit.Subject, _ names: Names) -> (Flow) -> Bool {
        switch subject {
        case .all: return { _ in true }
        case .host(let text):
            guard let pattern = HostPattern(text) else { return { _ in false } }
            return { flow in
                flow.key.map {
                    pattern.matches(names.connections.host(of: $0), $0.remote)
                } ?? false
            }
        case .app(let name): return { $0.key.flatMap { names.app(of: $0) } == name }
        }
    }

    private static func shares(of result: TraceReplayResult, _ names: Names) -> [Share] {
        var shares: [Share] = []
        var places: [[String?]: Int] = [:]
        for flow in result.flows {
            let host = flow.key.map { names.connections.host(of: $0) ?? "\($0.remote)" }
            let app = flow.key.flatMap { names.app(of: $0) }
            let place = places[[host, app]] ?? shares.count
            if place == shares.count {
                places[[host, app]] = place
                shares.append(Share(radio: result.radio.radio.name, host: host, app: app))
            }
            shares[place].connections += 1
            shares[place].traffic.add(flow.traffic)
            shares[place].energy.add(flow.energy)
        }
        return shares.sorted { $0.energy.total > $1.energy.total }
    }
}

/// Packets of a trace that may be the phone's but were not billed.
public struct TraceOmission: Sendable {
    /// The largest tolerated share of packets or bytes, in per cent.
    private static let tolerated = 1.0

    public struct Amount: Hashable, Sendable {
        public var packets: Int64 = 0
        public var bytes: Int64 = 0

        static func + (one: Amount, other: Amount) -> Amount {
            Amount(packets: one.packets + other.packets, bytes: one.bytes + other.bytes)
        }
    }

    /// At the horizon or later.
    public let late: Amount
    /// The end of what was billed; `nil` for the end of the trace.
    public let horizon: Instant?
    /// Skipped packets by reason, unless surely not the phone's; the most frequent first.
    public let skipped: [TraceSummary.SkippedCount]
    public let whole: Amount

    /// - Parameter result: On any radio, as all left out the same packets; `nil` without a radio.
    init(_ result: TraceReplayResult?, skipped: [TraceSummary.SkippedCount]) {
        self.skipped = skipped.filter { !$0.reason.isNoTraffic }
        horizon = result?.radio.settings.horizon
        late = result.map { Amount($0.late) } ?? Amount()
        let billed = (result?.flows ?? []).reduce(Amount()) { $0 + Amount($1.traffic) }
        whole = self.skipped.reduce(billed + late) { $0 + Amount($1) }
    }

    public var unread: Amount { skipped.reduce(Amount()) { $0 + Amount($1) } }

    /// Whether too much is missing for the rest to represent the whole.
    public var isTooMuch: Bool {
        let all = late + unread
        return [(all.packets, whole.packets), (all.bytes, whole.bytes)].contains { part, whole in
            100 * Double(part) > Self.tolerated * Double(whole)
        }
    }
}

extension TraceOmission.Amount {
    fileprivate init(_ traffic: Traffic) {
        self.init(packets: traffic.packets, bytes: traffic.bytes)
    }

    fileprivate init(_ count: TraceSummary.SkippedCount) {
        self.init(packets: Int64(count.packets), bytes: count.bytes)
    }
}
