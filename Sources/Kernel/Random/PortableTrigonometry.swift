/// Sine, cosine and arc tangent from IEEE arithmetic alone: computed positions must be the same
/// bytes on every machine.
extension PortableMath {
    /// π/2 in three parts: 33 bits, 33 bits and the rest.
    ///
    /// Multiples of the first two parts up to 2^20 are exact, which is the reduction of Cody and
    /// Waite (1980).
    private static let halfPi1 = 0x1.921fb544p+0
    private static let halfPi2 = 0x1.0b4611a6p-34
    private static let halfPi3 = 0x1.3198a2e037073p-69
    /// π/2 and π as a double and its remainder.
    private static let halfPi = TwoPart(high: 0x1.921fb54442d18p+0, low: 0x1.1a62633145c07p-54)
    private static let pi = TwoPart(high: 0x1.921fb54442d18p+1, low: 0x1.1a62633145c07p-53)
    /// π/180 in two parts, the first of 26 bits.
    private static let radianHigh = 0x1.1df46ap-6
    private static let radianLow = 0x1.294e9c8ae0ec6p-33

    /// The sum of a double and a much smaller one.
    private struct TwoPart {
        var high: Double
        var low: Double

        init(high: Double, low: Double) { (self.high, self.low) = (high, low) }

        /// The exact sum of two numbers of any size (Knuth's sum).
        init(sum left: Double, _ right: Double) {
            high = left + right
            let part = high - left
            low = (left - (high - part)) + (right - part)
        }
    }

    /// Sine and cosine of `x` radians; within 1 unit in the last place.
    ///
    /// - Precondition: `x` is finite and |x| ≤ 2^20; beyond that the reduction by quarter turns
    ///   would not be exact.
    public static func sinCos(_ x: Double) -> (sin: Double, cos: Double) {
        precondition(abs(x) <= 0x1p20, "an angle of \(x) rad is no angle on a map")
        let turns = (x * 0x1.45f306dc9c883p-1).rounded()
        var rest = TwoPart(sum: x - turns * halfPi1, -turns * halfPi2)
        rest = TwoPart(sum: rest.high, rest.low - turns * halfPi3)
        return turned(rest, quarters: Int(turns))
    }

    /// Sine and cosine of `x` degrees; within 1 unit in the last place, exact at multiples of 90°.
    ///
    /// - Precondition: `x` is finite and |x| ≤ 2^20.
    public static func sinCos(degrees x: Double) -> (sin: Double, cos: Double) {
        precondition(abs(x) <= 0x1p20, "an angle of \(x)° is no angle on a map")
        let rest = x.remainder(dividingBy: 90)
        let quarters = Int(((x - rest) / 90).rounded())
        // 26 bits each, so that the product of the first parts is exact.
        let high = Double(bitPattern: rest.bitPattern & ~0x7FF_FFFF)
        let low = rest - high
        let angle = TwoPart(
            sum: high * radianHigh, high * radianLow + low * (radianHigh + radianLow))
        return turned(angle, quarters: quarters)
    }

    public static func sin(_ x: Double) -> Double { sinCos(x).sin }
    public static func cos(_ x: Double) -> Double { sinCos(x).cos }

    /// An angle up to 45°, turned by right angles.
    private static func turned(_ angle: TwoPart, quarters: Int) -> (sin: Double, cos: Double) {
        let (sin, cos) = (sine(angle), cosine(angle))
        switch quarters & 3 {
        case 0: return (sin, cos)
        case 1: return (cos, 0 - sin)
        case 2: return (0 - sin, 0 - cos)
        default: return (0 - cos, sin)
        }
    }

    /// The power series to x^17: for |x| ≤ π/4 the next term is below 10^-18 of the result.
    private static func sine(_ x: TwoPart) -> Double {
        let z = x.high * x.high
        var series = 1.0 / 355_687_428_096_000
        series = series * z - 1.0 / 1_307_674_368_000
        series = series * z + 1.0 / 6_227_020_800
        series = series * z - 1.0 / 39_916_800
        series = series * z + 1.0 / 362_880
        series = series * z - 1.0 / 5_040
        series = series * z + 1.0 / 120
        series = series * z - 1.0 / 6
        return x.high + (x.high * z * series + x.low * (1 - 0.5 * z))
    }

