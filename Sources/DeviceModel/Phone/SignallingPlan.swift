/// Signalling made ready for any number of runs.
struct SignallingPlan: Sendable {
    enum Step: Sendable {
        case transfer(Transfer)
        /// The energy of a line in the books.
        case charge(Int)
    }

    private let cellChange: Step?
    private let areaUpdate: Step?

    /// Adds a line to the plan where an exchange has an energy.
    init(_ radio: RadioProfile, plan: inout LedgerPlan) {
        cellChange = radio.signalling.cellChange.map(Self.transfer)
        areaUpdate =
            switch radio.signalling.areaUpdate {
            case nil: nil
            case .transfer(let shape): Self.transfer(shape)
            case .energy(let energy):
                .charge(
                    plan.add(
                        LedgerLine(
                            radio.technology.component, radio.states[radio.initial].name, .transfer,
                            .constant(.zero), perEvent: energy)))
            }
    }

    private static func transfer(_ shape: TransferShape) -> Step {
        var transfer = shape.transfer(cause: .networkSignalling, ticket: nil)
        // The modem does it without the phone's processor.
        transfer.holdsProcessor = false
        return .transfer(transfer)
    }

    /// What a change of cell asks for.
    ///
    /// - Parameters:
    ///   - change: of the serving cell.
    ///   - isAtRest: whether the radio is in its initial state.
    func step(after change: CellChange, isAtRest: Bool) -> Step? {
        guard change.updatesArea, let areaUpdate else { return isAtRest ? nil : cellChange }
        if case .charge = areaUpdate, !isAtRest { return nil }
        return areaUpdate
    }
}
