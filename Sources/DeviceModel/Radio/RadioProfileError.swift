import Kernel

/// Why dense traffic cannot raise a state to another.
public enum RaiseFault: String, Hashable, Sendable {
    case isItself = "which is the same state"
    case isInitial = "which is the initial state"
    case carriesNothing = "which cannot carry data"
    case hasTimer = "which has an inactivity timer of its own"
    case isRaised = "which is itself raised by dense traffic"
    case hasPromotions = "which has promotions of its own"
}

/// Why a promotion cannot be placed as the profile says.
public enum PlaceFault: String, Hashable, Sendable {
    case takesNoTime = "but it takes no time"
    /// `within-state` is `before` where no timer has ended anything.
    case nothingBefore = "but no timer leads to the state that it leads out of"
    /// `fitted` is `before` for the first packet of a stay.
    case nothingPasses = "but no packet passes in the state before one takes it"
    case leadsOn = "but it leads to a state that cannot carry data, so that another must follow"
    case raised = "but dense traffic raises the state that it leads out of"
    case bursts = "but the radio has bursts"
    case discontinuous = "but the state that it leads out of has drx, which each packet begins anew"
}

/// Why pages cannot be looked for as the profile says.
public enum PagingFault: String, Hashable, Sendable {
    case zeroTime = "which must be longer than zero"
    case tooLong = "which is longer than an hour"
    case carriesData = "but carries data, which needs no page"

    /// What is possible instead.
    var advice: String {
        switch self {
        case .zeroTime, .tooLong: "Write, for example, paging: 1280 ms."
        case .carriesData: "Remove paging; drx says when a state that carries data listens."
        }
    }
}

/// Why a radio machine could not run.
public enum RadioProfileError: Error, Hashable, Sendable {
    case noStates
    case nonPositiveTimer(state: String, after: TimeSpan)
    case nonPositiveRate(state: String, rate: BitsPerSecond)
    case oneRateOnly(state: String)
    case badCycle(state: String)
    case badReception(state: String, because: ReceptionFault)
    case badPaging(state: String, because: PagingFault)
    /// Timers that lead back to where they began: the radio would never come to rest.
    case timersFormLoop(states: [String])
    /// Data promotions that lead back to where they began.
    case promotionsFormLoop(states: [String])
    case unreachable(state: String, from: String)
    /// Data that comes in this state would wait for ever.
    case cannotCarry(state: String)
    case noStateCarriesData
    /// `what` is a time that must be longer than zero.
    case notAboveZero(what: String, state: String)
    case activityWithoutTimer(state: String)
    case activityBelowOneByte(state: String)
    case queueWithoutThreshold(state: String)
    /// A raised state lives by the state below it.
    case badRaise(state: String, to: String, because: RaiseFault)
    case raiseWithoutLimit(state: String)
    case noSuchWait(from: String, to: String)
    case placeWithoutEffect(
        from: String, to: String, place: PacketPlacement.Place, because: PlaceFault)
    case noRoundTrip
    /// Both say what dense traffic draws.
    case burstsAndRaise(state: String)
    /// Nothing leads out of a raised state that was entered otherwise.
    case raisedStateEntered(state: String, from: String)
    /// Any data takes the first of them, and none the second.
    case twoDataPromotions(from: String)
    case nonPositiveDormancy(after: TimeSpan)
    /// The phone's own timer runs in no state.
    case dormancyNeverRuns(to: String)
    case badLevel(String, because: LevelFault)

