// The current energy, without closing an interval, for a phone with a battery.
extension EnergyLedger {
    /// The current line of a switched component.
    struct Switched: BitwiseCopyable, Hashable {
        var line: Int
        var cause: Cause
    }

    /// Booked energy plus open intervals.
    ///
    /// - Complexity: O(lines × activities): call it rarely.
    mutating func energy(until time: Instant) -> Millijoules {
        bookCourses()
        var total = Millijoules.zero
        let activities = plan.activities.count
        for line in plan.shapes.indices {
            let cost = plan.shapes[line].cost
            for cell in lines[line].cell..<lines[line].cell + activities {
                total += cells[cell].energy(cost)
            }
        }
        for index in open.indices where open[index].line >= 0 {
            let interval = open[index]
            total += energy(
                of: interval.line, from: interval.since, until: time, entered: interval.entered)
        }
        return total
    }

    func energy(of line: Int, from: Instant, until: Instant, entered: Instant) -> Millijoules {
        guard let reception = plan.receptions[line] else {
            let cost = plan.shapes[line].cost
            var cell = LedgerCell<Int64>()
            cell.add(from: from, until: until, entered: entered, cost.draw)
            return cell.energy(cost)
        }
        var energy = Millijoules.zero
        for part in reception.parts(from: from, until: until) {
            let cost = plan.shapes[part.line].cost
            var cell = LedgerCell<Int64>()
            cell.add(from: part.from, until: part.until, entered: .start, cost.draw)
            if part.isSleep { cell.events += 1 }
            energy += cell.energy(cost)
        }
        return energy
    }

    func power(of line: Int) -> Milliwatts { plan.shapes[line].greatestPower }

    /// The greatest continuous power of all switched components in their current lines.
    var switchedPower: Milliwatts {
        var power = Milliwatts.zero
        for index in open.indices where open[index].line >= 0 {
            power += self.power(of: open[index].line)
        }
        return power
    }

    /// - Returns: the previous lines, in the order of `others`.
    mutating func freeze(to others: [Int], at time: Instant) -> [Switched] {
        others.map { line in
            let part = open[Int(lines[line].component)]
            change(to: line, cause: .noActivity, at: time)
            return Switched(line: part.line, cause: part.cause)
        }
    }
}

extension LedgerPlan {
    /// Each component in its most expensive line.
    var greatestPower: Milliwatts {
        Component.allCases.reduce(.zero) { sum, component in
            let powers = shapes.filter { $0.component == component }.map(\.greatestPower)
            return sum + (powers.max() ?? .zero)
        }
    }
}

extension LedgerPlan.LineShape {
    /// For a cycle, the greater of its two powers.
    fileprivate var greatestPower: Milliwatts { cost.draw.greatestPower }
}

/// A fixed sequence of lines: a promotion of constant length, a whole tail.
///
/// A run repeats courses often, so they are counted, and booked only when totals are read.
struct LedgerCourse: Hashable, Sendable {
    struct Step: Hashable, Sendable {
        let line: Int
        let span: TimeSpan
        /// `nil`: the state does not change.
        let entered: Int?
    }

    let steps: [Step]
}
