import Kernel

// What a plain radio goes through in the same way each time, for the ledger to count as a whole.
extension RadioMachine {
    /// Adds the tail of each state to the plan, and the promotions that always take the same time.
    static func addCourses(
        to states: inout [State], _ ways: inout [Transition], plan: inout LedgerPlan
    ) {
        for index in states.indices { states[index].tail = tail(from: index, states, &plan) }
        for state in states {
            for way in state.ways where ways[way].delay.isConstant {
                let number = states[ways[way].to].number
                let promotion = LedgerCourse(steps: [
                    LedgerCourse.Step(
                        line: ways[way].line, span: ways[way].delay.usual,
                        entered: number == state.number ? nil : number)
                ])
                ways[way].course = plan.add(promotion)
            }
        }
    }

    private static func tail(
        from start: Int, _ states: [State], _ plan: inout LedgerPlan
    ) -> Tail {
        var steps: [LedgerCourse.Step] = []
        var (here, span) = (start, TimeSpan.zero)
        while states[here].isTail && steps.count < states.count {
            let next = states[here].demotesTo
            // A later state that is the same to the ledger was not entered at the end of the tail.
            if states[next].number == states[here].number { return .unknown }
            steps.append(
                LedgerCourse.Step(
                    line: states[here].restingLine, span: states[here].timer.after,
                    entered: states[next].number))
            span = span + states[here].timer.after
            here = next
        }
        let course = LedgerCourse(steps: steps)
        guard !states[here].isTail, plan.isCountable(course) else { return .unknown }
        return Tail(course: plan.add(course), span: span, end: here)
    }
}
