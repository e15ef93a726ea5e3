import Kernel

/// Devices near the phone.
public struct AccessoryRules: Hashable, Sendable {
    /// What a scan finds within this time is told to a suspended app as one event.
    public var coalescing = TimeSpan.zero
}
