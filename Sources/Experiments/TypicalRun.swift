import DeviceModel
import Kernel
import Studies

/// One run out of an experiment, simulated again to be looked at: the power of some policies over
/// time in the same world.
public struct TypicalRun: Sendable {
    /// The replication, from 0.
    public let replication: Int
    /// Whether it is the run in the middle, rather than one that the caller named.
    public private(set) var isTypical = false
    /// In the order of the scenario's policies.
    public let traces: [PowerTrace]
    /// The first errand of an app, in detail; `nil`: no app does anything.
    public let errand: ErrandTrace?

    /// The run in the middle: of all replications that whose leading metric, of the baseline, is
    /// the median.
    ///
    /// - Parameters:
    ///   - result: with at least one replication.
    ///   - bins: how many stretches of equal length each run is cut into.
    ///   - most: how many policies are looked at: the first ones, and the baseline in any case.
    public init(_ result: ExperimentResult, bins: Int, atMost most: Int) {
        let scenario = result.scenario
        var shown = scenario.policies.indices.prefix(most).map { $0 }
        if !shown.contains(scenario.baseline), !shown.isEmpty {
            shown[shown.count - 1] = scenario.baseline
        }
        self.init(scenario, policies: shown, replication: Self.middle(of: result), bins: bins)
        isTypical = true
    }

    /// A run that the caller names.
    ///
    /// - Parameters:
    ///   - scenario: what is simulated.
    ///   - shown: the places of the policies that are looked at.
    ///   - replication: from 0.
    ///   - bins: how many stretches of equal length each run is cut into.
    public init(_ scenario: Scenario, policies shown: [Int], replication: Int, bins: Int) {
        self.replication = replication
        let busy = shown.filter { !scenario.policies[$0].options.isNone }
        let detailed = busy.contains(scenario.baseline) ? scenario.baseline : busy.first
        var traces: [PowerTrace] = []
        var errand: ErrandTrace?
        for index in shown {
            let policy = scenario.policies[index]
            let plan = RunPlan(scenario, policy: policy.options)
            var recorder = PowerRecorder(
                plan.books, policy: policy.name, horizon: scenario.horizon, bins: bins,
                isDetailed: index == detailed)
            _ = plan.run(replication: replication, record: { recorder.add($0) })
            traces.append(recorder.trace)
            if index == detailed { errand = recorder.errand }
        }
        (self.traces, self.errand) = (traces, errand)
    }

    private static func middle(of result: ExperimentResult) -> Int {
        let values = result.baseline.replications.map { $0[result.leadingMetric] }
        let known = values.enumerated().compactMap { index, value in value.map { (index, $0) } }
        let sorted = known.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 < $1.1 }
        return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2].0
    }
}

/// The energy of one run by component and cause, in stretches of equal length.
public struct PowerTrace: Sendable {
    public let policy: String
    /// How long each stretch is.
    public let step: Seconds
    /// By component, then in the order of the plan's activities; those that drew anything.
    public let parts: [Part]

    /// What one component drew for one activity.
    public struct Part: Sendable {
        public let component: Component
        /// As `causes.csv` names it.
        public let activity: String
        /// By stretch.
        public let energies: [Millijoules]

        public var total: Millijoules { energies.reduce(.zero, +) }
    }
}

/// What an app's first errand draws: each component in each state.
public struct ErrandTrace: Sendable {
    public let policy: String
    /// Since the start of the run.
    public let from: Instant
    public let until: Instant
    /// In the order of their ends.
    public let stretches: [Stretch]

    /// One component in one state for one cause.
    public struct Stretch: Sendable {
        public let component: Component
        public let state: String
        public let activity: String
        public let kind: EnergyKind
        /// Not before the errand's, not after its end.
        public let from: Instant
        public let until: Instant
        /// The mean over the stretch.
        public let power: Milliwatts
    }
}

/// Writes down a run's power while it goes on, in memory that does not grow with its length.
private struct PowerRecorder {
    private let plan: LedgerPlan
    private let policy: String
    private let step: Int64
    private let bins: Int
    /// By component, activity and stretch, in millijoules.
    private var sums: [Double]
    private var lines: [LineCost]
    // The first errand.
    private let isDetailed: Bool
    private var begun: Instant?
    /// Until when the app's errand is known to last.
    private var busyUntil = Instant.start
    private var kept: [Posting] = []
    /// What came before the errand began, as far as it may last into it.
    private var recent: [Posting] = []

