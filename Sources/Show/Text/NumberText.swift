/// Numbers in files: the same bytes on every machine, in no locale.
///
/// A double is printed with at most twelve significant digits. The last bits of `libm` and GSL
/// results differ between processors and versions; twelve digits hide them and far exceed any power
/// measurement.
public enum NumberText {
    public static let significantDigits = RoundedDecimal.digitsAtMost

    public static func text(_ value: Double) -> String { string { append(value, to: &$0) } }

    /// Appends `value`, which must be finite, as ASCII.
    ///
    /// It is rounded to twelve significant digits (ties of the exact binary value to even), without
    /// trailing zeros: `0.1`, `86400`, `-2.5`. Rounded magnitudes from 10⁻⁵ to below 10¹⁵ are
    /// plain, others like `1.5e-7` or `1e15`. Zero of either sign is `0`.
    public static func append(_ value: Double, to bytes: inout [UInt8]) {
        precondition(value.isFinite, "\(value) is not a number that a file can hold")
        guard value != 0 else {
            bytes.append(Ascii.zero)
            return
        }
        if value < 0 { bytes.append(Ascii.minus) }
        var decimal = RoundedDecimal(value.magnitude, significantDigits: significantDigits)
        let exponent = decimal.scale + significantDigits - 1
        decimal.dropTrailingZeros()
        if exponent >= -5 && exponent < 15 {
            appendPlain(decimal, to: &bytes)
        } else {
            appendScientific(decimal, exponent: exponent, to: &bytes)
        }
    }

    public static func text(_ value: Int64) -> String { string { append(value, to: &$0) } }

