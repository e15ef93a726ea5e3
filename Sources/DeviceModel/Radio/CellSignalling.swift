import EventKernel
import Quantities

/// Signalling with which a phone follows the cells, booked under `network signalling` in the world
/// of every policy alike.
///
/// To choose another cell at rest costs nothing by itself: the phone listens to its neighbours
/// whenever it listens to its pager.
public struct CellSignalling: Hashable, Sendable {
    /// What one exchange with the network costs.
    public enum Cost: Hashable, Sendable {
        /// A transfer like any other, with promotion and tail.
        case transfer(TransferShape)
        /// So much energy from the initial state and back to it, where the network lets go as soon
        /// as it has answered. In any other state it costs nothing beyond what is drawn there.
        case energy(Millijoules)
    }

    /// Each time that the serving cell changes while the radio is not in its initial state: a
    /// handover, a cell update. `nil`: nothing worth counting.
    public let cellChange: TransferShape?
    /// Each time that the phone comes into another location, routing or tracking area, instead of
    /// `cellChange`. `nil`: nothing.
    public let areaUpdate: Cost?

    /// By default nothing is said.
    ///
    /// - Parameters:
    ///   - cellChange: on a change of cell while the radio is in use.
    ///   - areaUpdate: on a change of location area.
    public init(cellChange: TransferShape? = nil, areaUpdate: Cost? = nil) {
        self.cellChange = cellChange
        self.areaUpdate = areaUpdate
    }
}

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
        var transfer = shape.transfer(cause: .networkSignalling, notice: nil)
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
