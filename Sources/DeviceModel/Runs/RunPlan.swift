/// Conditions and a policy, compiled once for any number of runs.
public struct RunPlan: Sendable {
    public let conditions: RunConditions
    public let policy: PolicyOptions
    let layout: PhoneLayout
    let world: WorldPlan
    let budget: RunBudget
    /// An excess in every replication, so no run begins.
    let foreseen: RunExcess?
    /// `nil`: its runs go one by one.
    package private(set) var inStep: LockstepModel?

    /// - `policy`: one that can run under the conditions, or `.none` for the reference.
    public init(_ conditions: RunConditions, policy: PolicyOptions, budget: RunBudget = .usual) {
        (self.conditions, self.budget) = (conditions, budget)
        foreseen = conditions.world.excess(until: conditions.horizon, budget)
        self.policy = policy
        let more = conditions.world.user?.moreInFront ?? .zero
        layout = PhoneLayout(
            device: modified(conditions.device) { $0.processor.awakeForeground += more },
            system: conditions.system, radio: conditions.radio, wifiRadio: conditions.wifiRadio,
            followsBattery: conditions.world.battery != nil,
            activities: policy.behaviour.activities,
            needs: policy.needs.union(conditions.world.needs),
            traits: policy.traitsByPlace,
            brightness: conditions.world.user?.brightness ?? UserProfile.usualBrightness,
            isUsed: conditions.world.user != nil,
            hasPush: conditions.system.push != nil
                && (conditions.world.keepsPushConnection || policy.needs.contains(.pushes)),
            dozes: conditions.system.doze != nil,
            signal: conditions.world.signal?.levels.map(\.name),
            offlinePower: conditions.world.network.absence?.power,
            habits: conditions.world.habits)
        world = WorldPlan(conditions.world, budget)
        inStep = try? LockstepModel(self)
    }

    public var books: LedgerPlan { layout.plan }

    /// Runs to the horizon: a pure function of conditions, policy and replication.
    ///
    /// - Parameters:
    ///   - replication: from 0; equal numbers are equal worlds under every policy.
    ///   - record: called with each posted interval; they are in order within a component only.
    public func run(replication: Int, record: ((Posting) -> Void)? = nil) -> RunResult {
        var run = DeviceRun(self, replication: replication, record: record)
        return run.run()
    }

    /// Runs in surroundings that a plan with equal conditions drew.
    public func run(in surroundings: Surroundings) -> RunResult {
        var run = DeviceRun(self, in: surroundings, record: nil)
        return run.run()
    }

    /// Runs and emits the timeline, in memory that does not grow with the horizon.
    ///
    /// - `timeline`: called with each interval, ordered by `until`, then as in
    ///   `Component.allCases`.
    /// - Throws: what `timeline` throws, which ends the run.
    public func run<Failure: Error>(
        replication: Int, timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        try run(replication: replication, merge: TimelineMerge(books), timeline: timeline)
    }

    /// Runs and emits the chosen details, in memory that does not grow with the horizon.
    ///
    /// - `emit`: called with intervals in timeline order, and with moments in order of
    ///   time.
    /// - Throws: what `emit` throws, which ends the run.
    public func run<Failure: Error>(
        replication: Int, detail: RunDetail, to emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        let merge = detail.hasTimeline ? TimelineMerge(books) : nil
        var run = DeviceRun(self, replication: replication, record: merge.map { $0.add })
        let walk = detail.trackStep.map { TrackWalk(trueTrack(replication: replication), step: $0) }
        let timeline = merge.map { RunTimeline($0, of: policy) }
        return try run.run(timeline, walk, emit)
    }

    func run<Failure: Error>(
        replication: Int, merge: TimelineMerge, timeline: (Posting) throws(Failure) -> Void
    ) throws(Failure) -> RunResult {
        var run = DeviceRun(self, replication: replication, record: merge.add)
        return try run.run(merge, timeline)
    }

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

extension WorldProfile {
    /// The needs of the world's own events.
    fileprivate var needs: AppNeeds {
        var needs: AppNeeds = sound?.airPlay == nil ? [] : .airPlay
        if recordedTraffic.contains(where: \.works) { needs.insert(.computes) }
        return needs
    }
}

/// What all compared runs share: phone, world, horizon and seed.
public struct RunConditions: Hashable, Sendable {
    public let device: DeviceProfile
    public let radio: RadioProfile
    /// In addition to a cellular radio; `nil`: the phone has one radio.
    public let wifiRadio: RadioProfile?
    public let system: SystemRules
    /// Longer than zero.
    public let horizon: TimeSpan
    public let world: WorldProfile
    public let seed: UInt64
    /// Whether replications come in antithetic pairs (see `RandomSource`).
    public let isAntithetic: Bool

    /// - `device`: the phone without its radios.
    /// - `horizon`: longer than zero.
    public init(
        device: DeviceProfile, radio: RadioProfile, wifiRadio: RadioProfile? = nil,
        system: SystemRules, horizon: TimeSpan, world: WorldProfile, seed: UInt64,
        isAntithetic: Bool = false
    ) {
        (self.device, self.radio, self.wifiRadio) = (device, radio, wifiRadio)
        self.system = system.on(device)
        (self.horizon, self.world, self.seed) = (horizon, world, seed)
        self.isAntithetic = isAntithetic
    }

    /// Random numbers of a replication, counted from 0.
    public func randomSource(of replication: Int) -> RandomSource {
        let number = UInt64(replication)
        return isAntithetic
            ? RandomSource(seed: seed, paired: number)
            : RandomSource(seed: seed, replication: number)
    }
}

public struct RunDetail: Hashable, Sendable {
    /// Intervals of every component, and states of the apps.
    public var hasTimeline: Bool
    /// The longest gap between moments of a moving phone; `nil`: no track.
    public var trackStep: TimeSpan?

    /// - `trackStep`: longer than zero.
    public init(hasTimeline: Bool = false, trackStep: TimeSpan? = nil) {
        (self.hasTimeline, self.trackStep) = (hasTimeline, trackStep)
    }
}

/// A detail of a run.
public enum RunEvent: Sendable {
    case interval(Posting)
    /// Follows the intervals of components that end with it.
    case state(AppInterval)
    case moment(TrackMoment)
}
