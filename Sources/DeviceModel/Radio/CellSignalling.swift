/// Signalling with which a phone follows the cells, charged to `network signalling` for every
/// policy.
///
/// Reselecting a cell at rest costs nothing: the phone measures its neighbours whenever it listens
/// for pages.
public struct CellSignalling: Hashable, Sendable {
    /// Cost of one exchange with the network.
    public enum Cost: Hashable, Sendable {
        /// A transfer with promotion and tail.
        case transfer(TransferShape)
        /// Energy from the initial state and back to it, where the network releases as soon as it
        /// has answered. Free in any other state.
        case energy(Millijoules)
    }

    /// On each change of the serving cell outside the initial state: a handover, a cell update.
    public var cellChange: TransferShape?
    /// On each new location, routing or tracking area, instead of `cellChange`.
    public var areaUpdate: Cost?

    public static let none = CellSignalling()
}
