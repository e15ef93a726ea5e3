/// A compiled radio profile: times in nanoseconds, and the ledger lines of each state.
///
/// It is immutable, and shared by all runs.
public final class RadioMachine: Sendable {
    let component: Component
    let initial: Int
    let states: FixedArray<State>
    let promotions: FixedArray<Transition>
    /// Nanoseconds of one round trip.
    let roundTrip: Double
    let dormancy: Dormancy?
    let hasBursts: Bool
    /// Whether the phone hears of downlink data late in some state.
    let hearsLate: Bool
    /// Whether a lone transfer's course is known in advance: no timer of the phone, no slow
    /// release.
    let isPlain: Bool
    /// Upper bound of how many times longer other signal levels make a transfer.
    let slowing: Double
    let most: Bounds

    /// The longest times on a transfer's way.
    struct Bounds: BitwiseCopyable, Sendable {
        /// All promotions, one after the other.
        var delays = TimeSpan.zero
        var release = TimeSpan.zero
        /// Until the phone hears of downlink data.
        var wait = TimeSpan.zero
        /// Nanoseconds per byte.
        var (uplinkByte, downlinkByte) = (0.0, 0.0)

        init(_ states: [State], _ promotions: [Transition], _ dormancy: Dormancy?) {
            for way in promotions { delays = delays + way.delay.most }
            for state in states {
                release = max(release, state.release?.delay ?? .zero)
                wait = max(wait, state.hearing.longestWait)
                guard state.carriesData else { continue }
                uplinkByte = max(uplinkByte, state.uplinkByte)
                downlinkByte = max(downlinkByte, state.downlinkByte)
            }
            for line in dormancy?.releases ?? [] { release = max(release, line?.delay ?? .zero) }
        }
    }

    struct State: BitwiseCopyable, Sendable {
        /// Where the inactivity timer leads; −1: there is no timer.
        var demotesTo: Int
        var release: ReleaseLine?
        var carriesData: Bool
        /// Nanoseconds per byte.
        var uplinkByte: Double
        var downlinkByte: Double
        /// The line while nothing is carried: a tail while a timer runs, else the baseline.
        var restingLine: Int
        var transferLine: TransferLines
        /// Promotions from here, thresholds before `data`.
        var firstWay: Int
        var endOfWays: Int
        var timer: TimerRule
        /// Packets within this gap only reset the timer; `nil`: each must be examined.
        var stretchGap: TimeSpan?
        var number: Int
        /// The promotion for any transfer, `WayOut.none`, or `WayOut.byBytes` if it depends on the
        /// bytes.
        var wayOut: Int

        /// Whether it sleeps between packets, so that each begins another rest.
        var isDiscontinuous: Bool

        var hearing: Hearing

        var tail = Tail.unknown

        var isTail: Bool { demotesTo >= 0 }
        var ways: Range<Int> { firstWay..<endOfWays }
    }

    struct Tail: BitwiseCopyable, Sendable {
        /// In the ledger; −1: it must be posted step by step.
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

    /// When a state without data is left.
    ///
    /// Separate from `State`, because it is passed on with every packet: copies of the whole
    /// state took a fifth of a replay.
    struct TimerRule: BitwiseCopyable, Sendable {
        var after: TimeSpan
        /// Whether the phone's own timer runs here.
        var isDormancyArmed: Bool
    }

    /// Lines of a state while it carries data; both are equal without bursts.
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

    struct Transition: BitwiseCopyable, Sendable {
        var to: Int
        var delay: PromotionDelay
        var line: Int
        /// Queued bytes above which this promotion is taken; −1: any data.
        var uplinkOver: Int64
        var downlinkOver: Int64
        /// The promotion's course in the ledger; −1 if its time varies.
        var course = -1
    }

    /// Compiles `profile`, and adds its lines to `plan`.
    public convenience init(_ profile: RadioProfile, plan: inout LedgerPlan) {
        self.init(profile, plan: &plan, foretells: true)
    }

    /// - Parameters:
    ///   - foretells: false disables excursions, so that tests can compare both evaluations.
    ///   - delays: maps each promotion delay of the profile.
    init(
        _ profile: RadioProfile, plan: inout LedgerPlan, foretells: Bool,
        delays: (PromotionDelay) -> PromotionDelay = { $0 }
    ) {
        component = profile.technology.component
        initial = profile.initial
        roundTrip = (profile.roundTrip?.magnitude ?? 0) * 1e9
        hasBursts = profile.bursts != nil
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
        let canForetell = dormancy == nil && !hasBursts && states.allSatisfy { $0.release == nil }
        if canForetell { Self.addCourses(to: &states, &ways, plan: &plan) }
        isPlain = foretells && canForetell
        slowing = 1
        most = Bounds(states, ways, dormancy)
        self.states = FixedArray(states)
        self.promotions = FixedArray(ways)
    }

    /// The machine at a level of the signal. Everything but carrying is shared, with equal lines,
    /// so that a running radio can change levels.
    ///
    /// - Parameter slowing: upper bound of how many times longer another level makes a transfer.
    init(
        _ machine: RadioMachine, at level: SignalLevel, of profile: RadioProfile, slowing: Double,
        plan: inout LedgerPlan
    ) {
        component = machine.component
        initial = machine.initial
        roundTrip = machine.roundTrip
        dormancy = machine.dormancy
        hasBursts = machine.hasBursts
        hearsLate = machine.hearsLate
        isPlain = machine.isPlain
        self.slowing = slowing
        let states = machine.states.indices.map { index in
            machine.states[index].at(level, profile.states[index], profile, plan: &plan)
        }
        let ways = machine.promotions.indices.map { machine.promotions[$0] }
        most = Bounds(states, ways, machine.dormancy)
        self.states = FixedArray(states)
        promotions = FixedArray(ways)
    }

    public var initialLine: Int { states[initial].restingLine }

    /// Where an expired timer leads, with the release on the way.
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

    /// The promotion that a lone transfer needs in a state, or `WayOut.none`.
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

    @inline(__always)
    func airTime(of transfer: Transfer, in state: UnsafePointer<State>, share: Double) -> TimeSpan {
        precondition(state.pointee.carriesData, "a transfer in a state that cannot carry it")
        let whole =
            Double(transfer.roundTrips) * roundTrip
            + Double(transfer.uplink) * state.pointee.uplinkByte
            + Double(transfer.downlink) * state.pointee.downlinkByte
        return TimeSpan(rounding: share * whole)
    }

    @inline(__always)
    func transferLine(of transfer: Transfer, in state: UnsafePointer<State>) -> Int {
        transfer.uplink > transfer.downlink
            ? state.pointee.transferLine.uplink : state.pointee.transferLine.downlink
    }
}

extension RadioMachine.Transition {
    var isForAnyData: Bool { uplinkOver < 0 && downlinkOver < 0 }

    func isTaken(uplink: Int64, downlink: Int64) -> Bool {
        uplink > uplinkOver || downlink > downlinkOver
    }
}
