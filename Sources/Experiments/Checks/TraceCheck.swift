import DeviceModel
import Kernel
import Studies
import Traces

/// Whether a recorded trace keeps a budget on each radio.
///
/// One trace has no interval: what it cost on a radio is computed, and either within a limit or
/// not. What another run of the same test would cost, it does not say.
public struct TraceCheck: Sendable {
    public let budget: TraceBudget
    /// One replay for each radio.
    public let results: [TraceReplayResult]
    /// By limit, then by radio.
    public internal(set) var outcomes: [Outcome]
    /// What each host and app cost, by radio and then by what it cost, the most first.
    public let shares: [Share]
    /// What of the trace was not billed.
    public let omission: TraceOmission
    /// Whether so much was left out that no limit is decided, and the check does not pass.
    public let isPartial: Bool
    /// With an earlier check; `nil`: with none.
    public internal(set) var comparison: CheckComparison?

    /// What one limit came to on one radio.
    public struct Outcome: Sendable {
        public let limit: TraceLimit
        /// The radio's name.
        public let radio: String
        /// Connections that count; of the whole trace all.
        public let connections: Int
        /// In the limit's unit and period.
        public let measured: Double
        /// Undecided where the trace has no packet of the host or the app: nothing was tried.
        /// Where an earlier check has some, they are gone, and the limit is met. Undecided, too,
        /// where the check is partial.
        public internal(set) var verdict: LimitOutcome.Verdict
        /// Whether the check is partial: then `measured` is of a part of the trace.
        public let isPartial: Bool

        /// How much more it is than allowed; below zero: how much less.
        public var excess: Double { measured - limit.amount }
    }

    /// The connections of one host and app.
    public struct Share: Sendable {
        /// The radio's name.
        public let radio: String
        /// Its name, or else its address; `nil` where the trace does not say.
        public let host: String?
        /// `nil` where nothing says it.
        public let app: String?
        public internal(set) var connections = 0
        public internal(set) var traffic = Traffic()
        public internal(set) var energy = CausedEnergy()
    }

    /// Names of connections that a trace has.
    public struct Names: Sendable {
        /// As the capture says.
        public var connections: ConnectionNames
        /// For connections whose app the capture does not say.
        public var apps: AppMap?

        /// - Parameters:
        ///   - connections: As the capture says.
        ///   - apps: For connections whose app the capture does not say.
        public init(_ connections: ConnectionNames, apps: AppMap? = nil) {
            (self.connections, self.apps) = (connections, apps)
        }

        func app(of key: FlowKey) -> String? {
            connections.app(of: key) ?? apps?.app(of: key, host: connections.host(of: key))
        }
    }

    /// - Parameters:
    ///   - budget: The limits; those on a radio name one of the results'.
    ///   - results: The trace on each radio.
    ///   - names: Of hosts and apps.
    ///   - battery: The phone's; `nil` only where no limit needs it.
    ///   - skipped: What the reader of the trace left out.
    ///   - allowsPartial: Whether limits are decided however much was left out.
    public init(
        _ budget: TraceBudget, _ results: [TraceReplayResult], names: Names, battery: Battery?,
        skipped: [TraceSummary.SkippedCount], allowsPartial: Bool
    ) {
        self.budget = budget
        self.results = results
        let omission = TraceOmission(results.first, skipped: skipped)
        let isPartial = omission.isTooMuch && !allowsPartial
        (self.omission, self.isPartial) = (omission, isPartial)
        outcomes = budget.limits.flatMap { limit in
            results.filter { limit.radio ?? $0.radio.radio.name == $0.radio.radio.name }
                .map { Self.outcome(limit, $0, names, battery, isPartial: isPartial) }
        }
        shares = results.flatMap { Self.shares(of: $0, names) }
    }

    /// Whether every limit is kept, or lets the check pass. A partial check never does: nobody
    /// knows what the rest of the trace costs.
    public var passes: Bool {
        !isPartial
            && outcomes.allSatisfy { outcome in
                outcome.verdict == .met || (outcome.verdict == .undecided && budget.undecidedPasses)
            }
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

    /// Whether a connection counts.
    private static func test(
        _ subject: TraceLimit.Subject, _ names: Names
    ) -> (Flow) -> Bool {
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
        // Of two that cost the same the one that came first.
        return shares.enumerated().sorted {
            (-$0.element.energy.total.magnitude, $0.offset)
                < (-$1.element.energy.total.magnitude, $1.offset)
        }.map(\.element)
    }
}

/// The packets of a trace that a check did not bill, although they may be the phone's.
public struct TraceOmission: Sendable {
    /// Per cent: a check that leaves out more of the packets or of the bytes decides nothing.
    private static let tolerated = 1.0

    /// Packets and their bytes.
    public struct Amount: Hashable, Sendable {
        public var packets: Int64 = 0
        public var bytes: Int64 = 0

        static func + (one: Amount, other: Amount) -> Amount {
            Amount(packets: one.packets + other.packets, bytes: one.bytes + other.bytes)
        }
    }

    /// At the horizon or later.
    public let late: Amount
    /// The end of what was billed; `nil`: the trace's own.
    public let horizon: Instant?
    /// For each reason to leave a packet out that does not show it to be none of the phone's; the
    /// most frequent first.
    public let skipped: [TraceSummary.SkippedCount]
    /// What was billed and what was left out.
    public let whole: Amount

    /// - Parameters:
    ///   - result: On any radio; they all left out the same. `nil`: there is no radio.
    ///   - skipped: What the reader of the trace left out.
    init(_ result: TraceReplayResult?, skipped: [TraceSummary.SkippedCount]) {
        self.skipped = skipped.filter { !$0.reason.isNoTraffic }
        horizon = result?.radio.settings.horizon
        late = result.map { Amount($0.late) } ?? Amount()
        let billed = (result?.flows ?? []).reduce(Amount()) { $0 + Amount($1.traffic) }
        whole = self.skipped.reduce(billed + late) { $0 + Amount($1) }
    }

    /// What the reader left out.
    public var unread: Amount { skipped.reduce(Amount()) { $0 + Amount($1) } }

    /// Whether the rest does not stand for the whole.
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
