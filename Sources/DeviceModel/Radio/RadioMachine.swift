import Kernel

/// A radio profile made ready to run: times in nanoseconds, and each state's ledger lines.
///
/// Compiled once and shared by all runs: nothing in it changes.
public final class RadioMachine: Sendable {
    let component: Component
    let initial: Int
    let states: FixedArray<State>
    let promotions: FixedArray<Transition>
    /// Nanoseconds of one round trip.
    let roundTrip: Double
    let dormancy: Dormancy?
    /// Packets within this of each other are one burst; `nil`: the radio knows no bursts.
    let burstGap: TimeSpan?
    /// Whether a packet that the tail follows costs nothing by itself.
    let countsBetweenPackets: Bool
    /// Whether in some state the phone hears late of what comes down.
    let hearsLate: Bool
    /// Whether what a transfer does can be foretold when it is submitted to a radio at rest, as
    /// long as nothing else comes: no timer of the phone's own, no release that takes time, and no
    /// rule that looks at the traffic before.
    let isPlain: Bool
    /// How many times as long the rates of another level of the signal may make a transfer.
    let slowing: Double

    struct State: BitwiseCopyable, Sendable {
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
        var firstWay: Int
        var endOfWays: Int
        var timer: TimerRule
        var queue: QueueLaws?
        var raise: Raise?
        /// Packets no further apart than this leave the radio here, and do nothing but reset its
        /// timer; `nil` where each must be looked at.
        var stretchGap: TimeSpan?
        /// The line of time between two packets, without bursts and raised states.
        var activeLine: Int
        /// The ledger's number of this state.
        var number: Int
        /// The way that any transfer takes, `WayOut.none`, or `WayOut.byBytes` where it depends.
        var wayOut: Int

        /// The longest that a promotion must last which may begin behind a packet that passed here;
        /// `nil` where none may. The time after that packet is in no book while it may.
        var fittedLeast: TimeSpan?

        /// Whether it sleeps between packets: each of them begins another rest.
        var isDiscontinuous: Bool

        /// When the phone hears what comes down while nothing is carried.
        var hearing: Hearing

        /// What comes when no data does.
        var tail = Tail.unknown

        var isTail: Bool { demotesTo >= 0 }
        /// Whether what is booked waits for later packets.
        var delaysBooks: Bool { raise != nil || fittedLeast != nil }
        var isPlain: Bool {
            release == nil && queue == nil && raise == nil && timer.activityBytes == 0
        }
        var ways: Range<Int> { firstWay..<endOfWays }
    }

    /// A tail from the last data to the end, which every tail that nothing disturbs goes through.
    struct Tail: BitwiseCopyable, Sendable {
        /// In the ledger; −1 where it has to be booked step by step.
        var course: Int
        var span: TimeSpan
        /// The state without a timer at its end.
        var end: Int

        static let unknown = Tail(course: -1, span: .longest, end: -1)
    }

    enum WayOut {
        static let none = -1
        static let byBytes = -2
    }

    /// When a state is left for want of data.
    ///
    /// Apart from the rest of the state, because it is handed on with every packet: a copy of the
    /// whole state each time took a fifth of a replay.
    struct TimerRule: BitwiseCopyable, Sendable {
        /// Of the network.
        var after: TimeSpan
        /// Whether the phone's own timer runs here.
        var isDormancyArmed: Bool
        /// Whether data resets the timer by the other direction's sum too.
        var sumsEitherDirection: Bool
        /// Whether the first data in the state resets the timer, whatever its size.
        var firstPacketResets: Bool
        /// Bytes within `activityWithin` that reset the network's timer; 0: any data.
        var activityBytes: Int64
        var activityWithin: TimeSpan
    }

    /// The lines of a state while it carries data; one and the same without bursts.
    struct TransferLines: BitwiseCopyable, Sendable {
        var uplink: Int
        var downlink: Int
    }

    struct ReleaseLine: BitwiseCopyable, Sendable {
        var delay: TimeSpan
        var line: Int
    }

    struct Dormancy: Sendable {
        var after: TimeSpan
        var to: Int
        /// By the state that is left.
        var releases: ContiguousArray<ReleaseLine?>
    }

    struct Raise: BitwiseCopyable, Sendable {
        var rule: RaiseRule
        var bytesOver: Int64
        var packetsOver: Int64
    }

    struct Transition: BitwiseCopyable, Sendable {
        var to: Int
        var delay: PromotionDelay
        var line: Int
        var placement: PacketPlacement
        /// Bytes queued beyond which this way is taken; −1 for any data.
        var uplinkOver: Int64
        var downlinkOver: Int64
        /// The promotion that must follow at once, because data cannot be carried at the end of
        /// this one; −1 where there is none.
        var next = -1
        /// The usual time of this one and all that must follow.
        var wholeDelay: TimeSpan
        /// Where the last of them leads.
        var carrier: Int
        /// This promotion in the ledger; −1 where it does not always take the same time.
        var course = -1
    }

    /// Compiles `profile`, adding its lines to `plan`.
    public convenience init(_ profile: RadioProfile, plan: inout LedgerPlan) {
        self.init(profile, plan: &plan, foretells: true)
    }

