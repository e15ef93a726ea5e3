/// A number that a result rests on and that is not known: one with a range, or one that was assumed
/// and has none.
public struct AssumedNumber: Hashable, Sendable {
    /// Its path, with its range; for a number without one, the number divided and multiplied by a
    /// factor.
    public let parameter: UncertainParameter
    /// As the file has it.
    public let value: String
    /// What stands behind the value, in a few words.
    public let origin: String
    /// Whether a file says how far the number may be off.
    public let hasRange: Bool

    /// - Parameters:
    ///   - parameter: its path, and what it may be.
    ///   - value: as the file has it.
    ///   - origin: what stands behind the value, in a few words.
    ///   - hasRange: whether a file says how far the number may be off.
    public init(
        _ parameter: UncertainParameter, value: String, origin: String, hasRange: Bool
    ) {
        (self.parameter, self.value) = (parameter, value)
        (self.origin, self.hasRange) = (origin, hasRange)
    }

    /// A number of which no file says how far it may be off.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - value: as the file has it: a number, or a mapping or list with numbers in it.
    ///   - origin: what stands behind the value, in a few words.
    ///   - factor: by which it is divided and multiplied, above 1.
    /// - Returns: `nil` if there is no number in the value, or a factor does not change it.
    public init?(_ path: ValuePath, value: String, origin: String, factor: Double) {
        guard let low = ScaledValue.text(value, times: 1 / factor),
            let high = ScaledValue.text(value, times: factor)
        else { return nil }
        let others = [low, high].filter { $0 != value }
        if others.isEmpty { return nil }
        let law = UncertainLaw(oneOf: low == value ? [value, high] : [low, high], central: value)
        self.init(
            UncertainParameter(path, law), value: value, origin: origin, hasRange: false)
    }
}

/// A value's text with other numbers in it.
enum ScaledValue {
    /// The text with every quantity in it multiplied; of a text that is one plain number, that
    /// number, a whole one rounded. Plain numbers within a mapping, such as weights and counts,
    /// stay as they are, and a share does not exceed 100 %.
    ///
    /// - Parameters:
    ///   - text: as YAML has it in one line.
    ///   - factor: above 0.
    /// - Returns: `nil` if there is nothing to multiply.
    static func text(_ text: String, times factor: Double) -> String? {
        if let plain = PlainValues([text]), plain.unit.isEmpty {
            let number = plain.numbers[0] * factor
            let isWhole = text.allSatisfy { $0.isNumber || $0.isWhitespace }
            return plain.text(isWhole ? number.rounded() : number)
        }
        var (found, result, piece) = (false, "", "")
        func flush() {
            let blanks = piece.prefix { $0.isWhitespace }
            if let values = PlainValues([piece]), values.isOfKnownUnit {
                found = true
                let end = piece.reversed().prefix { $0.isWhitespace }
                result += blanks + scaled(values, by: factor) + String(end)
            } else {
                result += piece
            }
            piece = ""
        }
        for character in text {
            if "{}[],:".contains(character) {
                flush()
                result.append(character)
            } else {
                piece.append(character)
            }
        }
        flush()
        return found ? result : nil
    }

    private static func scaled(_ values: PlainValues, by factor: Double) -> String {
        let number = values.numbers[0] * factor
        let isShare = values.unit == "%" && values.numbers[0] <= 100
        return values.text(isShare ? min(number, 100) : number)
    }
}
