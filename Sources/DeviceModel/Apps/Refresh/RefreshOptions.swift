import EventKernel
import Quantities

/// Options of `poll`, `push`, `background-fetch` and `remote-notification`: how what comes to an
/// app's server comes to the phone.
public struct RefreshOptions: Hashable, Sendable {
    public var way: Way
    /// What asking the server costs beside what there is.
    public var request: TransferShape
    /// Of the request's round trips, those that make a connection, which the app keeps for the next
    /// request; zero: it keeps none.
    public var connecting = 0
    /// How long the app works on an answer.
    public var work: TimeSpan
    /// Whether its user is called, unless the app is in front.
    public var alerts: Bool
    /// The largest piece that is asked for at once; greater than zero.
    public var piece: Bytes

    /// How the app learns that there is something.
    public enum Way: Hashable, Sendable {
        /// It asks, this often. A call may come `tolerance` early, to share a wake-up,
        /// where the system heeds that.
        case poll(every: TimeSpan, tolerance: TimeSpan)
        /// The server's message calls the user; the app gets the content when it is opened.
        case push(TransferShape)
        /// The system wakes it to ask, not sooner than `minimum` after the last time.
        case backgroundFetch(minimum: TimeSpan)
        /// The server's message wakes it, and it gets the content.
        case remoteNotification(TransferShape)
    }

    public init(
        way: Way, request: TransferShape, work: TimeSpan, alerts: Bool, piece: Bytes
    ) {
        self.way = way
        self.request = request
        self.work = work
        self.alerts = alerts
        self.piece = piece
    }
}

extension RefreshOptions: BehaviourOptions {
    /// The policy at the start of a run.
    func makePolicy() -> any Policy {
        switch way {
        case .poll(let every, let tolerance):
            PollPolicy(self, every: every, tolerance: tolerance)
        case .push(let push): PushPolicy(self, push: push)
        case .backgroundFetch(let minimum): BackgroundFetchPolicy(self, minimum: minimum)
        case .remoteNotification(let push): RemoteNotificationPolicy(self, push: push)
        }
    }

    var activities: [String] {
        let (refresh, push) = (FetchingApp.Activity.refresh.name, FetchingApp.Activity.push.name)
        return switch way {
        case .poll, .backgroundFetch: [refresh]
        case .push, .remoteNotification: [refresh, push]
        }
    }

    var needs: AppNeeds {
        switch way {
        case .poll: [.runsInFront, .polls]
        case .push, .remoteNotification: [.runsInFront, .pushes]
        case .backgroundFetch: .runsInFront
        }
    }

    func check(in setting: PolicySetting) throws(Refusal) {
        let (system, world) = (setting.system, setting.world)
        if !world.apps.contains(where: { $0.messages != nil }) { throw .noMessages }
        try atLeast(Bytes(1000), piece, "piece")
        if connecting > request.roundTrips {
            throw .connectsTooLong(connecting, of: request.roundTrips)
        }
        switch way {
        case .poll(let every, let tolerance): try checkPoll(every, tolerance, system, world)
        case .push: break
        case .backgroundFetch:
            guard let rules = system.backgroundFetch, system.fetchLearning != nil else {
                throw .noMode("background fetch", system: system.name)
            }
            try checkWork(rules.runTime, system)
        case .remoteNotification:
            guard let rules = system.remoteNotification else {
                throw .noMode("remote notification", system: system.name)
            }
            try checkWork(rules.runTime, system)
        }
    }

    private func checkPoll(
        _ every: TimeSpan, _ tolerance: TimeSpan, _ system: SystemRules, _ world: WorldProfile
    ) throws(Refusal) {
        try atLeast(Seconds(1), every.seconds, "every")
        try checkTolerance(tolerance, every: every)
        let isOpened = world.apps.contains { $0.isOpened }
        if !system.timers.wakesSuspended && !isOpened {
            throw .neverPolls(system: system.name)
        }
    }

    private func checkWork(_ limit: TimeSpan, _ system: SystemRules) throws(Refusal) {
        if work > limit {
            throw .workTooLong(work, allowed: limit, system: system.name)
        }
    }
}

extension PolicyOptions {
    /// An app that wants what has come to its server.
    public static func refresh(_ options: RefreshOptions) -> PolicyOptions {
        PolicyOptions(options)
    }
}
