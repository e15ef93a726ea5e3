/// What a system does for a sleeping app that keeps a connection open.
public struct ConnectionRules: Hashable, Sendable {
    /// Whether data on a UDP socket wakes the app, as data on a TCP socket does (SR-034).
    public var wakesForUDP = false
    /// Whether the app is told at once when the phone comes into another network.
    public var tellsOfNetworks = false
}