    /// The power series to x^16: for |x| ≤ π/4 the next term is below 10^-17.
    private static func cosine(_ x: TwoPart) -> Double {
        let z = x.high * x.high
        var series = 1.0 / 20_922_789_888_000
        series = series * z - 1.0 / 87_178_291_200
        series = series * z + 1.0 / 479_001_600
        series = series * z - 1.0 / 3_628_800
        series = series * z + 1.0 / 40_320
        series = series * z - 1.0 / 720
        series = series * z + 1.0 / 24
        let half = 0.5 * z
        let first = 1 - half
        // Adds back what rounding took from 1 − z/2.
        return first + (((1 - first) - half) + (z * z * series - x.high * x.low))
    }

    /// The angle of the point (`x`, `y`) from the positive x axis, in radians on [−π, π].
    ///
    /// Within 2 units in the last place. Zero for the origin, and −π only for y = −0 and x < 0.
    ///
    /// - Precondition: both are finite. Sizes below 10^-290 lose digits.
    public static func atan2(_ y: Double, _ x: Double) -> Double {
        precondition(y.isFinite && x.isFinite, "there is no angle to (\(x), \(y))")
        let (width, height) = (abs(x), abs(y))
        var angle: TwoPart
        if width == 0 && height == 0 {
            angle = TwoPart(high: 0, low: 0)
        } else if height <= width {
            angle = arc(height, width)
        } else {
            angle = difference(halfPi, arc(width, height))
        }
        if x < 0 { angle = difference(pi, angle) }
        let size = angle.high + angle.low
        return y.sign == .minus ? -size : size
    }

    private static func difference(_ left: TwoPart, _ right: TwoPart) -> TwoPart {
        var result = TwoPart(sum: left.high, -right.high)
        result.low += left.low - right.low
        return result
    }

    /// The arc tangent of y/x, for 0 ≤ y ≤ x and 0 < x.
    ///
    /// It is that of the nearest c = k/16, from a table, plus that of (y − cx)/(x + cy), which is
    /// at most 1/32, by the power series.
    private static func arc(_ y: Double, _ x: Double) -> TwoPart {
        let step = (16 * (y / x)).rounded()
        let c = step / 16
        let t = step == 0 ? y / x : (y - c * x) / (x + c * y)
        let z = t * t
        var series = -1.0 / 11
        series = series * z + 1.0 / 9
        series = series * z - 1.0 / 7
        series = series * z + 1.0 / 5
        series = series * z - 1.0 / 3
        let known = arcs[Int(step)]
        var result = TwoPart(sum: known.high, t)
        result.low += known.low + t * z * series
        return result
    }

    /// The arc tangents of 0, 1/16, ..., 1, from Machin's formula in 300 bits.
    private static let arcs: [TwoPart] = [
        TwoPart(high: 0, low: 0),
        TwoPart(high: 0x1.ff55bb72cfdeap-5, low: -0x1.c934d86d23f1dp-60),
        TwoPart(high: 0x1.fd5ba9aac2f6ep-4, low: -0x1.cd37686760c17p-59),
        TwoPart(high: 0x1.7b97b4bce5b02p-3, low: 0x1.347b0b4f881cap-58),
        TwoPart(high: 0x1.f5b75f92c80ddp-3, low: 0x1.8ab6e3cf7afbdp-57),
        TwoPart(high: 0x1.362773707ebccp-2, low: -0x1.963a544b672d8p-57),
        TwoPart(high: 0x1.6f61941e4def1p-2, low: -0x1.c63aae6f6e918p-56),
        TwoPart(high: 0x1.a64eec3cc23fdp-2, low: -0x1.24dec1b50b7ffp-56),
        TwoPart(high: 0x1.dac670561bb4fp-2, low: 0x1.a2b7f222f65e2p-56),
        TwoPart(high: 0x1.0657e94db30d0p-1, low: -0x1.d5b495f6349e6p-56),
        TwoPart(high: 0x1.1e00babdefeb4p-1, low: -0x1.928df287a668fp-58),
        TwoPart(high: 0x1.345f01cce37bbp-1, low: 0x1.1021137c71102p-55),
        TwoPart(high: 0x1.4978fa3269ee1p-1, low: 0x1.2419a87f2a458p-56),
        TwoPart(high: 0x1.5d58987169b18p-1, low: 0x1.0028e4bc5e7cap-57),
        TwoPart(high: 0x1.700a7c5784634p-1, low: -0x1.8c34d25aadef6p-56),
        TwoPart(high: 0x1.819d0b7158a4dp-1, low: -0x1.bf76229d3b917p-56),
        TwoPart(high: 0x1.921fb54442d18p-1, low: 0x1.1a62633145c07p-55),
    ]
}
