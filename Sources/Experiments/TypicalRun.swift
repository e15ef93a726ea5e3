/// One run of an experiment, simulated again to show the power of some policies over time.
public struct TypicalRun: Sendable {
    /// From 0.
    public let replication: Int
    /// Whether it is the median run rather than one that the caller chose.
    public private(set) var isTypical = false
    public let traces: [PowerTrace]
    /// An errand of an app, in detail: the first that is not skipped; `nil` without one.
    public let errand: ErrandTrace?

    /// Shows the replication in which the baseline's leading metric is the median.
    ///
    /// - Parameters:
    ///   - result: With at least one replication.
    ///   - bins: The number of equal stretches.
    ///   - most: The number of policies: the first ones, and always the baseline.
    public init(_ result: ExperimentResult, bins: Int, atMost most: Int) {
        let scenario = result.scenario
        var shown = scenario.policies.indices.prefix(most).map { $0 }
        if !shown.contains(scenario.baseline), !shown.isEmpty {
            shown[shown.count - 1] = scenario.baseline
        }
        self.init(scenario, policies: shown, replication: Self.middle(of: result), bins: bins)
        isTypical = true
    }

    /// - `shown`: Indices of policies.
    /// - `bins`: The number of equal stretches.
    /// - `skipped`: How many errands to skip before the one in detail: the first may also connect.
    public init(
        _ scenario: Scenario, policies shown: [Int], replication: Int, bins: Int,
        skipping skipped: Int = 0
    ) {
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
            recorder.skipped = skipped
            _ = plan.run(replication: replication, record: { recorder.add($0) })
            traces.append(recorder.trace)
            if index == detailed { errand = recorder.errand }
        }
        (self.traces, self.errand) = (traces, errand)
    }

    private static func middle(of result: ExperimentResult) -> Int {
        let sorted = result.baseline.replications.enumerated().compactMap { index, run in
            run[result.leadingMetric].map { (index, $0) }
        }.sorted { $0.1 < $1.1 }
        return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2].0
    }
}

/// The energy of one run by component and cause, in equal stretches.
public struct PowerTrace: Sendable {
    public let policy: String
    public let step: Seconds
    /// By component, then in the order of the plan's activities; without unused ones.
    public let parts: [Part]

    public struct Part: Sendable {
        public let component: Component
        /// As in `causes.csv`.
        public let activity: String
        /// By stretch.
        public let energies: [Millijoules]

        public var total: Millijoules { energies.reduce(.zero, +) }
    }
}

/// The energy of one errand of an app, by component and state.
public struct ErrandTrace: Sendable {
    public let policy: String
    /// Some seconds before the errand begins.
    public let from: Instant
    public let begun: Instant
    public let until: Instant
    /// In the order of their ends.
    public let stretches: [Stretch]

    public struct Stretch: Sendable {
        public let component: Component
        public let state: String
        public let activity: String
        public let kind: EnergyKind
        public let from: Instant
        public let until: Instant
        public let power: Milliwatts
    }
}

/// Records a run's power while it runs, in memory independent of its length.
private struct PowerRecorder {
    private let plan: LedgerPlan
    private let policy: String
    private let step: Int64
    private let bins: Int
    /// By component, activity and stretch, in millijoules.
    private var sums: [Double]
    private var lines: [LineCost]
    private let isDetailed: Bool
    /// Errands left to skip.
    var skipped = 0
    private var begun: Instant?
    private var busyUntil: Instant?
    private var kept: [Posting] = []
    /// Postings from before the errand that may extend into it.
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
        sums = Array(repeating: 0, count: Component.allCases.count * plan.activities.count * bins)
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
            guard isErrand else { return }
            // A posting of the errand that is being skipped, or the first of the next one.
            let isNext = busyUntil.map { posting.from > $0 + Self.pause } ?? true
            if isNext, skipped > 0 {
                skipped -= 1
            } else if isNext {
                self.begun = posting.from
                kept = recent
                recent = []
            }
            busyUntil = max(busyUntil ?? posting.until, posting.until)
            return
        }
        let end = busyUntil ?? begun
        if isErrand, posting.from <= end + Self.pause { busyUntil = max(end, posting.until) }
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
        return PowerTrace(policy: policy, step: TimeSpan(nanoseconds: step).seconds, parts: parts)
    }

    var errand: ErrandTrace? {
        guard let begun else { return nil }
        let start = max(Instant.start, begun - Self.lead)
        let busy = min(busyUntil ?? begun, begun + Self.longest)
        let end = busy + Self.lead
        let stretches = kept.compactMap { posting -> ErrandTrace.Stretch? in
            let (from, until) = (max(posting.from, start), min(posting.until, end))
            guard from < until else { return nil }
            let line = plan.lines[posting.line]
            return ErrandTrace.Stretch(
                component: line.component, state: line.state,
                activity: plan.activities[Int(posting.cause.activity)], kind: line.kind, from: from,
                until: until, power: posting.energy(plan) / (posting.until - posting.from).seconds)
        }
        return ErrandTrace(
            policy: policy, from: start, begun: begun, until: end, stretches: stretches)
    }
}

/// One run of one policy, with the reference run that its marginal metrics need.
public struct SingleRun: Sendable {
    public let policy: NamedPolicy
    public let replication: Int
    public let result: RunResult
    public let books: ExperimentResult
    /// States of its apps, if the detail has a timeline.
    public let appStates: [AppResidence]
    /// Why the run was cut short and has no result; `nil` if it was not.
    public var failure: RunFailure? {
        switch books.end {
        case .exceeded(let failure): failure
        case .precise, .atMost, .interrupted: nil
        }
    }

    /// Runs and emits events; an error of `emit` ends the run.
    ///
    /// - `replication`: From 0; a number is one world under every policy.
    public init<Failure: Error>(
        _ scenario: Scenario, policy: NamedPolicy, replication: Int, budget: RunBudget = .usual,
        detail: RunDetail, to emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) {
        let plan = RunPlan(scenario, policy: policy.options, budget: budget)
        var states: [AppResidence] = []
        let result = try plan.run(replication: replication, detail: detail) {
            event throws(Failure) in
            if case .state(let interval) = event { states.add(interval) }
            try emit(event)
        }
        (self.policy, self.replication, self.result) = (policy, replication, result)
        appStates = states
        let reference =
            policy.options.isNone
            ? nil : RunPlan(scenario, policy: .none).run(replication: replication)
        var books = PolicyResult(policy, books: plan.books)
        books.add(result, reference: reference)
        let failure = (result.excess ?? reference?.excess).map {
            RunFailure($0, policy: policy.name, replication: replication)
        }
        self.books = ExperimentResult(
            scenario: scenario, policies: [books], end: failure.map { .exceeded($0) } ?? .precise)
    }
}
