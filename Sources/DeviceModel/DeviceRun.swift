import EventKernel
import Quantities

/// One run: one phone in one world under one policy, from the start to the horizon.
///
/// A run is a pure function of scenario, policy, seed and replication.
public struct DeviceRun: Sendable {
    private var phone: Phone
    private var world: World
    private var policy: any Policy

    /// - Parameters:
    ///   - scenario: phone, world and seed.
    ///   - options: one of the scenario's policies, or `.none` for the reference.
    ///   - replication: from 0; the same number is the same world under every policy.
    ///   - isRecording: whether the result has a timeline.
    public init(
        _ scenario: Scenario, policy options: PolicyOptions, replication: Int,
        isRecording: Bool = false
    ) {
        phone = Phone(
            device: scenario.device, radio: scenario.radio, system: scenario.system,
            horizon: scenario.horizon, activities: options.activities,
            delays: RandomStream(
                StreamKey(
                    seed: scenario.seed, replication: UInt64(replication),
                    purpose: "promotion-delays")),
            isRecording: isRecording)
        world = World(scenario.world, seed: scenario.seed, replication: UInt64(replication))
        policy = options.makePolicy()
    }

    /// The plan of the books that a run of this policy yields.
    public static func plan(_ scenario: Scenario, policy options: PolicyOptions) -> LedgerPlan {
        PhoneLayout(
            device: scenario.device, radio: scenario.radio, activities: options.activities
        ).plan
    }

    /// Runs to the horizon.
    public mutating func run() -> RunResult {
        world.begin(on: &phone)
        policy.begin(on: &phone, in: &world)
        while step() {}
        phone.finish()
        return result()
    }

    /// Lives through what happens next, or returns false when that lies beyond the horizon.
    ///
    /// At one instant the ends of transfers come first: completions free what arrivals may need.
    /// What would begin at the very horizon does not: it would have no time to cost anything.
    private mutating func step() -> Bool {
        let awaited = phone.nextAwaited
        let horizon = phone.simulation.horizon
        guard min(awaited, phone.simulation.nextTime) < horizon else { return false }
        if awaited <= phone.simulation.nextTime {
            phone.simulation.advance(to: awaited)
            phone.settle(to: awaited)
            deliverEnds()
            return true
        }
        guard let event = phone.simulation.next() else { return false }
        happen(event)
        return true
    }

    private mutating func deliverEnds() {
        let ends = phone.notices
        phone.notices.removeAll(keepingCapacity: true)
        for end in ends {
            if let number = end.transfer.notice { tell(.transferEnded(number)) }
        }
    }

    private mutating func happen(_ event: PhoneEvent) {
        switch event {
        case .traffic(let source):
            phone.transfer(world.arrival(from: source, on: &phone))
            tell(.otherWork)
        case .networkChange:
            world.enterNetwork(on: &phone)
            tell(.networkChanged)
        case .incomingCall:
            world.planIncomingCall(on: &phone)
            tell(.incomingCall)
        case .phoneCallBegins:
            world.planPhoneCallEnd(on: &phone)
            tell(.phoneCallBegan)
        case .phoneCallEnds:
            world.planPhoneCall(on: &phone)
            tell(.phoneCallEnded)
        case .legEnds: world.planLeg(on: &phone)
        case .cellChange:
            world.planCellChange(on: &phone)
            tell(.cellChanged)
        case .alertEnds: phone.alertEnds()
        case .gnssFix: tell(.gnssFixed)
        case .policy(let number): tell(.planned(number))
        }
    }

    private mutating func tell(_ notice: Notice) {
        policy.receive(notice, on: &phone, in: &world)
    }

    private func result() -> RunResult {
        var metrics = MetricValues()
        policy.report(into: &metrics, from: world, at: phone.simulation.horizon)
        phone.report(into: &metrics)
        return RunResult(
            table: phone.ledger.table, timeline: phone.ledger.timeline, metrics: metrics,
            eventCount: phone.simulation.eventCount)
    }
}

/// What one run yields.
public struct RunResult: Sendable {
    /// The closed books.
    public let table: LedgerTable<Int64>
    /// In the order of posting; empty unless the run was recorded.
    public let timeline: [Posting]
    public let metrics: MetricValues
    /// Events that happened, ends of awaited transfers included.
    public let eventCount: UInt64
}
