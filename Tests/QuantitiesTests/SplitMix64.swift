/// Random numbers for property tests: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
///
/// A failing test names its seed, and the same seed gives the same numbers everywhere.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Uniform on [0, 1).
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Of either sign, as likely in one decade as in any other from 10^`lowest` to 10^`highest`.
    mutating func magnitude(from lowest: Int, to highest: Int) -> Double {
        let sign: Double = next() & 1 == 0 ? 1 : -1
        let power = lowest + Int(next() % UInt64(highest - lowest))
        var result = sign * (1 + 9 * uniform())
        for _ in 0..<abs(power) { result = power < 0 ? result / 10 : result * 10 }
        return result
    }
}
