/// Logarithm and exponential from IEEE arithmetic alone.
///
/// The C library's `log` and `exp` depend on the processor in their last bit, but a run must give
/// equal bytes on every machine. Both are within 2 units in the last place; tests compare them with
/// the C library.
public enum PortableMath {
    /// ln 2 in two parts: the high part has trailing zeros, so that a whole multiple is exact.
    @usableFromInline static let ln2High = 0x1.62e42feep-1
    @usableFromInline static let ln2Low = 0x1.a39ef35793c76p-33

    /// The natural logarithm of a positive, finite, normal number.
    ///
    /// x = m·2^k with m in [√½, √2); ln m = 2 artanh(s), s = (m−1)/(m+1), by its power series: s²
    /// is below 0.0295, so the twelfth term is below the last bit.
    @inlinable
    public static func log(_ x: Double) -> Double {
        var exponent = Double(x.exponent)
        var m = x.significand
        if m > 1.4142135623730951 {
            m *= 0.5
            exponent += 1
        }
        let f = m - 1
        let s = f / (2 + f)
        let z = s * s
        var series = 1.0 / 23
        series = series * z + 1.0 / 21
        series = series * z + 1.0 / 19
        series = series * z + 1.0 / 17
        series = series * z + 1.0 / 15
        series = series * z + 1.0 / 13
        series = series * z + 1.0 / 11
        series = series * z + 1.0 / 9
        series = series * z + 1.0 / 7
        series = series * z + 1.0 / 5
        series = series * z + 1.0 / 3
        // 2s = f − s·f keeps the leading term exact where m is near one.
        return exponent * ln2High + (f - (s * (f - 2 * z * series) - exponent * ln2Low))
    }

    /// e to the power of `x`; 0 below −745 and infinity above 709.78.
    ///
    /// x = k ln 2 + r with |r| ≤ ½ ln 2, then the power series of e^r to the fourteenth term.
    @inlinable
    public static func exp(_ x: Double) -> Double {
        if x > 709.782712893384 { return .infinity }
        if x < -745.2 { return 0 }
        let k = (x * 1.4426950408889634).rounded()
        let r = (x - k * ln2High) - k * ln2Low
        var series = 1.0 / 87_178_291_200
        series = series * r + 1.0 / 6_227_020_800
        series = series * r + 1.0 / 479_001_600
        series = series * r + 1.0 / 39_916_800
        series = series * r + 1.0 / 3_628_800
        series = series * r + 1.0 / 362_880
        series = series * r + 1.0 / 40_320
        series = series * r + 1.0 / 5_040
        series = series * r + 1.0 / 720
        series = series * r + 1.0 / 120
        series = series * r + 1.0 / 24
        series = series * r + 1.0 / 6
        series = series * r + 0.5
        let power = 1 + (r + r * r * series)
        return power * scale(Int(k) / 2) * scale(Int(k) - Int(k) / 2)
    }

    /// `x` to the power of `y`, for a positive `x`.
    @inlinable
    public static func power(_ x: Double, _ y: Double) -> Double { exp(y * log(x)) }

    /// 2 to the power of `k`, for |k| ≤ 1022.
    @inlinable
    static func scale(_ k: Int) -> Double {
        Double(bitPattern: UInt64(bitPattern: Int64(k + 1023)) << 52)
    }
}
