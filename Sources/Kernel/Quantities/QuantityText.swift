public enum QuantityError: Error, Hashable, Sendable {
    case noNumber(text: String, example: String)
    /// Refused, because the unit could only be guessed.
    case noUnit(number: String, kind: String, example: String, possible: [String])
    /// Not a unit of this kind of quantity.
    case unknownUnit(unit: String, kind: String, example: String, possible: [String])
    /// Too large for a `Double`.
    case outOfRange(text: String)

    public var message: String {
        switch self {
        case .noNumber(let text, _): "\"\(text)\" does not begin with a number"
        case .noUnit(let number, let kind, _, _): "\(number) has no unit, and \(kind) needs one"
        case .unknownUnit(let unit, let kind, _, _): "\"\(unit)\" is not a unit of \(kind)"
        case .outOfRange(let text): "\(text) is too large to be represented"
        }
    }

    public var advice: String {
        switch self {
        case .noNumber(_, let example): "Write a number and a unit, as in \(example)."
        case .unknownUnit(let unit, _, let example, _) where unit.hasPrefix(","):
            "Write a point for decimals, and none for thousands: 1.5, 1500. Add a unit: \(example)."
        case .noUnit(_, _, let example, let possible),
            .unknownUnit(_, _, let example, let possible):
            "Write it as in \(example); the units are \(possible.joined(separator: ", "))."
        case .outOfRange: "Write a smaller number."
        }
    }
}

extension Quantity {
    /// Reads `800 mW`, `29min` or `30 %`.
    ///
    /// The number is a decimal with a point, perhaps scientific. Signs are read, so that the caller
    /// can explain why a negative time is wrong.
    public init(parsing text: some StringProtocol) throws(QuantityError) {
        let written = NumberAndUnit(Substring(text))
        guard let value = Double(String(written.number)) else {
            throw .noNumber(text: String(written.text), example: Self.example)
        }
        guard value.isFinite else { throw .outOfRange(text: String(written.text)) }
        let symbol = String(written.unit)
        if symbol.isEmpty {
            throw .noUnit(
                number: String(written.number), kind: Self.kind, example: Self.example,
                possible: Self.possibleUnits)
        }
        guard let unit = Self.units.first(where: { $0.symbol == symbol }) else {
            throw .unknownUnit(
                unit: symbol, kind: Self.kind, example: Self.example, possible: Self.possibleUnits)
        }
        let magnitude = value * unit.factor
        guard magnitude.isFinite else { throw .outOfRange(text: String(written.text)) }
        self.init(magnitude)
    }

    private static var possibleUnits: [String] {
        units.enumerated().filter { index, unit in
            !units[..<index].contains { $0.factor == unit.factor }
        }.map(\.element.symbol)
    }

    /// The number in the largest unit that keeps it at one or more: `800 mW`, `29 min`.
    ///
    /// Twelve significant digits, so that `0.26 s` reads `260 ms` whatever the last bit is.
    public var description: String {
        let printed = Self.units.filter { !$0.isAlias }
        let size = abs(magnitude)
        let own = printed.first(where: { $0.factor == 1 }) ?? printed[0]
        let unit =
            size == 0 ? own : printed.last(where: { size >= $0.factor * (1 - 1e-12) }) ?? printed[0]
        return "\(shortText(magnitude / unit.factor)) \(unit.symbol)"
    }
}

/// A number with at most twelve significant digits and no needless `.0`.
///
/// Far from one it has an exponent (`1.5e-20`), and is first scaled near one, because powers of ten
/// are exact only up to 10^22.
private func shortText(_ value: Double) -> String {
    if value == 0 { return "0" }
    guard value.isFinite else { return "\(value)" }
    let power = decimalExponent(of: abs(value))
    guard (-4...11).contains(power) else {
        let mantissa = scaled(value, byTenTo: -power)
        return "\(shortText(mantissa))e\(power)"
    }
    let scale = scaled(1, byTenTo: 11 - power)
    let text = "\((value * scale).rounded() / scale)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// The exponent of the largest power of ten that is at most `size`, which is positive.
private func decimalExponent(of size: Double) -> Int {
    // A bit is worth log10(2) digits; the estimate is never too high and at most one too low.
    let estimate = Int((Double(size.exponent) * 0.301_029_995_663_981_20).rounded(.down))
    return scaled(size, byTenTo: -estimate) >= 10 ? estimate + 1 : estimate
}

/// `value` · 10^`power`, with exact factors.
private func scaled(_ value: Double, byTenTo power: Int) -> Double {
    var result = value
    var left = abs(power)
    while left > 0 {
        let step = min(left, 22)
        var factor = 1.0
        for _ in 0..<step { factor *= 10 }
        result = power < 0 ? result / factor : result * factor
        left -= step
    }
    return result
}

/// A trimmed text, split into a possible number and its unit.
///
/// By bytes, because files have hundreds of them and what counts is ASCII.
private struct NumberAndUnit {
    let text: Substring
    let number: Substring
    let unit: Substring

    init(_ whole: Substring) {
        text = whole.trimmingSpaces()
        var rest = text.utf8[...].drop { $0.isInNumber }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            let exponent = rest.dropFirst().prefix { $0.isDigit || $0.isSign }
            if exponent.contains(where: \.isDigit) { rest = rest[exponent.endIndex...] }
        }
        // A digit with a combining accent is not a digit.
        let isWhole = String.Index(rest.startIndex, within: text) != nil
        number = isWhole ? text[..<rest.startIndex] : ""
        unit = Substring(rest).trimmingSpaces()
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isSign: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "+") }
    fileprivate var isInNumber: Bool { isDigit || isSign || self == UInt8(ascii: ".") }
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Substring {
    fileprivate func trimmingSpaces() -> Substring {
        var bytes = utf8[...]
        while let first = bytes.first, first.isSpace { bytes.removeFirst() }
        while let last = bytes.last, last.isSpace { bytes.removeLast() }
        return Substring(bytes)
    }
}
