import Kernel

/// One way in which a component can draw power: in a state, for a kind of use.
public struct LedgerLine: Hashable, Sendable {
    public let component: Component
    /// The protocol or power state, as results name it.
    public let state: String
    public let kind: EnergyKind
    public let cost: LedgerCost

    public init(
        _ component: Component, _ state: String, _ kind: EnergyKind, _ draw: PowerDraw,
        perUplinkByte: Millijoules = .zero, perDownlinkByte: Millijoules = .zero,
        perEvent: Millijoules = .zero
    ) {
        self.component = component
        self.state = state
        self.kind = kind
        cost = LedgerCost(
            draw: draw, perUplinkByte: perUplinkByte, perDownlinkByte: perDownlinkByte,
            perEvent: perEvent)
    }
}

/// What a line draws: apart from its names, because it is read often and copied as it lies there.
public struct LedgerCost: BitwiseCopyable, Hashable, Sendable {
    public let draw: PowerDraw
    /// Above `draw`, for each byte sent.
    public let perUplinkByte: Millijoules
    /// Above `draw`, for each byte received.
    public let perDownlinkByte: Millijoules
    /// Drawn at once each time that it is charged: a wake-up.
    public let perEvent: Millijoules
}

/// Everything that a ledger can be asked to post: the lines and the activities of one phone.
public struct LedgerPlan: Hashable, Sendable {
    public private(set) var lines: [LedgerLine] = []
    /// Which state each line belongs to: lines of one component and state share a number.
    public private(set) var stateOfLine: [Int] = []
    /// The component and name of each state, in order of first mention.
    public private(set) var states: [State] = []
    /// ``atRest``, `other apps` and `network signalling` first, then those of the policy, then what
    /// else the phone itself books.
    public let activities: [String]
    /// Where those of the policy stand.
    public let policyActivities: Range<Int>

    /// The lines again, without their names.
    private(set) var shapes: [LineShape] = []
    /// By line: how its time is shared out among others, where it is.
    private(set) var receptions: [LedgerReception?] = []
    /// What is counted as a whole.
    private(set) var courses: [LedgerCourse] = []

    public struct State: Hashable, Sendable {
        public let component: Component
        public let name: String
    }

    /// What the event loop asks of a line.
    struct LineShape: BitwiseCopyable, Hashable, Sendable {
        let component: Component
        /// The number of its state.
        let state: Int
        let kind: EnergyKind
        let cost: LedgerCost

        var isCycle: Bool {
            if case .cycle = cost.draw { true } else { false }
        }
    }

    /// What is booked to no activity, as `causes.csv` names it: what the phone draws anyway.
    public static let atRest = "nobody"
    /// The number of the first activity that belongs to the policy.
    public static let firstPolicyActivity = 3

    /// - Parameters:
    ///   - activities: of the policy.
    ///   - phones: what else the phone itself books.
    public init(activities: [String], phones: [String] = []) {
        let world = [Self.atRest, "other apps", "network signalling"]
        self.activities = world + activities + phones
        policyActivities = world.count..<world.count + activities.count
    }

    /// Adds a line and returns its number.
    public mutating func add(_ line: LedgerLine) -> Int {
        let state = State(component: line.component, name: line.state)
        let number = states.firstIndex(of: state) ?? states.count
        if number == states.count { states.append(state) }
        lines.append(line)
        stateOfLine.append(number)
        shapes.append(
            LineShape(
                component: line.component, state: number, kind: line.kind, cost: line.cost))
        receptions.append(nil)
        return lines.count - 1
    }

    /// Shares what is posted to a line out among others, which have been added.
    mutating func share(_ reception: LedgerReception) { receptions[reception.awake] = reception }

    /// Whether a course draws the same each time: what a cycle draws depends on when its state was
    /// entered.
    func isCountable(_ course: LedgerCourse) -> Bool {
        !course.steps.isEmpty
            && !course.steps.contains { shapes[$0.line].isCycle || receptions[$0.line] != nil }
    }

    /// Adds a course that is countable, and returns its number.
    mutating func add(_ course: LedgerCourse) -> Int {
        precondition(isCountable(course), "a course that does not draw the same each time")
        courses.append(course)
        return courses.count - 1
    }
}
