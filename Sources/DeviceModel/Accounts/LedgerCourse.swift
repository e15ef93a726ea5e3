import Kernel

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
