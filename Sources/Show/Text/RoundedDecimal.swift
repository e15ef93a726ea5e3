/// A positive double rounded to few decimal digits: `coefficient` · 10^`scale`.
///
/// Rounding is exact, to nearest, ties to even, like C's `printf`. One multiplication by a power of
/// ten, with a known error, settles most values; those close to a tie are compared in integers of
/// any length. Only IEEE arithmetic is used, so all processors agree.
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

    // MARK: Rounding

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
        if (fraction - 0.5).magnitude > 0x1p-10 {
            return fraction > 0.5 ? whole + 1 : whole
        }
        switch ExactComparison.ofProduct(value, timesTenToThe: power, withHalfAbove: whole) {
        case .below: return whole
        case .equal: return whole + whole % 2
        case .above: return whole + 1
        }
    }

    private static func scaled(_ value: Double, _ power: Int) -> Double {
        if power < 0 { return value / powersOfTen[-power] }
        if power <= 308 { return value * powersOfTen[power] }
        return value * powersOfTen[308] * powersOfTen[power - 308]
    }
}

/// Compares a double times a power of ten with a half-integer, without rounding.
private enum ExactComparison {
    case below, equal, above

    /// The order of `value` · 10^`power` and `whole` + ½.
    ///
    /// With value = m · 2^e it compares 2m · 2^e · 10^power with 2 · whole + 1, moving negative
    /// powers to the other side.
    static func ofProduct(
        _ value: Double, timesTenToThe power: Int, withHalfAbove whole: UInt64
    ) -> ExactComparison {
        let isNormal = value.exponentBitPattern > 0
        let hidden: UInt64 = isNormal ? 1 << 52 : 0
        let exponent = Int(isNormal ? value.exponentBitPattern : 1) - 1_075
        var product = Natural(value.significandBitPattern | hidden)
        var half = Natural(2 * whole + 1)
        if power >= 0 {
            product.multiplyByFive(times: power)
        } else {
            half.multiplyByFive(times: -power)
        }
        let twos = exponent + 1 + power
        if twos >= 0 {
            product.shiftLeft(twos)
        } else {
            half.shiftLeft(-twos)
        }
        if product == half { return .equal }
        return product < half ? .below : .above
    }
}

/// A natural number of any length, with just the operations of an exact comparison.
private struct Natural: Comparable {
    /// Base 2³², least significant digit first, without leading zeros.
    private var words: [UInt32]

    init(_ value: UInt64) {
        words = [UInt32(truncatingIfNeeded: value), UInt32(value >> 32)]
        dropLeadingZeros()
    }

    mutating func multiplyByFive(times count: Int) {
        for _ in 0..<count { multiply(by: 5) }
    }

    mutating func shiftLeft(_ count: Int) {
        multiply(by: 1 << UInt32(count % 32))
        words.insert(contentsOf: repeatElement(0, count: count / 32), at: 0)
    }

    private mutating func multiply(by factor: UInt32) {
        var carry: UInt64 = 0
        for index in words.indices {
            let product = UInt64(words[index]) * UInt64(factor) + carry
            words[index] = UInt32(truncatingIfNeeded: product)
            carry = product >> 32
        }
        if carry > 0 { words.append(UInt32(carry)) }
    }

    private mutating func dropLeadingZeros() {
        while words.last == 0 { words.removeLast() }
    }

    static func < (left: Natural, right: Natural) -> Bool {
        if left.words.count != right.words.count { return left.words.count < right.words.count }
        for (low, high) in zip(left.words.reversed(), right.words.reversed()) where low != high {
            return low < high
        }
        return false
    }
}
