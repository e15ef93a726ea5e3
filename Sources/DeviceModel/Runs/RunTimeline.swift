import Kernel

/// What a run emits for its timeline: intervals of the phone's parts, and states of its apps.
struct RunTimeline: ~Copyable {
    private let merge: TimelineMerge
    private var states: AppStates

    init(_ merge: TimelineMerge, of policy: PolicyOptions) {
        self.merge = merge
        states = AppStates(of: policy)
    }

    /// Emits what is over and can have nothing earlier come after it.
    mutating func follow<Failure: Error>(
        _ policy: any Policy, _ phone: borrowing Phone, _ emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) {
        states.look(at: policy, now: phone.now)
        let settled = phone.settled
        try merge.emit(before: settled) { (posting) throws(Failure) in
            try emitStates(before: posting.until, emit)
            try emit(.interval(posting))
        }
        try emitStates(before: settled, emit)
    }

    /// Emits the rest, at the end of the run.
    mutating func finish<Failure: Error>(
        _ policy: any Policy, _ phone: borrowing Phone, _ emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) {
        states.look(at: policy, now: phone.calendar.horizon, isLast: true)
        try merge.emitRest { (posting) throws(Failure) in
            try emitStates(before: posting.until, emit)
            try emit(.interval(posting))
        }
        try emitStates(before: .never, emit)
    }

    private mutating func emitStates<Failure: Error>(
        before time: Instant, _ emit: (RunEvent) throws(Failure) -> Void
    ) throws(Failure) {
        for state in states.take(before: time) { try emit(.state(state)) }
    }
}
