import Foundation

/// Numbers with a common unit, from texts of a profile.
///
/// The kind of quantity is unknown: units of one kind are compatible, and a missing unit only with
/// a missing unit.
struct PlainValues: Hashable, Sendable {
    let numbers: [Double]
    /// The first text's; empty for plain numbers.
    let unit: String

    /// - Returns: `nil` for a text that is not a number, or for incompatible units.
    init?(_ texts: [String]) {
        let parts = texts.compactMap(Self.split)
        guard let unit = parts.first?.unit, parts.count == texts.count else { return nil }
        let factors = parts.map { Self.factor(from: $0.unit, to: unit) }
        guard !factors.contains(nil) else { return nil }
        self.unit = unit
        numbers = zip(parts, factors).map { $0.number * ($1 ?? 1) }
    }

    var isOfKnownUnit: Bool { Self.kinds.contains { kind in kind.contains { $0.symbol == unit } } }
    var isAscending: Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } }

    /// A number to six significant digits: more than any measurement has.
    func text(_ number: Double) -> String {
        let digits = String(format: "%.6g", number)
        return unit.isEmpty ? digits : "\(digits) \(unit)"
    }

    /// Splits a number from its unit.
    ///
    /// A regular expression costs millions of instructions, and files with ranges have many
    /// numbers.
    private static func split(_ text: String) -> (number: Double, unit: String)? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let length = numberLength(text.utf8)
        guard let number = Double(Substring(text.utf8.prefix(length))), number.isFinite else {
            return nil
        }
        let unit = String(Substring(text.utf8.dropFirst(length)))
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return unit.contains(where: \.isNewline) ? nil : (number, unit)
    }

    /// The length of the number in bytes; 0 without a number.
    private static func numberLength(_ text: String.UTF8View) -> Int {
        func digits(_ rest: Substring.UTF8View) -> Int { rest.prefix { 48...57 ~= $0 }.count }
        func sign(_ rest: Substring.UTF8View) -> Int {
            rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") ? 1 : 0
        }
        var rest = text.dropFirst(sign(text[...]))
        let whole = digits(rest)
        rest = rest.dropFirst(whole)
        let fraction = rest.first == UInt8(ascii: ".") ? digits(rest.dropFirst()) : 0
        guard whole + fraction > 0 else { return 0 }
        if fraction > 0 { rest = rest.dropFirst(1 + fraction) }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            let power = rest.dropFirst()
            let count = digits(power.dropFirst(sign(power)))
            if count > 0 { rest = power.dropFirst(sign(power) + count) }
        }
        return text.count - rest.count
    }

    /// One `unit` in `other`; `nil` if incompatible.
    private static func factor(from unit: String, to other: String) -> Double? {
        if unit == other { return 1 }
        for kind in kinds {
            let found = [unit, other].compactMap { symbol in
                kind.first { $0.symbol == symbol }?.factor
            }
            if found.count == 2 { return found[0] / found[1] }
        }
        return nil
    }

    private static let kinds: [[QuantityUnit]] = [
        Seconds.units, Milliwatts.units, Millijoules.units, MilliampereHours.units, Volts.units,
        Bytes.units, BitsPerSecond.units, Meters.units, MetersPerSecond.units,
        MilliwattsPerMegabit.units, Fraction.units, PerKilometer.units, PerHour.units,
        Degrees.units, Decibels.units,
    ]
}
