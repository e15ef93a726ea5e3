import Foundation
import Quantities

/// Numbers with one unit, as texts of a profile have them, so that one can lie between others.
///
/// It is not known yet what is measured: what the unit is a unit of decides which units go
/// together. A number without a unit goes with others without one.
struct PlainValues: Hashable, Sendable {
    let numbers: [Double]
    /// The first text's; empty for plain numbers.
    let unit: String

    /// - Returns: `nil` if a text is no number with a unit behind it, or if their units do not
    ///   measure the same.
    init?(_ texts: [String]) {
        let parts = texts.compactMap(Self.split)
        guard let unit = parts.first?.unit, parts.count == texts.count else { return nil }
        let factors = parts.map { Self.factor(from: $0.unit, to: unit) }
        guard !factors.contains(nil) else { return nil }
        self.unit = unit
        numbers = zip(parts, factors).map { $0.number * ($1 ?? 1) }
    }

    /// Whether the unit is one that quantities have.
    var isOfKnownUnit: Bool {
        Self.kinds.contains { kind in kind.contains { $0.symbol == unit } }
    }

    /// Whether none is less than the one before.
    var isAscending: Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// A number as a profile has it, to six significant digits: more than any measurement has.
    func text(_ number: Double) -> String {
        let digits = String(format: "%.6g", number)
        return unit.isEmpty ? digits : "\(digits) \(unit)"
    }

    private static func split(_ text: String) -> (number: Double, unit: String)? {
        let pattern = /\s*([-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)\s*(.*?)\s*/
        guard let match = text.wholeMatch(of: pattern), let number = Double(match.1),
            number.isFinite
        else { return nil }
        return (number, String(match.2))
    }

    /// How many of the second unit one of the first is.
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
