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
    let dormancy: Dormancy?
    /// Packets within this of each other are one burst; `nil`: the radio knows no bursts.
    let burstGap: TimeSpan?
    /// Whether a packet that the tail follows costs nothing by itself.
    let countsBetweenPackets: Bool

    struct State: Sendable {
        /// Where the inactivity timer leads, or −1 where there is none.
        var demotesTo: Int
        var release: ReleaseLine?
        var carriesData: Bool
        /// Nanoseconds for one byte.
        var uplinkByte: Double
        var downlinkByte: Double
        /// The line while nothing is carried: a tail while a timer runs, else the baseline.
        var restingLine: Int
        var transferLine: TransferLines
        /// The promotions from here, thresholds before `data`.
        var ways: Range<Int>
        var timer: TimerRule
        var queue: QueueLaws?
        var raise: Raise?
        var isTail: Bool { demotesTo >= 0 }
    }

    /// When a state is left for want of data.
    ///
    /// Apart from the rest of the state, because it is handed on with every packet: a copy of the
    /// whole state each time took a fifth of a replay.
    struct TimerRule: Sendable {
        /// Of the network.
        var after: TimeSpan
        /// Whether the phone's own timer runs here.
        var isDormancyArmed: Bool
        /// Bytes within `activityWithin` that reset the network's timer; 0: any data.
        var activityBytes: Int64
        var activityWithin: TimeSpan
    }

    /// The lines of a state while it carries data; one and the same without bursts.
    struct TransferLines: Sendable {
        var uplink: Int
        var downlink: Int
    }

    struct ReleaseLine: Sendable {
        var delay: TimeSpan
        var line: Int
    }

    struct Dormancy: Sendable {
        var after: TimeSpan
        var to: Int
        /// By the state that is left.
        var releases: ContiguousArray<ReleaseLine?>
    }

    struct Raise: Sendable {
        var rule: RaiseRule
        var bytesOver: Int64
        var packetsOver: Int64
    }

    struct Way: Sendable {
        var to: Int
        var delay: PromotionDelay
        var line: Int
        var placement: PacketPlacement
        /// Bytes queued beyond which this way is taken; −1 for any data.
        var uplinkOver: Int64
        var downlinkOver: Int64
    }

    /// Compiles `profile`, adding its lines to `plan`.
    public init(_ profile: RadioProfile, plan: inout LedgerPlan) {
        component = profile.technology.component
        initial = profile.initial
        roundTrip = (profile.roundTrip?.magnitude ?? 0) * 1e9
        burstGap = profile.bursts?.gap
        countsBetweenPackets = profile.transferPower?.counted == .betweenPackets
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
                State(state, index, profile, ways: first..<ways.count, plan: &plan))
        }
        self.states = states
        self.promotions = ways
        dormancy = profile.fastDormancy.map { Dormancy($0, profile, plan: &plan) }
    }

    /// The line that the component is in at the start of a run.
    public var initialLine: Int { states[initial].restingLine }
}

extension RadioMachine.State {
    fileprivate init(
        _ state: RadioState, _ index: Int, _ profile: RadioProfile, ways: Range<Int>,
        plan: inout LedgerPlan
    ) {
        let component = profile.technology.component
        demotesTo = state.demotion?.to ?? -1
        release = state.demotion?.release.map {
            RadioMachine.ReleaseLine($0, of: state, profile, plan: &plan)
        }
        carriesData = state.carriesData
        uplinkByte = state.uplink.map { 8e9 / $0.magnitude } ?? 0
        downlinkByte = state.downlink.map { 8e9 / $0.magnitude } ?? 0
        self.ways = ways
        timer = RadioMachine.TimerRule(
            after: state.demotion?.after ?? .longest,
            isDormancyArmed: state.demotion != nil
                && profile.fastDormancy.map { $0.to != index } ?? false,
            activityBytes: state.activity?.bytes.count ?? 0,
            activityWithin: state.activity?.within ?? .zero)
        queue = state.queue
        raise = state.raise.map {
            RadioMachine.Raise(
                rule: $0, bytesOver: $0.bytesOver?.count ?? .max,
                packetsOver: $0.packetsOver ?? .max)
        }
        restingLine = plan.add(
            LedgerLine(
                component, state.name, state.demotion == nil ? .baseline : .tail, state.draw))
        transferLine = RadioMachine.TransferLines(state, profile, plan: &plan)
    }
}

extension RadioMachine.TransferLines {
    fileprivate init(_ state: RadioState, _ profile: RadioProfile, plan: inout LedgerPlan) {
        // 1 mW per Mbit/s is 1 mJ per Mbit: 8e-6 mJ a byte.
        let power = profile.transferPower
        func line(_ burst: BurstPower.Cost?) -> Int {
            plan.add(
                LedgerLine(
                    profile.technology.component, state.name, .transfer,
                    (burst?.power ?? power?.base).map { .constant($0) } ?? state.draw,
                    perUplinkByte: Millijoules((power?.uplink.magnitude ?? 0) * 8e-6),
                    perDownlinkByte: Millijoules((power?.downlink.magnitude ?? 0) * 8e-6),
                    perEvent: burst?.energy ?? .zero))
        }
        if let bursts = profile.bursts, state.carriesData {
            (uplink, downlink) = (line(bursts.uplink), line(bursts.downlink))
        } else {
            uplink = line(nil)
            downlink = uplink
        }
    }
}

extension RadioMachine.ReleaseLine {
    fileprivate init(
        _ release: Release, of state: RadioState, _ profile: RadioProfile,
        plan: inout LedgerPlan
    ) {
        delay = release.delay
        line = plan.add(
            LedgerLine(
                profile.technology.component, state.name, .tail, .constant(release.power)))
    }
}

extension RadioMachine.Dormancy {
    fileprivate init(
        _ dormancy: FastDormancy, _ profile: RadioProfile, plan: inout LedgerPlan
    ) {
        after = dormancy.after
        to = dormancy.to
        releases = []
        for state in profile.states {
            releases.append(
                dormancy.release.map {
                    RadioMachine.ReleaseLine($0, of: state, profile, plan: &plan)
                })
        }
    }
}

extension RadioMachine.Way {
    fileprivate init(_ promotion: Promotion, _ profile: RadioProfile, plan: inout LedgerPlan) {
        to = promotion.to
        delay = promotion.delay
        placement = promotion.placement
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

    /// Whether so much in the queue takes this way.
    func isTaken(uplink: Int64, downlink: Int64) -> Bool {
        uplink > uplinkOver || downlink > downlinkOver
    }
}

extension RadioMachine {
    /// Where an expired timer leads, and what the way there takes.
    struct Exit {
        var to: Int
        var release: ReleaseLine?
    }

    func exit(from state: Int, isDormancy: Bool) -> Exit {
        if isDormancy, let dormancy {
            return Exit(to: dormancy.to, release: dormancy.releases[state])
        }
        return Exit(to: states[state].demotesTo, release: states[state].release)
    }
}
