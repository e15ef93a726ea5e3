import EventKernel
import Quantities

/// A row of the residence table: one component in one state.
public struct ResidenceRow<Count: LedgerCount>: Hashable, Sendable {
    public let component: Component
    public let state: String
    public var nanoseconds: Count
    public var energy: Millijoules
    public var entries: Count
}

/// A row of the cause table: energy of one component for one activity and kind.
public struct CauseRow: Hashable, Sendable {
    public let component: Component
    public let activity: String
    public let kind: EnergyKind
    public let energy: Millijoules
}

/// What was counted, by line and activity: the closed books of one run, or of many together.
public struct LedgerTable<Count: LedgerCount>: Hashable, Sendable {
    public let plan: LedgerPlan
    /// By line, then activity: `cells[line * plan.activities.count + activity]`.
    public internal(set) var cells: ContiguousArray<LedgerCell<Count>>
    /// How often each state of the plan was entered, the initial ones included.
    public internal(set) var entries: ContiguousArray<Count>

    public init(_ plan: LedgerPlan) {
        self.plan = plan
        cells = ContiguousArray(
            repeating: LedgerCell(), count: plan.lines.count * plan.activities.count)
        entries = ContiguousArray(repeating: 0, count: plan.states.count)
    }

    /// Adds the books of another run of the same plan. Exact, so the order does not matter.
    public mutating func add<Other: LedgerCount>(_ other: LedgerTable<Other>) {
        precondition(plan == other.plan, "only books of the same plan can be added")
        for index in cells.indices { cells[index].add(other.cells[index]) }
        for index in entries.indices { entries[index] += Count(other.entries[index]) }
    }

    /// Residence, energy and entries of every state that was entered, or whose bytes were counted
    /// before the end kept it from being entered, in the order of the plan.
    public func residenceRows() -> [ResidenceRow<Count>] {
        var rows = plan.states.enumerated().map { number, state in
            ResidenceRow<Count>(
                component: state.component, state: state.name, nanoseconds: 0, energy: .zero,
                entries: entries[number])
        }
        forEachCell { line, _, cell in
            let row = plan.stateOfLine[line]
            rows[row].nanoseconds += cell.nanoseconds
            rows[row].energy += cell.energy(plan.lines[line])
        }
        return rows.filter { $0.entries > 0 || $0.energy != .zero }
    }

    /// Energy by component, activity and kind; rows that nothing was posted to are left out.
    public func causeRows() -> [CauseRow] {
        let kinds = EnergyKind.allCases.count
        let activities = plan.activities.count
        var sums = [Millijoules?](
            repeating: nil, count: Component.allCases.count * activities * kinds)
        forEachCell { line, activity, cell in
            let component = plan.lines[line].component.index
            let row = (component * activities + activity) * kinds + plan.lines[line].kind.index
            sums[row] = (sums[row] ?? .zero) + cell.energy(plan.lines[line])
        }
        return sums.enumerated().compactMap { row, energy in
            energy.map {
                CauseRow(
                    component: Component.allCases[row / (activities * kinds)],
                    activity: plan.activities[row / kinds % activities],
                    kind: EnergyKind.allCases[row % kinds], energy: $0)
            }
        }
    }

    /// The energy of all lines that `include` names.
    public func energy(where include: (LedgerLine) -> Bool) -> Millijoules {
        var total = Millijoules.zero
        forEachCell { line, _, cell in
            if include(plan.lines[line]) { total += cell.energy(plan.lines[line]) }
        }
        return total
    }

    public var totalEnergy: Millijoules { energy { _ in true } }

    /// Calls `body` with line, activity and cell, for each cell that anything was posted to.
    public func forEachCell(_ body: (Int, Int, LedgerCell<Count>) -> Void) {
        var index = 0
        for line in plan.lines.indices {
            for activity in plan.activities.indices {
                if cells[index] != LedgerCell() { body(line, activity, cells[index]) }
                index += 1
            }
        }
    }

    /// Residence sums to the horizon exactly, for each component that takes part; the energy by
    /// states and by causes is the same to 1e-12. Anything else is an error of the program, and
    /// stops it with the figures.
    func checkConservation(horizon: Instant) {
        var residence = [Count](repeating: 0, count: Component.allCases.count)
        forEachCell { line, _, cell in
            residence[plan.lines[line].component.index] += cell.nanoseconds
        }
        for component in Set(plan.states.map(\.component)) {
            let found = residence[component.index]
            precondition(
                found == Count(horizon.nanoseconds),
                "\(component) was posted for \(found) ns of \(horizon.nanoseconds) ns")
        }
        let byState = residenceRows().reduce(0) { $0 + $1.energy.magnitude }
        let byCause = causeRows().reduce(0) { $0 + $1.energy.magnitude }
        precondition(
            abs(byState - byCause) <= 1e-12 * max(abs(byState), abs(byCause)),
            "energy is \(byState) mJ by states, but \(byCause) mJ by causes")
    }
}
