public struct RunResult: Sendable {
    public let table: LedgerTable<Int64>
    public let metrics: MetricValues
    /// Outcomes in the order of ``PolicyOptions/errandRules``; empty after an early end.
    public let errands: [ErrandBook]
    /// Scheduled events, and steps of the radio that the policy waited for; 0 for a run in step.
    public let eventCount: UInt64
    /// Why the run ended early and is unusable; `nil`: it is complete.
    public let excess: RunExcess?
}

/// The timeline of a run: intervals of components and states of apps.
struct RunTimeline: ~Copyable {
    private let merge: TimelineMerge
    private var states: AppStates

    init(_ merge: TimelineMerge, of policy: PolicyOptions) {
        self.merge = merge
        states = AppStates(of: policy)
    }

    /// Emits what no earlier interval can follow.
    mutating func follow<Failure: Error>(
        _ policy: any Policy, _ phone: borrowing Phone, _ emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) {
        states.look(at: policy, now: phone.now)
        let settled = phone.settled
        try merge.emit(before: settled) { (posting) throws(Failure) in
            try emitStates(before: posting.until, emit)
            try emit(.interval(posting))
        }
        try emitStates(before: settled, emit)
    }

    mutating func finish<Failure: Error>(
        _ policy: any Policy, _ phone: borrowing Phone, _ emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) {
        states.look(at: policy, now: phone.calendar.horizon, isLast: true)
        try merge.emitRest { (posting) throws(Failure) in
            try emitStates(before: posting.until, emit)
            try emit(.interval(posting))
        }
        try emitStates(before: .never, emit)
    }

    private mutating func emitStates<Failure: Error>(
        before time: Instant, _ emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) { for state in states.take(before: time) { try emit(.state(state)) } }
}

/// An interval in which an app stays in one state.
public struct AppInterval: Hashable, Sendable {
    /// Empty for a single app.
    public var app: String
    public var state: AppState
    public var from: Instant
    public var until: Instant
}

/// All intervals of an app in one state.
public struct AppResidence: Hashable, Sendable {
    public let app: String
    public let state: AppState
    public fileprivate(set) var time = TimeSpan.zero
    public fileprivate(set) var entries = 0
}

extension [AppResidence] {
    public mutating func add(_ interval: AppInterval) {
        let found = firstIndex { $0.app == interval.app && $0.state == interval.state }
        if found == nil { append(AppResidence(app: interval.app, state: interval.state)) }
        let place = found ?? endIndex - 1
        self[place].time = self[place].time + (interval.until - interval.from)
        self[place].entries += 1
    }
}

/// The successive states of the apps of one run.
///
/// Apps do not announce changes of state: they are asked after each event.
struct AppStates: ~Copyable {
    private struct App {
        let name: String
        let place: Int32
        var state: AppState?
        var since: Instant = .start
    }

    private var apps: [App]
    /// Completed, ordered by end, then by app.
    private var ended: [AppInterval] = []

    init(of policy: PolicyOptions) {
        apps =
            policy.severalApps?.apps.map { App(name: $0.name, place: Int32($0.place)) }
            ?? [App(name: "", place: AppSlot.only.place)]
    }

    mutating func look(at policy: any Policy, now: Instant, isLast: Bool = false) {
        for index in apps.indices {
            let state = policy.state(ofAppAt: apps[index].place)
            let app = apps[index]
            if state == app.state && !isLast { continue }
            if let old = app.state, app.since < now {
                ended.append(AppInterval(app: app.name, state: old, from: app.since, until: now))
            }
            (apps[index].state, apps[index].since) = (state, now)
        }
    }

    mutating func take(before time: Instant) -> [AppInterval] {
        guard let first = ended.first, first.until < time else { return [] }
        let count = ended.firstIndex { $0.until >= time } ?? ended.count
        defer { ended.removeFirst(count) }
        return Array(ended[..<count])
    }
}

extension RunPlan {
    /// A run with the windows between its idle periods: when they began, and whether in deep Doze.
    public func dozing(
        replication: Int
    ) -> (result: RunResult, windows: [(from: Instant, isDeep: Bool)], isDeepIdle: Bool) {
        var run = DeviceRun(self, replication: replication, record: nil)
        let result = run.run()
        let doze = run.phone.deferrals?.doze
        let windows = (doze?.windows ?? []).map { (from: $0.from, isDeep: $0.isDeep) }
        return (result, windows, doze?.isDeepIdle ?? false)
    }
}

/// A run of an experiment that exceeded its budget.
public struct RunFailure: Error, Hashable, Sendable {
    public let excess: RunExcess
    public let policy: String
    /// Counted from 0.
    public let replication: Int

    public init(_ excess: RunExcess, policy: String, replication: Int) {
        (self.excess, self.policy, self.replication) = (excess, policy, replication)
    }

    public var message: String {
        switch excess {
        case .foreseen, .memory: excess.message
        case .events, .waiting, .way:
            "policy \(policy) in replication \(replication): \(excess.message)"
        }
    }

    public var advice: String { excess.advice }
}
