import Kernel

// For a phone whose battery is followed: what has been drawn so far, without closing any interval.
extension EnergyLedger {
    /// A part that is only switched, as it is.
    struct Switched: BitwiseCopyable, Hashable {
        var line: Int
        var cause: Cause
    }

    /// What has been booked so far, and the open intervals of the parts that are only switched.
    ///
    /// - Complexity: O(lines × activities): to be asked now and then.
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

    /// What an interval draws that is not booked yet.
    func energy(
        of line: Int, from: Instant, until: Instant, entered: Instant
    ) -> Millijoules {
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

    /// What a line draws all the time, at most.
    func power(of line: Int) -> Milliwatts { plan.shapes[line].greatestPower }

    /// The same of all parts that are only switched, as they are now.
    var switchedPower: Milliwatts {
        var power = Milliwatts.zero
        for index in open.indices where open[index].line >= 0 {
            power += self.power(of: open[index].line)
        }
        return power
    }

    /// Switches parts to other lines.
    ///
    /// - Returns: how they were, in the same order.
    mutating func freeze(to others: [Int], at time: Instant) -> [Switched] {
        others.map { line in
            let part = open[Int(lines[line].component)]
            change(to: line, cause: .noActivity, at: time)
            return Switched(line: part.line, cause: part.cause)
        }
    }
}

extension LedgerPlan {
    /// What a phone can draw all the time, at most: of each component its greediest line.
    var greatestPower: Milliwatts {
        Component.allCases.reduce(.zero) { sum, component in
            let powers = shapes.filter { $0.component == component }.map(\.greatestPower)
            return sum + (powers.max() ?? .zero)
        }
    }
}

extension LedgerPlan.LineShape {
    /// Of a cycle, while it is on.
    fileprivate var greatestPower: Milliwatts { cost.draw.greatestPower }
}

/// What a component goes through in the same way each time: a promotion of constant length, the
/// whole of a tail.
///
/// A run does so often, so it is counted, and booked line by line when the books are looked at.
struct LedgerCourse: Hashable, Sendable {
    struct Step: Hashable, Sendable {
        let line: Int
        let span: TimeSpan
        /// The state that is entered at its end; `nil`: the component stays in its state.
        let entered: Int?
    }

    let steps: [Step]
}
