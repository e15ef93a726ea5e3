/// One way in which a component draws power: in a state, for a kind of use.
public struct LedgerLine: Hashable, Sendable {
    public let component: Component
    /// As results name it.
    public let state: String
    public let kind: EnergyKind
    public let cost: LedgerCost

    public init(
        _ component: Component, _ state: String, _ kind: EnergyKind, _ draw: PowerDraw,
        perUplinkByte: Millijoules = .zero, perDownlinkByte: Millijoules = .zero,
        perEvent: Millijoules = .zero
    ) {
        (self.component, self.state, self.kind) = (component, state, kind)
        cost = LedgerCost(
            draw: draw, perUplinkByte: perUplinkByte, perDownlinkByte: perDownlinkByte,
            perEvent: perEvent)
    }
}

/// The power of a line, without names so that it is fast to read and copy.
public struct LedgerCost: BitwiseCopyable, Hashable, Sendable {
    public let draw: PowerDraw
    /// For each byte sent, in addition to `draw`.
    public let perUplinkByte: Millijoules
    /// For each byte received, in addition to `draw`.
    public let perDownlinkByte: Millijoules
    /// Drawn at once for each charge: a wake-up.
    public let perEvent: Millijoules
}

/// The lines and activities that a ledger can post for one phone.
public struct LedgerPlan: Hashable, Sendable {
    public private(set) var lines: [LedgerLine] = []
    /// Lines of one component and state share a number.
    public private(set) var stateOfLine: [Int] = []
    /// The states in order of first mention.
    public private(set) var states: [State] = []
    /// First ``atRest``, `other apps` and `network signalling`, then those of the policy, then the
    /// phone's own.
    public let activities: [String]
    public let policyActivities: Range<Int>

    /// The lines without names.
    private(set) var shapes: [LineShape] = []
    /// By line: how it is shared, if it is.
    private(set) var receptions: [LedgerReception?] = []
    /// Sequences that are counted as a whole.
    private(set) var courses: [LedgerCourse] = []

    public struct State: Hashable, Sendable {
        public let component: Component
        public let name: String
    }

    /// The part of a line that the event loop needs.
    struct LineShape: BitwiseCopyable, Hashable, Sendable {
        let component: Component
        let state: Int
        let kind: EnergyKind
        let cost: LedgerCost

        var isCycle: Bool { if case .cycle = cost.draw { true } else { false } }
    }

    /// The activity in `causes.csv` for what the phone draws anyway.
    public static let atRest = "nobody"
    public static let firstPolicyActivity = 3

    /// - `phones`: activities of the phone itself.
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
            LineShape(component: line.component, state: number, kind: line.kind, cost: line.cost))
        receptions.append(nil)
        return lines.count - 1
    }

    /// Shares a line among other lines, which must have been added.
    mutating func share(_ reception: LedgerReception) { receptions[reception.awake] = reception }

    /// Whether the course always draws the same energy, which a cycle does not.
    func isCountable(_ course: LedgerCourse) -> Bool {
        !course.steps.isEmpty
            && !course.steps.contains { shapes[$0.line].isCycle || receptions[$0.line] != nil }
    }

    /// Adds a countable course and returns its number.
    mutating func add(_ course: LedgerCourse) -> Int {
        precondition(isCountable(course), "a course that does not draw the same each time")
        courses.append(course)
        return courses.count - 1
    }
}
