import Kernel

/// Power that grows with the bit rate while data is carried.
public struct TransferPower: Hashable, Sendable {
    /// Instead of the state's own power while a transfer is on; `nil`: the state's own.
    public var base: Milliwatts?
    public var uplink: MilliwattsPerMegabit
    public var downlink: MilliwattsPerMegabit
    /// Which recorded packets have a rate.
    public var counted = Counted.everyPacket

    public enum Counted: String, CaseIterable, Hashable, Sendable {
        case everyPacket = "every-packet"
        /// Those after which the activity goes on: the rate is measured from the first packet of a
        /// interval of activity to its last, which is itself not in it any more. So a packet that
        /// the tail follows costs nothing by itself.
        case betweenPackets = "between-packets"
    }
}

/// What sending and receiving draw instead of the state's own power, burst by burst.
///
/// Packets that follow each other within `gap` are one burst, as is a simulated transfer. Its
/// direction is that which carries more bytes, downlink when equal.
public struct BurstPower: Hashable, Sendable {
    public var gap: TimeSpan
    public var uplink: Cost
    public var downlink: Cost

    public struct Cost: Hashable, Sendable {
        /// Drawn from the first packet of a burst to its last.
        public var power: Milliwatts
        /// Of each burst besides: the time that its last packet itself is on the air.
        public var energy: Millijoules

        public init(power: Milliwatts, energy: Millijoules) {
            self.power = power
            self.energy = energy
        }
    }
}