    /// - Parameters:
    ///   - foretells: false keeps a plain radio from being foretold: for tests, which hold the one
    ///     way of evaluating it to the other.
    ///   - delays: How long each promotion takes, of what the profile has.
    init(
        _ profile: RadioProfile, plan: inout LedgerPlan, foretells: Bool,
        delays: (PromotionDelay) -> PromotionDelay = { $0 }
    ) {
        component = profile.technology.component
        initial = profile.initial
        roundTrip = (profile.roundTrip?.magnitude ?? 0) * 1e9
        burstGap = profile.bursts?.gap
        countsBetweenPackets = profile.transferPower?.counted == .betweenPackets
        var states: [State] = []
        var ways: [Transition] = []
        for (index, state) in profile.states.enumerated() {
            let first = ways.count
            let leaving = profile.promotions.filter { $0.from == index }
            for promotion in leaving.filter({ $0.trigger != .data })
                + leaving.filter({ $0.trigger == .data })
            {
                var promotion = promotion
                promotion.delay = delays(promotion.delay)
                ways.append(Transition(promotion, profile, plan: &plan))
            }
            states.append(
                State(
                    state, index, profile, ways: first..<ways.count,
                    isFirstForAnyData: first < ways.count && ways[first].isForAnyData,
                    plan: &plan))
        }
        hearsLate = states.contains { !$0.hearing.isAlways }
        dormancy = profile.fastDormancy.map { Dormancy($0, profile, plan: &plan) }
        let canForetell = dormancy == nil && burstGap == nil && states.allSatisfy(\.isPlain)
        if canForetell { Self.addCourses(to: &states, &ways, plan: &plan) }
        isPlain = foretells && canForetell
        slowing = 1
        self.states = FixedArray(states)
        self.promotions = FixedArray(Self.chained(ways, states))
    }

    /// The same machine at a level of the signal: all but what carries data is shared, by the same
    /// lines, so that a radio at work can go from one to the other.
    ///
    /// - Parameter slowing: how many times as long another level may make a transfer.
    init(
        _ machine: RadioMachine, at level: SignalLevel, of profile: RadioProfile, slowing: Double,
        plan: inout LedgerPlan
    ) {
        component = machine.component
        initial = machine.initial
        roundTrip = machine.roundTrip
        dormancy = machine.dormancy
        burstGap = machine.burstGap
        countsBetweenPackets = machine.countsBetweenPackets
        hearsLate = machine.hearsLate
        isPlain = machine.isPlain
        self.slowing = slowing
        states = FixedArray(
            machine.states.indices.map { index in
                machine.states[index].at(level, profile.states[index], profile, plan: &plan)
            })
        promotions = FixedArray(machine.promotions.indices.map { machine.promotions[$0] })
    }

    /// `ways` with what must follow each; promotions make no loops.
    private static func chained(
        _ ways: [Transition], _ states: [State]
    ) -> [Transition] {
        var ways = ways
        for index in ways.indices {
            ways[index].next = next(after: index, ways, states)
            var last = ways[index].next
            while last >= 0 {
                ways[index].wholeDelay = ways[index].wholeDelay + ways[last].delay.usual
                ways[index].carrier = ways[last].to
                last = next(after: last, ways, states)
            }
        }
        return ways
    }

    private static func next(
        after way: Int, _ ways: [Transition], _ states: [State]
    ) -> Int {
        let end = states[ways[way].to]
        return end.carriesData
            ? -1 : end.ways.first { ways[$0].isTaken(uplink: 0, downlink: 0) } ?? -1
    }

    /// The line that the component is in at the start of a run.
    public var initialLine: Int { states[initial].restingLine }
}

extension RadioMachine.Transition {
    /// Whether anything that waits takes this way.
    var isForAnyData: Bool { uplinkOver < 0 && downlinkOver < 0 }

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

    @inline(__always)
    func exit(from state: Int, isDormancy: Bool) -> Exit {
        if isDormancy, let dormancy {
            return Exit(to: dormancy.to, release: dormancy.releases[state])
        }
        return Exit(to: states[state].demotesTo, release: states[state].release)
    }

    /// The way that a transfer alone takes from a state, or `WayOut.none`.
    @inline(__always)
    func wayOut(of transfer: Transfer, from state: UnsafePointer<State>) -> Int {
        let out = state.pointee.wayOut
        if out != WayOut.byBytes { return out }
        let ways = state.pointee.firstWay..<state.pointee.endOfWays
        for way in ways
        where promotions[way].isTaken(uplink: transfer.uplink, downlink: transfer.downlink) {
            return way
        }
        return WayOut.none
    }

    /// How long a share of a transfer is on the air in a state.
    @inline(__always)
    func airTime(
        of transfer: Transfer, in state: UnsafePointer<State>, share: Double
    ) -> TimeSpan {
        precondition(state.pointee.carriesData, "a transfer in a state that cannot carry it")
        let whole =
            Double(transfer.roundTrips) * roundTrip
            + Double(transfer.uplink) * state.pointee.uplinkByte
            + Double(transfer.downlink) * state.pointee.downlinkByte
        return TimeSpan(rounding: share * whole)
    }

    /// The line of a state, or of the state to which so dense a transfer raises it.
    @inline(__always)
    func transferLine(of transfer: Transfer, in state: UnsafePointer<State>) -> Int {
        var carrier = state
        if state.pointee.raise != nil, let raised = raised(by: transfer, in: state) {
            carrier = states.pointer(to: raised)
        }
        return transfer.uplink > transfer.downlink
            ? carrier.pointee.transferLine.uplink : carrier.pointee.transferLine.downlink
    }

    /// The state to which a transfer raises another, if more of its bytes pass within a window of
    /// the rule than the rule allows.
    private func raised(by transfer: Transfer, in state: UnsafePointer<State>) -> Int? {
        guard let raise = state.pointee.raise else { return nil }
        let bytes = Double(transfer.uplink) + Double(transfer.downlink)
        let span =
            Double(transfer.uplink) * state.pointee.uplinkByte
            + Double(transfer.downlink) * state.pointee.downlinkByte
        let share = span > 0 ? min(1, Double(raise.rule.window.nanoseconds) / span) : 1
        return bytes * share > Double(raise.bytesOver) ? raise.rule.to : nil
    }
}
