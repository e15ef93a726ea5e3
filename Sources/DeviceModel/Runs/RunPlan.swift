import Kernel

/// Conditions and a policy, made ready for any number of runs.
///
/// What all runs have in common is compiled here, once.
public struct RunPlan: Sendable {
    public let conditions: RunConditions
    public let policy: PolicyOptions
    let layout: PhoneLayout
    let world: WorldPlan
    let budget: RunBudget
    /// What is beyond the budget whatever a replication draws: no run begins.
    let foreseen: RunExcess?

    /// - Parameters:
    ///   - conditions: phone, world and seed.
    ///   - policy: one that can run under them, or `.none` for the reference.
    ///   - budget: what a run may take.
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

    /// The plan of the books that each run yields.
    public var books: LedgerPlan { layout.plan }

    /// One run from the start to the horizon: a pure function of the conditions, the policy
    /// and the replication.
    ///
    /// - Parameters:
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - record: called with each interval of the timeline when it is posted. Intervals of one
    ///     part of the phone come in order; those of different parts may overtake each other.
    public func run(replication: Int, record: ((Posting) -> Void)? = nil) -> RunResult {
        var run = DeviceRun(self, replication: replication, record: record)
        return run.run()
    }

    /// The same run, in surroundings that were drawn before.
    ///
    /// - Parameter surroundings: of the replication that is to be run, from a plan under the
    ///   same conditions.
    public func run(in surroundings: Surroundings) -> RunResult {
        var run = DeviceRun(self, in: surroundings, record: nil)
        return run.run()
    }

    /// The same run, with its timeline.
    ///
    /// - Parameters:
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - timeline: called with each interval while the run goes on, by `until`, then by the place
    ///     of its component in `Component.allCases`. What it throws ends the run. An interval
    ///     waits until no earlier one can come any more, so memory does not grow with the horizon.
    /// - Throws: what `timeline` throws.
    public func run<Failure: Error>(
        replication: Int, timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        try run(replication: replication, merge: TimelineMerge(books), timeline: timeline)
    }

    /// The same run, with the details that the caller wants to see while it goes on.
    ///
    /// - Parameters:
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - detail: what is emitted.
    ///   - emit: called with intervals in the order of their timeline, and with moments in order of
    ///     time. What it throws ends the run. Memory does not grow with the horizon.
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

    /// As above, with a merge that the caller can look at.
    func run<Failure: Error>(
        replication: Int, merge: TimelineMerge, timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        var run = DeviceRun(self, replication: replication, record: merge.add)
        return try run.run(merge, timeline)
    }
}

extension WorldProfile {
    /// What the phone must have for what happens whatever the policy.
    fileprivate var needs: AppNeeds {
        var needs: AppNeeds = sound?.airPlay == nil ? [] : .airPlay
        if recordedTraffic.contains(where: \.works) { needs.insert(.computes) }
        return needs
    }
}

extension RunPlan {
    /// What the runs of all policies in one replication have in common, to be handed to each.
    ///
    /// - Parameter replication: from 0, as for the runs.
    public func surroundings(replication: Int) -> Surroundings {
        drawn(replication).listed(until: Instant.start + conditions.horizon)
    }

    /// The surroundings of a single run, which searches cells while it runs.
    func drawn(_ replication: Int) -> Surroundings {
        Surroundings(
            world.movement, cells: world.profile.cells,
            from: conditions.randomSource(of: replication),
            until: Instant.start + conditions.horizon)
    }
}

/// What is the same in all runs that are compared: which phone, in which world, for how long, and
/// where random numbers come from.
public struct RunConditions: Hashable, Sendable {
    public let device: DeviceProfile
    public let radio: RadioProfile
    /// A Wi-Fi radio beside a cellular one; `nil`: the phone has one radio.
    public let wifiRadio: RadioProfile?
    public let system: SystemRules
    /// How long one run is; longer than zero.
    public let horizon: TimeSpan
    public let world: WorldProfile
    public let seed: UInt64
    /// Whether replications come in antithetic pairs (see `RandomSource`).
    public let isAntithetic: Bool

    /// - Parameters:
    ///   - device: the phone but for its radios.
    ///   - radio: of the phone.
    ///   - wifiRadio: beside the other; `nil`: there is none.
    ///   - system: the rules that its apps live by.
    ///   - horizon: how long one run is; longer than zero.
    ///   - world: what happens around the phone.
    ///   - seed: of the random numbers.
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

    /// Where a replication's random numbers come from.
    ///
    /// - Parameter replication: from 0.
    public func randomSource(of replication: Int) -> RandomSource {
        let number = UInt64(replication)
        return isAntithetic
            ? RandomSource(seed: seed, paired: number)
            : RandomSource(seed: seed, replication: number)
    }
}

/// What of a run is emitted while it goes on.
public struct RunDetail: Hashable, Sendable {
    /// Every interval of every part of the phone, and of the states of its apps.
    public var hasTimeline: Bool
    /// From one moment of the track to the next while the phone moves; `nil`: no track.
    public var trackStep: TimeSpan?

    /// - Parameters:
    ///   - hasTimeline: whether intervals are emitted.
    ///   - trackStep: longer than zero; `nil`: no moments of the track are emitted.
    public init(hasTimeline: Bool = false, trackStep: TimeSpan? = nil) {
        self.hasTimeline = hasTimeline
        self.trackStep = trackStep
    }
}

/// A detail of a run.
public enum RunEvent: Sendable {
    case interval(Posting)
    /// Comes after the intervals of the phone's parts that end with it.
    case state(AppInterval)
    case moment(TrackMoment)
}
