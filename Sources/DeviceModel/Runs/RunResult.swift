import Kernel

/// What one run yields.
public struct RunResult: Sendable {
    /// The closed books.
    public let table: LedgerTable<Int64>
    public let metrics: MetricValues
    /// What the errands came to, in the order of the policy's ``PolicyOptions/errandRules``; empty
    /// also where the run was cut short.
    public let errands: [ErrandBook]
    /// Times at which the run stopped: planned events, and what the radio did next while the policy
    /// waited for it, mostly the end of a transfer.
    public let eventCount: UInt64
    /// Why the run ended before its horizon, so that nothing can be said by it; `nil`: it did not.
    public let excess: RunExcess?
}

/// How much work a run was.
struct RunWork: Hashable, Sendable {
    /// As in `RunResult`.
    var events: UInt64
    /// Events put into the queue, cancelled ones included.
    var insertions: UInt64
    /// Words drawn from all random streams together; `nil` beyond a million from one.
    var words: Int?
}

extension RunPlan {
    /// The changes of cell that a run meets; for tests that compare the worlds of policies.
    func cellChanges(replication: Int) -> [CellChange] {
        var run = DeviceRun(self, replication: replication, record: nil)
        return run.cellChanges()
    }

    /// A run for the sake of what it takes; for tests that watch the cost of a run.
    func work(replication: Int) -> RunWork {
        var run = DeviceRun(self, replication: replication, record: nil)
        let before = run.streams
        let result = run.run()
        let words = zip(before, run.streams).map { $0.words(until: $1, limit: 1_000_000) }
        return RunWork(
            events: result.eventCount, insertions: run.insertions,
            words: words.contains(nil) ? nil : words.compactMap { $0 }.reduce(0, +))
    }
}

/// What a run emits for its timeline: intervals of the phone's parts, and states of its apps.
struct RunTimeline: ~Copyable {
    private let merge: TimelineMerge
    private var states: AppStates

    init(_ merge: TimelineMerge, of policy: PolicyOptions) {
        self.merge = merge
        states = AppStates(of: policy)
    }

    /// Emits what is over and can have nothing earlier come after it.
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

    /// Emits the rest, at the end of the run.
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
    ) throws(Failure) {
        for state in states.take(before: time) { try emit(.state(state)) }
    }
}

/// A state of an app, for a time.
public struct AppInterval: Hashable, Sendable {
    /// What the app is called among several; empty for one that is alone.
    public var app: String
    public var state: AppState
    public var from: Instant
    public var until: Instant
}

/// The states of the apps of one run, as they follow each other.
///
/// Apps do not say when their state changes: they are asked after each event.
struct AppStates: ~Copyable {
    private struct App {
        let name: String
        let place: Int32
        var state: AppState?
        var since: Instant = .start
    }

    private var apps: [App]
    /// Over, in the order of their ends, of several that end at once in the order of the apps.
    private var ended: [AppInterval] = []

    /// - Parameter policy: what runs.
    init(of policy: PolicyOptions) {
        apps =
            policy.severalApps?.apps.map { App(name: $0.name, place: Int32($0.place)) }
            ?? [App(name: "", place: AppSlot.only.place)]
    }

    /// Asks the apps after an event, or at the end of the run.
    mutating func look(at policy: any Policy, now: Instant, isLast: Bool = false) {
        for index in apps.indices {
            let state = policy.state(ofAppAt: apps[index].place)
            let app = apps[index]
            if state == app.state && !isLast { continue }
            if let old = app.state, app.since < now {
                ended.append(
                    AppInterval(app: app.name, state: old, from: app.since, until: now))
            }
            (apps[index].state, apps[index].since) = (state, now)
        }
    }

    /// Hands over those that ended before a time.
    mutating func take(before time: Instant) -> [AppInterval] {
        guard let first = ended.first, first.until < time else { return [] }
        let count = ended.firstIndex { $0.until >= time } ?? ended.count
        defer { ended.removeFirst(count) }
        return Array(ended[..<count])
    }
}

/// A run, with what Doze did in it.
public struct DozeRecord: Sendable {
    public let result: RunResult
    /// When windows between idle periods began, in order, and whether of the deep machine.
    public let windows: [(from: Instant, isDeep: Bool)]
    /// Whether the phone dozes deeply at the horizon.
    public let isDeepIdle: Bool
}

extension RunPlan {
    /// One run from the start to the horizon, with what Doze did.
    ///
    /// - Parameter replication: from 0.
    public func dozing(replication: Int) -> DozeRecord {
        var run = DeviceRun(self, replication: replication, record: nil)
        let result = run.run()
        let doze = run.phone.deferrals?.doze
        return DozeRecord(
            result: result, windows: (doze?.windows ?? []).map { ($0.from, $0.isDeep) },
            isDeepIdle: doze?.isDeepIdle ?? false)
    }
}

/// A run of an experiment that took more than its budget.
public struct RunFailure: Error, Hashable, Sendable {
    public let excess: RunExcess
    public let policy: String
    /// From 0.
    public let replication: Int

    public init(_ excess: RunExcess, policy: String, replication: Int) {
        (self.excess, self.policy, self.replication) = (excess, policy, replication)
    }

    /// Which run, what was asked, and what it would take.
    public var message: String {
        switch excess {
        case .foreseen, .memory: excess.message
        case .events, .waiting, .way:
            "policy \(policy) in replication \(replication): \(excess.message)"
        }
    }

    /// What is possible instead.
    public var advice: String { excess.advice }
}