    public var message: String {
        switch self {
        case .noStates: "a radio needs at least one state"
        case .nonPositiveTimer(let state, let after):
            "the inactivity timer of \(state) is \(after.seconds), but must be longer than zero"
        case .nonPositiveRate(let state, let rate):
            "the rate of \(state) is \(rate), but must be greater than zero"
        case .oneRateOnly(let state):
            "\(state) has one of uplink and downlink, but a state carries both or none"
        case .badCycle(let state):
            "the cycle of \(state) must have 0 < on <= period"
        case .badReception(let state, let fault):
            "\(state) has discontinuous reception, \(fault.rawValue)"
        case .badPaging(let state, let fault):
            "\(state) has a paging cycle, \(fault.rawValue)"
        case .timersFormLoop(let states):
            "inactivity timers form a loop: \(states.joined(separator: " -> "))"
        case .promotionsFormLoop(let states):
            "promotions form a loop: \(states.joined(separator: " -> "))"
        case .unreachable(let state, let from):
            "\(state) cannot be reached from \(from)"
        case .cannotCarry(let state):
            "data that comes in \(state) could never be carried: \(state) has no rates and no "
                + "promotion with trigger data"
        case .noStateCarriesData: "no state of this radio can carry data"
        case .notAboveZero(let what, let state):
            "\(what) of \(state) is zero, but must be greater"
        case .activityWithoutTimer(let state):
            "\(state) says what resets its inactivity timer, but has none"
        case .activityBelowOneByte(let state):
            "\(state) counts less than one byte as activity"
        case .queueWithoutThreshold(let state):
            "\(state) says how its queue drains, but no promotion from it has a threshold"
        case .badRaise(let state, let to, let fault):
            "\(state) is raised to \(to), \(fault.rawValue)"
        case .raiseWithoutLimit(let state):
            "\(state) is raised by dense traffic, but not said how dense"
        case .noSuchWait(let from, let to):
            "the promotion from \(from) to \(to) is dropped when a packet follows, so its delay "
                + "must be constant"
        case .placeWithoutEffect(let from, let to, let place, let fault):
            "the promotion from \(from) to \(to) is placed \(place.rawValue), \(fault.rawValue)"
        case .noRoundTrip: "the states have rates, but the radio has no round trip"
        case .burstsAndRaise(let state):
            "\(state) is raised by dense traffic, but the radio has bursts, which say it already"
        case .raisedStateEntered(let state, let from):
            "\(state) is entered from \(from), but it is a raised state, which has no timer to "
                + "leave it by"
        case .twoDataPromotions(let from):
            "\(from) has two promotions with trigger data, and the second is never taken"
        case .nonPositiveDormancy(let after):
            "fast dormancy comes after \(after.seconds), but must come after more than zero"
        case .dormancyNeverRuns(let to):
            "fast dormancy never comes: no state but \(to), to which it leads, has an inactivity "
                + "timer"
        case .badLevel(let level, let fault): "the level \(level) \(fault.rawValue)"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .noStates: "Name at least one state under states."
        case .nonPositiveTimer: "Write a time such as 5 s, or leave the demotion out."
        case .nonPositiveRate: "Write a rate such as 1 Mbit/s, or leave it out."
        case .oneRateOnly: "Give both rates, or neither."
        case .badCycle: "Write, for example, period: 1280 ms and on: 43 ms."
        case .badReception(_, let fault): fault.advice
        case .badPaging(_, let fault): fault.advice
        case .timersFormLoop: "Let the demotions end in a state that has none."
        case .promotionsFormLoop: "Let the promotions end in a state that carries data."
        case .unreachable: "Add a promotion or demotion that leads to it, or remove it."
        case .cannotCarry: "Give the state rates, or a promotion with trigger: data."
        case .noStateCarriesData: "Give uplink and downlink to at least one state."
        case .notAboveZero: "Write a value greater than zero, or leave it out."
        case .activityWithoutTimer: "Add a demotion from the state, or remove activity."
        case .activityBelowOneByte: "Write whole bytes such as 320 B, or remove activity."
        case .queueWithoutThreshold: "Add a promotion with uplink-over or downlink-over."
        case .badRaise:
            "A raised state carries data and nothing more: timer and promotions are those of the "
                + "state below it."
        case .raiseWithoutLimit: "Add bytes-over or packets-over."
        case .noSuchWait: "Write a single delay, or place the promotion before or after."
        case .placeWithoutEffect: "Place it before or after."
        case .noRoundTrip: "Add, for example, round-trip: 150 ms."
        case .burstsAndRaise: "Remove one of bursts and raise."
        case .raisedStateEntered: "Lead to the state below it, which is raised by dense traffic."
        case .twoDataPromotions: "Remove one of the two, or give the first a threshold."
        case .nonPositiveDormancy: "Write a time such as 3 s, or leave fast-dormancy out."
        case .dormancyNeverRuns: "Add a demotion, or remove fast-dormancy."
        case .badLevel(_, let fault): fault.advice
        }
    }

    /// The state at fault, where there is one: the reader points at its line.
    public var state: String? {
        switch self {
        case .noStates, .noStateCarriesData, .noRoundTrip, .nonPositiveDormancy,
            .dormancyNeverRuns, .badLevel:
            nil
        case .nonPositiveTimer(let state, _), .nonPositiveRate(let state, _),
            .oneRateOnly(let state), .badCycle(let state), .badReception(let state, _),
            .badPaging(let state, _), .unreachable(let state, _),
            .cannotCarry(let state), .notAboveZero(_, let state),
            .activityWithoutTimer(let state), .activityBelowOneByte(let state),
            .queueWithoutThreshold(let state),
            .badRaise(let state, _, _), .raiseWithoutLimit(let state), .noSuchWait(let state, _),
            .placeWithoutEffect(let state, _, _, _),
            .burstsAndRaise(let state), .raisedStateEntered(let state, _),
            .twoDataPromotions(let state):
            state
        case .timersFormLoop(let states), .promotionsFormLoop(let states): states.first
        }
    }
}