    private struct LineCost {
        let component: Int
        let isBaseline: Bool
    }

    private static let lead = TimeSpan(nanoseconds: 3_000_000_000)
    private static let longest = TimeSpan(nanoseconds: 60_000_000_000)
    private static let pause = TimeSpan(nanoseconds: 1_000_000_000)
    private static let mostKept = 1000

    init(_ plan: LedgerPlan, policy: String, horizon: TimeSpan, bins: Int, isDetailed: Bool) {
        (self.plan, self.policy, self.bins, self.isDetailed) = (plan, policy, bins, isDetailed)
        step = max(1, (horizon.nanoseconds + Int64(bins) - 1) / Int64(bins))
        sums = Array(
            repeating: 0, count: Component.allCases.count * plan.activities.count * bins)
        lines = plan.lines.map { line in
            LineCost(
                component: Component.allCases.firstIndex(of: line.component) ?? 0,
                isBaseline: line.kind == .baseline)
        }
    }

    mutating func add(_ posting: Posting) {
        let energy = posting.energy(plan).magnitude
        let from = posting.from.nanoseconds
        let length = posting.until.nanoseconds - from
        let row =
            (lines[posting.line].component * plan.activities.count + Int(posting.cause.activity))
            * bins
        let first = min(Int(from / step), bins - 1)
        let last = length == 0 ? first : min(Int((posting.until.nanoseconds - 1) / step), bins - 1)
        if first == last {
            sums[row + first] += energy
        } else {
            for bin in first...last {
                let start = max(from, Int64(bin) * step)
                let end = min(posting.until.nanoseconds, Int64(bin + 1) * step)
                sums[row + bin] += energy * Double(end - start) / Double(length)
            }
        }
        if isDetailed { follow(posting) }
    }

    private mutating func follow(_ posting: Posting) {
        let isOwn = plan.policyActivities.contains(Int(posting.cause.activity))
        let isErrand = isOwn && !lines[posting.line].isBaseline && posting.from < posting.until
        guard let begun else {
            recent.append(posting)
            if recent.count > 400 { recent.removeFirst(200) }
            if isErrand {
                self.begun = posting.from
                kept = recent
                recent = []
                busyUntil = posting.until
            }
            return
        }
        if isErrand, posting.from <= busyUntil + Self.pause {
            busyUntil = max(busyUntil, posting.until)
        }
        let isNear = posting.from <= begun + Self.longest
        if isNear, kept.count < Self.mostKept { kept.append(posting) }
    }

    var trace: PowerTrace {
        var parts: [PowerTrace.Part] = []
        for (place, component) in Component.allCases.enumerated() {
            for (number, activity) in plan.activities.enumerated() {
                let row = (place * plan.activities.count + number) * bins
                let energies = sums[row..<row + bins]
                guard energies.contains(where: { $0 != 0 }) else { continue }
                parts.append(
                    PowerTrace.Part(
                        component: component, activity: activity,
                        energies: energies.map { Millijoules($0) }))
            }
        }
        return PowerTrace(
            policy: policy, step: TimeSpan(nanoseconds: step).seconds, parts: parts)
    }

    var errand: ErrandTrace? {
        guard let begun else { return nil }
        let start = max(Instant.start, begun - Self.lead)
        let busy = min(busyUntil, begun + Self.longest)
        let end = busy + Self.lead
        let stretches = kept.compactMap { posting -> ErrandTrace.Stretch? in
            let (from, until) = (max(posting.from, start), min(posting.until, end))
            guard from < until else { return nil }
            let line = plan.lines[posting.line]
            return ErrandTrace.Stretch(
                component: line.component, state: line.state,
                activity: plan.activities[Int(posting.cause.activity)], kind: line.kind,
                from: from, until: until,
                power: posting.energy(plan) / (posting.until - posting.from).seconds)
        }
        return ErrandTrace(policy: policy, from: start, until: end, stretches: stretches)
    }
}
