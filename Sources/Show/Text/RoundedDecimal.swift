import Foundation

/// A positive double rounded to few decimal digits: `coefficient` · 10^`scale`.
///
/// Rounding is exact, to nearest, ties to even. One multiplication by a power of ten, with a known
/// error, settles most values; C's `printf`, which rounds the exact binary value, those close to a
/// tie. So all processors agree.
package struct RoundedDecimal: Equatable {
    /// The most digits for which one multiplication is precise enough.
    static let digitsAtMost = 12

    package var coefficient: UInt64
    package var scale: Int

    /// Rounds a finite `value` > 0 to 1…12 significant digits, the length of the coefficient.
    package init(_ value: Double, significantDigits digits: Int) {
        precondition(value.isFinite && value > 0, "\(value) has no first digit")
        precondition((1...Self.digitsAtMost).contains(digits), "\(digits) significant digits")
        // log10(2) in 32 binary digits gives the decade of the power of two at or below the value:
        // the value's decade, or the one before.
        let decade = (Int(value.exponent) * 1_292_913_986) >> 32
        scale = decade - digits + 1
        coefficient = Self.rounded(value, timesTenToThe: -scale)
        if coefficient >= Self.wholePowersOfTen[digits] {
            scale += 1
            coefficient = Self.rounded(value, timesTenToThe: -scale)
        }
    }

    /// Rounds `value`, from 0 to below 10^(12 − decimals), to a number of decimals.
    package init(_ value: Double, decimals: Int) {
        precondition((0...Self.digitsAtMost).contains(decimals), "\(decimals) decimals")
        precondition(
            value >= 0 && value < Self.powersOfTen[Self.digitsAtMost - decimals],
            "\(value) with \(decimals) decimals has more than \(Self.digitsAtMost) digits")
        scale = -decimals
        coefficient = Self.rounded(value, timesTenToThe: decimals)
    }

    /// Removes trailing zeros from the coefficient; the value does not change.
    mutating func dropTrailingZeros() {
        while coefficient > 0 && coefficient % 10 == 0 {
            coefficient /= 10
            scale += 1
        }
    }

    /// 10⁰ … 10³⁰⁸, each the nearest double.
    private static let powersOfTen: [Double] = (0...308).map { power in
        guard let value = Double("1e\(power)") else {
            preconditionFailure("1e\(power) was not read as a number")
        }
        return value
    }

    /// 10⁰ … 10¹⁹.
    static let wholePowersOfTen: [UInt64] = (0..<19).reduce(into: [1]) { powers, _ in
        powers.append(powers[powers.count - 1] * 10)
    }

    /// `value` · 10^`power`, which is < 10¹³, rounded to an integer, ties to even.
    private static func rounded(_ value: Double, timesTenToThe power: Int) -> UInt64 {
        let product = scaled(value, power)
        let whole = UInt64(product)
        let fraction = product - Double(whole)
        // The product is off by at most four roundings of 2⁻⁵³: 0.00045 for twelve digits.
        if (fraction - 0.5).magnitude > 0x1p-10 { return fraction > 0.5 ? whole + 1 : whole }
        return printed(value, timesTenToThe: power, near: whole)
    }

    /// The rounded product by `printf`, for one close to `whole` + ½.
    private static func printed(
        _ value: Double, timesTenToThe power: Int, near whole: UInt64
    ) -> UInt64 {
        let format = power >= 0 ? "%.\(power)f" : "%.\("\(whole)".count - 1)e"
        let digits = String(format: format, value).prefix { $0 != "e" }.filter(\.isNumber)
        guard let rounded = UInt64(digits) else {
            preconditionFailure("\(digits) was not read as a number")
        }
        // 9.5 becomes 1e1, whose one digit is a ten.
        return rounded < whole ? whole + 1 : rounded
    }

    private static func scaled(_ value: Double, _ power: Int) -> Double {
        if power < 0 { return value / powersOfTen[-power] }
        if power <= 308 { return value * powersOfTen[power] }
        return value * powersOfTen[308] * powersOfTen[power - 308]
    }
}
