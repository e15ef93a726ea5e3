import Kernel

/// Conditions and a policy, compiled once for any number of runs.
public struct RunPlan: Sendable {
    public let conditions: RunConditions
    public let policy: PolicyOptions
    let layout: PhoneLayout
    let world: WorldPlan
    let budget: RunBudget
    /// An excess that no replication avoids, so no run begins.
    let foreseen: RunExcess?

    /// - Parameters:
    ///   - policy: one that can run under the conditions, or `.none` for the reference.
    ///   - budget: the limits of a run.
    public init(
        _ conditions: RunConditions, policy: PolicyOptions, budget: RunBudget = .usual
    ) {
        self.conditions = conditions
        self.budget = budget
        foreseen = conditions.world.excess(until: conditions.horizon, budget)
        self.policy = policy
        layout = PhoneLayout(
            device: conditions.device, system: conditions.system, radio: conditions.radio,
            wifiRadio: conditions.wifiRadio,
            followsBattery: conditions.world.battery != nil,
            activities: policy.behaviour.activities,
            needs: policy.needs.union(conditions.world.needs),
            traits: policy.traitsByPlace,
            brightness: conditions.world.user?.brightness ?? UserProfile.usualBrightness,
            isUsed: conditions.world.user != nil,
            hasPush: conditions.system.push != nil
                && (conditions.world.keepsPushConnection || policy.needs.contains(.pushes)),
            dozes: conditions.system.doze != nil,
            signal: conditions.world.signal?.levels.map(\.name))
        world = WorldPlan(conditions.world, budget)
    }

    /// The plan of every run's energy books.
    public var books: LedgerPlan { layout.plan }

    /// Runs to the horizon: a pure function of conditions, policy and replication.
    ///
    /// - Parameters:
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - record: called with each interval of the timeline when it is posted. Intervals are in
    ///     order within a component, not across components.
    public func run(replication: Int, record: ((Posting) -> Void)? = nil) -> RunResult {
        var run = DeviceRun(self, replication: replication, record: record)
        return run.run()
    }

    /// Runs in surroundings that were drawn before.
    ///
    /// - Parameter surroundings: of the replication to run, from a plan with equal conditions.
    public func run(in surroundings: Surroundings) -> RunResult {
        var run = DeviceRun(self, in: surroundings, record: nil)
        return run.run()
    }

    /// Runs and emits the timeline.
    ///
    /// - Parameters:
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - timeline: called with each interval, ordered by `until`, then by component as in
    ///     `Component.allCases`. An error that it throws ends the run. Memory does not grow with
    ///     the horizon, because an interval waits only until no earlier one can come.
    /// - Throws: what `timeline` throws.
    public func run<Failure: Error>(
        replication: Int, timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        try run(replication: replication, merge: TimelineMerge(books), timeline: timeline)
    }

    /// Runs and emits the chosen details.
    ///
    /// - Parameters:
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - emit: called with intervals in timeline order, and with moments in order of time. An
    ///     error that it throws ends the run. Memory does not grow with the horizon.
    /// - Throws: what `emit` throws.
    public func run<Failure: Error>(
        replication: Int, detail: RunDetail, to emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        let merge = detail.hasTimeline ? TimelineMerge(books) : nil
        var run = DeviceRun(self, replication: replication, record: merge.map { $0.add })
        let walk = detail.trackStep.map { TrackWalk(trueTrack(replication: replication), step: $0) }
        let timeline = merge.map { RunTimeline($0, of: policy) }
        return try run.run(timeline, walk, emit)
    }

    /// Runs with a merge that the caller can inspect.
    func run<Failure: Error>(
        replication: Int, merge: TimelineMerge, timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        var run = DeviceRun(self, replication: replication, record: merge.add)
        return try run.run(merge, timeline)
    }
}

extension WorldProfile {
    /// What the phone needs for the world's own events.
    fileprivate var needs: AppNeeds {
        var needs: AppNeeds = sound?.airPlay == nil ? [] : .airPlay
        if recordedTraffic.contains(where: \.works) { needs.insert(.computes) }
        return needs
    }
}

extension RunPlan {
    /// Draws what the runs of all policies in one replication share.
    ///
    /// - Parameter replication: from 0, as for the runs.
    public func surroundings(replication: Int) -> Surroundings {
        drawn(replication).listed(until: Instant.start + conditions.horizon)
    }

    /// The surroundings of a single run, which looks up cells while it runs.
    func drawn(_ replication: Int) -> Surroundings {
        Surroundings(
            world.movement, cells: world.profile.cells,
            from: conditions.randomSource(of: replication),
            until: Instant.start + conditions.horizon)
    }
}

/// What all compared runs share: phone, world, horizon and seed.
public struct RunConditions: Hashable, Sendable {
    public let device: DeviceProfile
    public let radio: RadioProfile
    /// A Wi-Fi radio in addition to a cellular one; `nil`: the phone has one radio.
    public let wifiRadio: RadioProfile?
    public let system: SystemRules
    /// The length of one run; longer than zero.
    public let horizon: TimeSpan
    public let world: WorldProfile
    public let seed: UInt64
    /// Whether replications come in antithetic pairs (see `RandomSource`).
    public let isAntithetic: Bool

    /// - Parameters:
    ///   - device: the phone without its radios.
    ///   - wifiRadio: an additional radio; `nil`: none.
    ///   - horizon: the length of one run; longer than zero.
    ///   - isAntithetic: whether replications come in antithetic pairs.
    public init(
        device: DeviceProfile, radio: RadioProfile, wifiRadio: RadioProfile? = nil,
        system: SystemRules, horizon: TimeSpan, world: WorldProfile, seed: UInt64,
        isAntithetic: Bool = false
    ) {
        self.device = device
        self.radio = radio
        self.wifiRadio = wifiRadio
        self.system = system.on(device)
        self.horizon = horizon
        self.world = world
        self.seed = seed
        self.isAntithetic = isAntithetic
    }

    /// The source of a replication's random numbers.
    ///
    /// - Parameter replication: from 0.
    public func randomSource(of replication: Int) -> RandomSource {
        let number = UInt64(replication)
        return isAntithetic
            ? RandomSource(seed: seed, paired: number)
            : RandomSource(seed: seed, replication: number)
    }
}

/// The details that a run emits.
public struct RunDetail: Hashable, Sendable {
    /// Every interval of every component, and of the states of its apps.
    public var hasTimeline: Bool
    /// The longest step between moments of the track while the phone moves; `nil`: no track.
    public var trackStep: TimeSpan?

    /// - Parameters:
    ///   - hasTimeline: whether intervals are emitted.
    ///   - trackStep: longer than zero; `nil`: no moments are emitted.
    public init(hasTimeline: Bool = false, trackStep: TimeSpan? = nil) {
        self.hasTimeline = hasTimeline
        self.trackStep = trackStep
    }
}

/// A detail of a run.
public enum RunEvent: Sendable {
    case interval(Posting)
    /// Follows the intervals of components that end with it.
    case state(AppInterval)
    case moment(TrackMoment)
}
