import EventKernel
import Quantities

/// Why a radio machine could not run.
public enum RadioProfileError: Error, Hashable, Sendable {
    case noStates
    case nonPositiveTimer(state: String, after: TimeSpan)
    case nonPositiveRate(state: String, rate: BitsPerSecond)
    case oneRateOnly(state: String)
    case badCycle(state: String)
    /// Timers that lead back to where they began: the radio would never come to rest.
    case timersFormLoop(states: [String])
    /// Data promotions that lead back to where they began.
    case promotionsFormLoop(states: [String])
    case unreachable(state: String, from: String)
    /// Data that comes in this state would wait for ever.
    case cannotCarry(state: String)
    case noStateCarriesData

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
        case .timersFormLoop: "Let the demotions end in a state that has none."
        case .promotionsFormLoop: "Let the promotions end in a state that carries data."
        case .unreachable: "Add a promotion or demotion that leads to it, or remove it."
        case .cannotCarry: "Give the state rates, or a promotion with trigger: data."
        case .noStateCarriesData: "Give uplink and downlink to at least one state."
        }
    }

    /// The state at fault, where there is one: the reader points at its line.
    public var state: String? {
        switch self {
        case .noStates, .noStateCarriesData: nil
        case .nonPositiveTimer(let state, _), .nonPositiveRate(let state, _),
            .oneRateOnly(let state), .badCycle(let state), .unreachable(let state, _),
            .cannotCarry(let state):
            state
        case .timersFormLoop(let states), .promotionsFormLoop(let states): states.first
        }
    }
}

extension RadioProfile {
    /// Everything that must hold before the machine may run.
    func checkMachine() throws(RadioProfileError) {
        if states.isEmpty { throw .noStates }
        for state in states { try check(state) }
        if !states.contains(where: \.carriesData) { throw .noStateCarriesData }
        try checkTimersEnd()
        try checkReachable()
        try checkDataIsCarried()
    }

    private func check(_ state: RadioState) throws(RadioProfileError) {
        if (state.uplink == nil) != (state.downlink == nil) {
            throw .oneRateOnly(state: state.name)
        }
        for rate in [state.uplink, state.downlink] {
            if let rate, !(rate > .zero) || !rate.isFinite {
                throw .nonPositiveRate(state: state.name, rate: rate)
            }
        }
        if let demotion = state.demotion, demotion.after <= .zero {
            throw .nonPositiveTimer(state: state.name, after: demotion.after)
        }
        if case .cycle(let cycle) = state.draw, cycle.on <= .zero || cycle.on > cycle.period {
            throw .badCycle(state: state.name)
        }
    }

    private func checkTimersEnd() throws(RadioProfileError) {
        for start in states.indices {
            var path = [start]
            while let next = states[path[path.count - 1]].demotion?.to {
                if let first = path.firstIndex(of: next) {
                    throw .timersFormLoop(
                        states: (path[first...] + [next]).map { states[$0].name })
                }
                path.append(next)
            }
        }
    }

    private func checkReachable() throws(RadioProfileError) {
        var reached: Set<Int> = [initial]
        var frontier = [initial]
        while let state = frontier.popLast() {
            let next =
                promotions.filter { $0.from == state }.map(\.to)
                + [states[state].demotion?.to].compactMap { $0 }
            for state in next where reached.insert(state).inserted { frontier.append(state) }
        }
        for (index, state) in states.enumerated() where !reached.contains(index) {
            throw .unreachable(state: state.name, from: states[initial].name)
        }
    }

    /// Follows every promotion that queued data could take, whatever its amount.
    private func checkDataIsCarried() throws(RadioProfileError) {
        var good: Set<Int> = []
        for state in states.indices { try follow(path: [state], good: &good) }
    }

    /// - Parameter good: states from which all ways are known to end in one that carries data.
    private func follow(path: [Int], good: inout Set<Int>) throws(RadioProfileError) {
        let state = path[path.count - 1]
        if good.contains(state) { return }
        let ways = promotions.filter { $0.from == state }
        if !states[state].carriesData, !ways.contains(where: { $0.trigger == .data }) {
            throw .cannotCarry(state: states[state].name)
        }
        for way in ways {
            if let first = path.firstIndex(of: way.to) {
                throw .promotionsFormLoop(
                    states: (path[first...] + [way.to]).map { states[$0].name })
            }
            try follow(path: path + [way.to], good: &good)
        }
        good.insert(state)
    }
}