    public static func append(_ value: Int64, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(Ascii.minus) }
        appendDigits(value.magnitude, to: &bytes)
    }

    public static func seconds(fromNanoseconds nanoseconds: Int64) -> String {
        string { appendSeconds(fromNanoseconds: nanoseconds, to: &$0) }
    }

    /// Appends nanoseconds as exact seconds with at most nine decimals: `86400`, `0.15`.
    ///
    /// It uses no double, so no digit is lost.
    public static func appendSeconds(fromNanoseconds nanoseconds: Int64, to bytes: inout [UInt8]) {
        if nanoseconds < 0 { bytes.append(Ascii.minus) }
        var decimal = RoundedDecimal(coefficient: nanoseconds.magnitude, scale: -9)
        decimal.dropTrailingZeros()
        appendPlain(decimal, to: &bytes)
    }

    /// Appends a decimal without exponent; its scale, at least −19, gives the decimals.
    static func appendPlain(_ decimal: RoundedDecimal, to bytes: inout [UInt8]) {
        guard decimal.scale < 0, decimal.coefficient > 0 else {
            appendDigits(decimal.coefficient, to: &bytes)
            let zeros = decimal.coefficient > 0 ? max(0, decimal.scale) : 0
            bytes.append(contentsOf: repeatElement(Ascii.zero, count: zeros))
            return
        }
        let decimals = -decimal.scale
        let unit = RoundedDecimal.wholePowersOfTen[decimals]
        appendDigits(decimal.coefficient / unit, to: &bytes)
        bytes.append(Ascii.point)
        appendDigits(decimal.coefficient % unit, width: decimals, to: &bytes)
    }

    private static func appendScientific(
        _ decimal: RoundedDecimal, exponent: Int, to bytes: inout [UInt8]
    ) {
        let unit = RoundedDecimal.wholePowersOfTen[exponent - decimal.scale]
        appendDigits(decimal.coefficient / unit, to: &bytes)
        if unit > 1 {
            bytes.append(Ascii.point)
            appendDigits(decimal.coefficient % unit, width: exponent - decimal.scale, to: &bytes)
        }
        bytes.append(Ascii.exponent)
        append(Int64(exponent), to: &bytes)
    }

    static func appendDigits(_ value: UInt64, width: Int = 1, to bytes: inout [UInt8]) {
        var count = 1
        var rest = value
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        count = max(count, width)
        bytes.append(contentsOf: repeatElement(Ascii.zero, count: count))
        rest = value
        var place = bytes.count
        while rest > 0 {
            place -= 1
            bytes[place] += UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    package static func string(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RoundedDecimal {
    /// A decimal that needs no rounding.
    package init(coefficient: UInt64, scale: Int) {
        (self.coefficient, self.scale) = (coefficient, scale)
    }
}

/// The characters that this target writes one by one.
package enum Ascii {
    package static let lineFeed = UInt8(ascii: "\n")
    package static let space = UInt8(ascii: " ")
    package static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    package static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    package static let minus = UInt8(ascii: "-")
    package static let point = UInt8(ascii: ".")
    package static let zero = UInt8(ascii: "0")
    package static let exponent = UInt8(ascii: "e")

    /// The two lower-case hexadecimal digits of a byte.
    package static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

/// Numbers for people: few digits, grouped, with an optional sign.
///
/// From four digits on, commas separate groups of three (`1,234.5`): a number stays one word, to be
/// pasted into a sheet. Files use ``NumberText``.
public enum ReadableNumber {
    /// `value` with exactly `decimals` decimals: `1,234.50`.
    ///
    /// A value with more than twelve digits is printed like ``NumberText``.
    ///
    /// - Parameters:
    ///   - value: A finite number.
    ///   - decimals: 0…12.
    ///   - signed: Whether a positive number gets a `+`. Zero after rounding has no sign.
    public static func text(_ value: Double, decimals: Int, signed: Bool = false) -> String {
        precondition(value.isFinite, "\(value) is not a number to be read")
        precondition((0...RoundedDecimal.digitsAtMost).contains(decimals), "\(decimals) decimals")
        let limit = RoundedDecimal.wholePowersOfTen[RoundedDecimal.digitsAtMost - decimals]
        guard value.magnitude < Double(limit) else { return scientific(value, signed: signed) }
        let decimal = RoundedDecimal(value.magnitude, decimals: decimals)
        return sign(of: value, isZero: decimal.coefficient == 0, signed: signed) + grouped(decimal)
    }

    /// `value` with `digits` significant digits, including trailing zeros: `1.20`, `0.00123`.
    ///
    /// Longer integers end in zeros (`1,230,000`). Magnitudes below 10⁻⁵ or from 10¹⁵ are printed
    /// like ``NumberText``.
    ///
    /// - Parameters:
    ///   - value: A finite number.
    ///   - digits: 1…12.
    ///   - signed: Whether a positive number gets a `+`. Zero has no sign.
    public static func text(
        _ value: Double, significantDigits digits: Int, signed: Bool = false
    ) -> String {
        precondition(value.isFinite, "\(value) is not a number to be read")
        guard value != 0 else { return "0" }
        let decimal = RoundedDecimal(value.magnitude, significantDigits: digits)
        guard (-5..<15).contains(decimal.scale + digits - 1) else {
            return scientific(value, signed: signed)
        }
        return sign(of: value, isZero: false, signed: signed) + grouped(decimal)
    }

    private static func sign(of value: Double, isZero: Bool, signed: Bool) -> String {
        if isZero { return "" }
        if value < 0 { return "-" }
        return signed ? "+" : ""
    }

    private static func scientific(_ value: Double, signed: Bool) -> String {
        (signed && value > 0 ? "+" : "") + NumberText.text(value)
    }

    /// Separates groups of three digits before the point by commas.
    private static func grouped(_ decimal: RoundedDecimal) -> String {
        var plain: [UInt8] = []
        if decimal.coefficient == 0 && decimal.scale < 0 {
            plain = [Ascii.zero, Ascii.point]
            plain.append(contentsOf: repeatElement(Ascii.zero, count: -decimal.scale))
        } else {
            NumberText.appendPlain(decimal, to: &plain)
        }
        let whole = plain.firstIndex(of: Ascii.point) ?? plain.count
        var bytes: [UInt8] = []
        for (index, byte) in plain.enumerated() {
            if index > 0 && index < whole && (whole - index) % 3 == 0 { bytes.append(Ascii.comma) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
