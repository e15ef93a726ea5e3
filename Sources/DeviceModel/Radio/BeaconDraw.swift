/// Power of an associated Wi-Fi radio that wakes for every DTIM beacon: base + energy / (DTIM ×
/// interval).
///
/// Published mean currents by DTIM period lie on this straight line within 2 %.
public struct BeaconDraw: Formed, BitwiseCopyable, Hashable, Sendable {
    public var base = Milliwatts.zero
    public var energy = Millijoules.zero
    public var dtim = 1
    public var interval: TimeSpan = usualInterval

    /// 100 time units of 1024 µs, as access points usually have it.
    public static let usualInterval = TimeSpan(nanoseconds: 102_400_000)

    /// 1 mJ each second is 1 mW.
    public var meanPower: Milliwatts {
        base + Milliwatts(energy.magnitude / (Double(dtim) * interval.seconds.magnitude))
    }

    public static let form = Form(
        Self(), "Power asleep: a base, and an energy per wake-up for a beacon."
    ).required(
        .quantity("base", \.base, "Power without any wake-up."),
        .quantity("energy", \.energy, "Energy of each wake-up for a beacon."),
        .statedCount("dtim", \.dtim, "The phone wakes for every nth beacon.", in: 1...255)
    ).optional(.span("interval", \.interval, "Time from one beacon to the next.", .aboveZero))
}
