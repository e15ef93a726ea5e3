/// A small deterministic generator, so that a failing seed can be run again.
///
/// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014. It shares no code with the simulator's generator.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but not including 1, with 53 random bits.
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// Whether two numbers agree to a share of the larger one.
public func isClose(_ value: Double?, _ expected: Double, relative: Double = 1e-12) -> Bool {
    guard let value else { return false }
    return (value - expected).magnitude <= relative * max(value.magnitude, expected.magnitude)
}
