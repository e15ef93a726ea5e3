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

/// The closed books of one run or of many, by line and activity.
public struct LedgerTable<Count: LedgerCount>: Hashable, Sendable {
    public let plan: LedgerPlan
    /// By line, then activity: `cells[line * plan.activities.count + activity]`.
    public internal(set) var cells: ContiguousArray<LedgerCell<Count>>
    /// Entries into each state of the plan, initial states included.
    public internal(set) var entries: ContiguousArray<Count>

    public init(_ plan: LedgerPlan) {
        self.plan = plan
        cells = ContiguousArray(
            repeating: LedgerCell(), count: plan.lines.count * plan.activities.count)
        entries = ContiguousArray(repeating: 0, count: plan.states.count)
    }

    /// - `cells`: by line, then activity.
    /// - `entries`: by state.
    public init(
        _ plan: LedgerPlan, cells: ContiguousArray<LedgerCell<Count>>,
        entries: ContiguousArray<Count>
    ) { (self.plan, self.cells, self.entries) = (plan, cells, entries) }

    @inline(__always)
    private mutating func add<Other: LedgerCount>(
        _ other: LedgerTable<Other>, as count: (Other) -> Count
    ) {
        precondition(plan == other.plan, "only books of the same plan can be added")
        for index in cells.indices where !other.cells[index].isEmpty {
            cells[index].add(other.cells[index], as: count)
        }
        for index in entries.indices { entries[index] += count(other.entries[index]) }
    }

    /// Residence time, energy and entries by state, in the order of the plan.
    ///
    /// States are included whose bytes were counted although the run ended before they were
    /// entered.
    public func residenceRows() -> [ResidenceRow<Count>] {
        let energies = energyByState()
        var residence = [Count](repeating: 0, count: plan.states.count)
        forEachCell { line, _, cell in residence[plan.stateOfLine[line]] += cell.nanoseconds }
        return plan.states.indices.compactMap { number in
            guard entries[number] > 0 || energies[number] != .zero else { return nil }
            return ResidenceRow(
                component: plan.states[number].component, state: plan.states[number].name,
                nanoseconds: residence[number], energy: energies[number], entries: entries[number])
        }
    }

    private func energyByState() -> [Millijoules] {
        var sums = [Millijoules](repeating: .zero, count: plan.states.count)
        forEachCell { line, _, cell in
            sums[plan.stateOfLine[line]] += cell.energy(plan.shapes[line].cost)
        }
        return sums
    }

    /// Energy by component, activity and kind, without rows that have no posting.
    public func causeRows() -> [CauseRow] {
        let kinds = EnergyKind.allCases.count
        let activities = plan.activities.count
        return energyByCause().enumerated().compactMap { row, energy in
            energy.map {
                CauseRow(
                    component: Component.allCases[row / (activities * kinds)],
                    activity: plan.activities[row / kinds % activities],
                    kind: EnergyKind.allCases[row % kinds], energy: $0)
            }
        }
    }

    /// By component, then activity, then kind; `nil` without a posting.
    private func energyByCause() -> [Millijoules?] {
        let kinds = EnergyKind.allCases.count
        let activities = plan.activities.count
        var sums = [Millijoules?](
            repeating: nil, count: Component.allCases.count * activities * kinds)
        forEachCell { line, activity, cell in
            let shape = plan.shapes[line]
            let row = (shape.component.index * activities + activity) * kinds + shape.kind.index
            sums[row] = (sums[row] ?? .zero) + cell.energy(shape.cost)
        }
        return sums
    }

    public func energy(where include: (LedgerLine) -> Bool) -> Millijoules {
        var total = Millijoules.zero
        forEachCell { line, _, cell in
            if include(plan.lines[line]) { total += cell.energy(plan.shapes[line].cost) }
        }
        return total
    }

    /// The energy of each activity, in the order of the plan.
    public func energyByActivity() -> [Millijoules] {
        var sums = [Millijoules](repeating: .zero, count: plan.activities.count)
        forEachCell { line, activity, cell in
            sums[activity] += cell.energy(plan.shapes[line].cost)
        }
        return sums
    }

    public var totalEnergy: Millijoules {
        var total = Millijoules.zero
        forEachCell { line, _, cell in total += cell.energy(plan.shapes[line].cost) }
        return total
    }

    /// Calls `body` with line, activity and cell, for cells with a posting.
    @inline(__always)
    public func forEachCell(_ body: (Int, Int, LedgerCell<Count>) -> Void) {
        var index = 0
        let activities = plan.activities.count
        for line in plan.shapes.indices {
            for activity in 0..<activities {
                if !cells[index].isEmpty { body(line, activity, cells[index]) }
                index += 1
            }
        }
    }

    /// Checks residence against the horizon exactly; a difference stops the program.
    func checkConservation(horizon: Instant) {
        withUnsafeTemporaryAllocation(of: Count.self, capacity: Component.signal.index + 1) {
            sums in
            sums.initialize(repeating: 0)
            forEachCell { sums[plan.shapes[$0].component.index] += $2.nanoseconds }
            for shape in plan.shapes {
                let found = sums[shape.component.index]
                precondition(
                    found == Count(horizon.nanoseconds),
                    "\(shape.component) was posted for \(found) ns of \(horizon.nanoseconds) ns")
            }
        }
    }
}

extension LedgerTable<Int128> {
    /// Exact, so the order does not matter.
    public mutating func add(_ run: LedgerTable<Int64>) { add(run) { Int128($0) } }

    public mutating func add(_ runs: LedgerTable<Int128>) { add(runs) { $0 } }
}
