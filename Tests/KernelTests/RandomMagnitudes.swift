import TestSupport

extension SplitMix64 {
    /// A number of either sign, uniformly distributed over the decades from 10^`lowest` to
    /// 10^`highest`.
    mutating func magnitude(from lowest: Int, to highest: Int) -> Double {
        let sign: Double = next() & 1 == 0 ? 1 : -1
        let power = lowest + Int(next() % UInt64(highest - lowest))
        var result = sign * (1 + 9 * uniform())
        for _ in 0..<abs(power) { result = power < 0 ? result / 10 : result * 10 }
        return result
    }
}
