import EventKernel
import Quantities

/// One way in which a component can draw power: in a state, for a kind of use.
public struct LedgerLine: Hashable, Sendable {
    public let component: Component
    /// The protocol or power state, as results name it.
    public let state: String
    public let kind: EnergyKind
    public let draw: PowerDraw
    /// Above `draw`, for each byte sent.
    public let perUplinkByte: Millijoules
    /// Above `draw`, for each byte received.
    public let perDownlinkByte: Millijoules
    /// Drawn at once each time that it is charged: a wake-up.
    public let perEvent: Millijoules

    public init(
        _ component: Component, _ state: String, _ kind: EnergyKind, _ draw: PowerDraw,
        perUplinkByte: Millijoules = .zero, perDownlinkByte: Millijoules = .zero,
        perEvent: Millijoules = .zero
    ) {
        self.component = component
        self.state = state
        self.kind = kind
        self.draw = draw
        self.perUplinkByte = perUplinkByte
        self.perDownlinkByte = perDownlinkByte
        self.perEvent = perEvent
    }
}

/// Everything that a ledger can be asked to post: the lines and the activities of one phone.
public struct LedgerPlan: Hashable, Sendable {
    public private(set) var lines: [LedgerLine] = []
    /// Which state each line belongs to: lines of one component and state share a number.
    public private(set) var stateOfLine: [Int] = []
    /// The component and name of each state, in order of first mention.
    public private(set) var states: [State] = []
    /// `nobody` and `other apps` first, then those of the policy.
    public let activities: [String]

    public struct State: Hashable, Sendable {
        public let component: Component
        public let name: String
    }

    public init(activities: [String]) {
        self.activities = ["nobody", "other apps"] + activities
    }

    /// Adds a line and returns its number.
    public mutating func add(_ line: LedgerLine) -> Int {
        let state = State(component: line.component, name: line.state)
        let number = states.firstIndex(of: state) ?? states.count
        if number == states.count { states.append(state) }
        lines.append(line)
        stateOfLine.append(number)
        return lines.count - 1
    }
}
