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
    /// Without such a timer, `within-state` equals `before`.
    case nothingBefore = "but no timer leads to the state that it starts from"
    /// For the first packet of a stay, `fitted` equals `before`.
    case nothingPasses = "but no packet passes in that state before the promotion"
    case leadsOn =
        "but it leads to a state that cannot carry data, so another promotion must follow"
    case raised = "but dense traffic raises the state that it starts from"
    case bursts = "but the radio has bursts"
    case discontinuous = "but the state that it starts from has drx, which each packet restarts"
}

/// Why a paging cycle is invalid.
public enum PagingFault: String, Hashable, Sendable {
    case zeroTime = "which must be longer than zero"
    case tooLong = "which is longer than an hour"
    case carriesData = "but carries data, and needs no paging"

    var advice: String {
        switch self {
        case .zeroTime, .tooLong: "Write, for example, paging: 1280 ms."
        case .carriesData: "Remove paging; drx sets when a state that carries data listens."
        }
    }
}

/// Why a radio machine could not run: where, what is wrong, and what is possible instead.
public struct RadioProfileError: Error, Hashable, Sendable {
    public let place: Place
    public let message: String
    public let advice: String

    private init(_ place: Place, _ message: String, advice: String) {
        (self.place, self.message, self.advice) = (place, message, advice)
    }

    /// The part of a profile that is at fault.
    public enum Place: Hashable, Sendable {
        case profile(key: String)
        case state(String, key: String? = nil)
        case raised(from: String)
        case timer(from: String)
        case promotion(from: String, to: String)
        /// The second promotion from a state with trigger `data`.
        case secondTrigger(from: String)
        case placement(from: String, to: String, PacketPlacement.Place)
        /// A promotion, timer or fast dormancy that leads to a state.
        case entrance(to: String, from: String)
        case level(String)
    }
}

extension RadioProfileError {
    static let noStates = RadioProfileError(
        .profile(key: "states"), "a radio needs at least one state",
        advice: "Add at least one state under states.")

    static let noStateCarriesData = RadioProfileError(
        .profile(key: "states"), "no state of this radio can carry data",
        advice: "Give uplink and downlink to at least one state.")

    static let noRoundTrip = RadioProfileError(
        .profile(key: "states"), "the states have rates, but the radio has no round trip",
        advice: "Add, for example, round-trip: 150 ms.")

    static func nonPositiveTimer(state: String, after: TimeSpan) -> RadioProfileError {
        RadioProfileError(
            .state(state),
            "the inactivity timer of \(state) is \(after.seconds), but must be longer than zero",
            advice: "Write a time such as 5 s, or leave the demotion out.")
    }

    static func nonPositiveRate(state: String, rate: BitsPerSecond) -> RadioProfileError {
        RadioProfileError(
            .state(state), "the rate of \(state) is \(rate), but must be greater than zero",
            advice: "Write a rate such as 1 Mbit/s, or leave it out.")
    }

