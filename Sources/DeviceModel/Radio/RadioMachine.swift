import EventKernel
import Quantities

/// A radio profile made ready to run: times in nanoseconds, and each state's ledger lines.
public struct RadioMachine: Sendable {
    let component: Component
    let initial: Int
    let states: ContiguousArray<State>
    let promotions: ContiguousArray<Way>
    /// Nanoseconds of one round trip.
    let roundTrip: Double

    struct State: Sendable {
        /// Where the inactivity timer leads, or −1 where there is none.
        var demotesTo: Int
        var demotesAfter: TimeSpan
        var carriesData: Bool
        /// Nanoseconds for one byte.
        var uplinkByte: Double
        var downlinkByte: Double
        /// The line while nothing is carried: a tail while a timer runs, else the baseline.
        var restingLine: Int
        var transferLine: Int
        /// The promotions from here, thresholds before `data`.
        var ways: Range<Int>
        var isTail: Bool { demotesTo >= 0 }
    }

    struct Way: Sendable {
        var to: Int
        var delay: TimeSpan
        var line: Int
        /// Bytes queued beyond which this way is taken; −1 for any data.
        var uplinkOver: Int64
        var downlinkOver: Int64
    }

    /// Compiles `profile`, adding its lines to `plan`.
    public init(_ profile: RadioProfile, plan: inout LedgerPlan) {
        component = profile.technology.component
        initial = profile.initial
        roundTrip = profile.roundTrip.magnitude * 1e9
        var states: ContiguousArray<State> = []
        var ways: ContiguousArray<Way> = []
        for (index, state) in profile.states.enumerated() {
            let first = ways.count
            let leaving = profile.promotions.filter { $0.from == index }
            for promotion in leaving.filter({ $0.trigger != .data })
                + leaving.filter({ $0.trigger == .data })
            {
                ways.append(Way(promotion, profile, plan: &plan))
            }
            states.append(
                State(state, profile, ways: first..<ways.count, plan: &plan))
        }
        self.states = states
        self.promotions = ways
    }

    /// The line that the component is in at the start of a run.
    public var initialLine: Int { states[initial].restingLine }
}

extension RadioMachine.State {
    fileprivate init(
        _ state: RadioState, _ profile: RadioProfile, ways: Range<Int>, plan: inout LedgerPlan
    ) {
        let component = profile.technology.component
        demotesTo = state.demotion?.to ?? -1
        demotesAfter = state.demotion?.after ?? .longest
        carriesData = state.carriesData
        uplinkByte = state.uplink.map { 8e9 / $0.magnitude } ?? 0
        downlinkByte = state.downlink.map { 8e9 / $0.magnitude } ?? 0
        self.ways = ways
        restingLine = plan.add(
            LedgerLine(
                component, state.name, state.demotion == nil ? .baseline : .tail, state.draw))
        // 1 mW per Mbit/s is 1 mJ per Mbit: 8e-6 mJ a byte.
        let power = profile.transferPower
        transferLine = plan.add(
            LedgerLine(
                component, state.name, .transfer,
                power?.base.map { .constant($0) } ?? state.draw,
                perUplinkByte: Millijoules((power?.uplink.magnitude ?? 0) * 8e-6),
                perDownlinkByte: Millijoules((power?.downlink.magnitude ?? 0) * 8e-6)))
    }
}

extension RadioMachine.Way {
    fileprivate init(_ promotion: Promotion, _ profile: RadioProfile, plan: inout LedgerPlan) {
        to = promotion.to
        delay = promotion.delay
        line = plan.add(
            LedgerLine(
                profile.technology.component, profile.states[promotion.from].name, .promotion,
                .constant(promotion.power)))
        switch promotion.trigger {
        case .data: (uplinkOver, downlinkOver) = (-1, -1)
        case .queueOver(let uplink, let downlink):
            uplinkOver = uplink?.count ?? .max
            downlinkOver = downlink?.count ?? .max
        }
    }
}
