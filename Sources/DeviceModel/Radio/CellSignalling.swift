import Kernel

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
    public var cellChange: TransferShape?
    /// Each time that the phone comes into another location, routing or tracking area, instead of
    /// `cellChange`. `nil`: nothing.
    public var areaUpdate: Cost?

    public static let none = CellSignalling()
}
