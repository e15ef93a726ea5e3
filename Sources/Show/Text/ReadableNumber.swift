/// Numbers for people to read in a terminal: few digits, thousands apart, a sign on request.
///
/// Groups of three are set apart by a plain space from four digits on (`1 234.5`), which no
/// locale mistakes for a decimal mark. Files carry ``NumberText`` instead.
public enum ReadableNumber {
    /// `value` with exactly `decimals` digits after the point: `1 234.50`.
    ///
    /// A value that needs more than twelve digits is printed as ``NumberText`` does.
    /// - Parameters:
    ///   - value: A finite number.
    ///   - decimals: 0…12.
    ///   - signed: Whether a positive number gets a `+`, as differences do. What rounds to zero
    ///     has no sign.
    public static func text(_ value: Double, decimals: Int, signed: Bool = false) -> String {
        precondition(value.isFinite, "\(value) is not a number to be read")
        precondition((0...RoundedDecimal.digitsAtMost).contains(decimals), "\(decimals) decimals")
        let limit = RoundedDecimal.wholePowersOfTen[RoundedDecimal.digitsAtMost - decimals]
        guard value.magnitude < Double(limit) else { return scientific(value, signed: signed) }
        let decimal = RoundedDecimal(value.magnitude, decimals: decimals)
        return sign(of: value, isZero: decimal.coefficient == 0, signed: signed) + grouped(decimal)
    }

    /// `value` with `digits` significant digits, zeros at the end included: `1.20`, `0.00123`.
    ///
    /// Whole numbers of more digits end in zeros (`1 230 000`). Magnitudes below 10⁻⁵ or from
    /// 10¹⁵ on are printed as ``NumberText`` does.
    /// - Parameters:
    ///   - value: A finite number.
    ///   - digits: 1…12.
    ///   - signed: Whether a positive number gets a `+`, as differences do. Zero has no sign.
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

    /// The decimal with a space before each group of three digits that stand before the point.
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
            if index > 0 && index < whole && (whole - index) % 3 == 0 { bytes.append(Ascii.space) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