    static func oneRateOnly(state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state),
            "\(state) has one of uplink and downlink, but needs both or neither",
            advice: "Give both rates, or neither.")
    }

    static func badCycle(state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state, key: "cycle"), "the cycle of \(state) must have 0 < on <= period",
            advice: "Write, for example, period: 1280 ms and on: 43 ms.")
    }

    static func badReception(state: String, because fault: ReceptionFault) -> RadioProfileError {
        RadioProfileError(
            .state(state, key: "drx"),
            "\(state) has discontinuous reception, \(fault.rawValue)", advice: fault.advice)
    }

    static func badPaging(state: String, because fault: PagingFault) -> RadioProfileError {
        RadioProfileError(
            .state(state, key: "paging"), "\(state) has a paging cycle, \(fault.rawValue)",
            advice: fault.advice)
    }

    static func unreachable(state: String, from: String) -> RadioProfileError {
        RadioProfileError(
            .state(state), "\(state) cannot be reached from \(from)",
            advice: "Add a promotion or demotion that leads to it, or remove it.")
    }

    static func cannotCarry(state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state),
            "data that arrives in \(state) could never be carried: \(state) has no rates and no "
                + "promotion with trigger data",
            advice: "Give the state rates, or a promotion with trigger: data.")
    }

    /// - Parameter what: a time that must be longer than zero.
    static func notAboveZero(what: String, state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state), "\(what) of \(state) is zero, but must be above zero",
            advice: "Write a value greater than zero, or leave it out.")
    }

    static func activityWithoutTimer(state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state, key: "activity"),
            "\(state) has an activity rule, but no inactivity timer to reset",
            advice: "Add a demotion from the state, or remove activity.")
    }

    static func activityBelowOneByte(state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state, key: "activity"), "\(state) counts less than one byte as activity",
            advice: "Write whole bytes such as 320 B, or remove activity.")
    }

    static func queueWithoutThreshold(state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state, key: "queue"),
            "\(state) describes its queue, but no promotion from it has a threshold",
            advice: "Add a promotion with uplink-over or downlink-over.")
    }

    static func raiseWithoutLimit(state: String) -> RadioProfileError {
        RadioProfileError(
            .state(state), "\(state) is raised by dense traffic, but has no threshold for it",
            advice: "Add bytes-over or packets-over.")
    }

    /// Both state the power of dense traffic.
    static func burstsAndRaise(state: String) -> RadioProfileError {
        RadioProfileError(
            .profile(key: "bursts"),
            "\(state) is raised by dense traffic, but the radio has bursts, which already "
                + "describe it",
            advice: "Remove one of bursts and raise.")
    }

    /// The state below a raised one provides its timer and promotions.
    static func badRaise(
        state: String, to: String, because fault: RaiseFault
    ) -> RadioProfileError {
        RadioProfileError(
            .raised(from: state), "\(state) is raised to \(to), \(fault.rawValue)",
            advice: "Give a raised state only rates; its timer and promotions are those of the "
                + "state below it.")
    }

    /// A raised state that was entered otherwise could not be left.
    static func raisedStateEntered(state: String, from: String) -> RadioProfileError {
        RadioProfileError(
            .entrance(to: state, from: from),
            "\(state) is entered from \(from), but it is a raised state, which has no timer to "
                + "leave it",
            advice: "Lead to the state below it, which dense traffic raises.")
    }

    static func badLevel(_ level: String, because fault: LevelFault) -> RadioProfileError {
        RadioProfileError(
            .level(level), "the level \(level) \(fault.rawValue)", advice: fault.advice)
    }
}

extension RadioProfileError {
    /// Timers form a loop, so the radio would never come to rest.
    static func timersFormLoop(states: [String]) -> RadioProfileError {
        RadioProfileError(
            .timer(from: states[0]),
            "inactivity timers form a loop: \(states.joined(separator: " -> "))",
            advice: "Let the demotions end in a state that has none.")
    }

    static func promotionsFormLoop(states: [String]) -> RadioProfileError {
        let ends = states.suffix(2)
        return RadioProfileError(
            .promotion(from: ends[ends.startIndex], to: ends[ends.endIndex - 1]),
            "promotions form a loop: \(states.joined(separator: " -> "))",
            advice: "Let the promotions end in a state that carries data.")
    }

    static func noSuchWait(from: String, to: String) -> RadioProfileError {
        RadioProfileError(
            .placement(from: from, to: to, .unlessFollowed),
            "the promotion from \(from) to \(to) is dropped when a packet follows, so its delay "
                + "must be constant",
            advice: "Write a single delay, or place the promotion before or after.")
    }

    static func placeWithoutEffect(
        from: String, to: String, place: PacketPlacement.Place, because fault: PlaceFault
    ) -> RadioProfileError {
        RadioProfileError(
            .placement(from: from, to: to, place),
            "the promotion from \(from) to \(to) is placed \(place.rawValue), \(fault.rawValue)",
            advice: "Place it before or after.")
    }

    /// All data takes the first one, so the second is unused.
    static func twoDataPromotions(from: String) -> RadioProfileError {
        RadioProfileError(
            .secondTrigger(from: from),
            "\(from) has two promotions with trigger data, but the second is never taken",
            advice: "Remove one of the two, or give the first a threshold.")
    }

    static func nonPositiveDormancy(after: TimeSpan) -> RadioProfileError {
        RadioProfileError(
            .profile(key: "fast-dormancy"),
            "fast dormancy starts after \(after.seconds), but the time must be above zero",
            advice: "Write a time such as 3 s, or leave fast-dormancy out.")
    }

    static func dormancyNeverRuns(to: String) -> RadioProfileError {
        RadioProfileError(
            .profile(key: "fast-dormancy"),
            "fast dormancy never starts: no state except \(to), to which it leads, has an "
                + "inactivity timer",
            advice: "Add a demotion, or remove fast-dormancy.")
    }
}
