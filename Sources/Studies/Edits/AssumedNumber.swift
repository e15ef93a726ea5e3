/// An uncertain input of a result: a number with a range, or an assumption without one.
public struct AssumedNumber: Hashable, Sendable {
    /// The number's path and range; without a range, the number divided and multiplied by a factor.
    public let parameter: UncertainParameter
    /// As the file has it.
    public let value: String
    public let origin: String
    public let hasRange: Bool

    public init(_ parameter: UncertainParameter, value: String, origin: String, hasRange: Bool) {
        (self.parameter, self.value) = (parameter, value)
        (self.origin, self.hasRange) = (origin, hasRange)
    }

    /// An assumption without a range.
    ///
    /// - `value`: a number, or a mapping or list with numbers, as the file has it.
    /// - `factor`: above 1.
    /// - Returns: `nil` if no number changes.
    public init?(_ path: ValuePath, value: String, origin: String, factor: Double) {
        guard let low = ScaledValue.text(value, times: 1 / factor),
            let high = ScaledValue.text(value, times: factor)
        else { return nil }
        let others = [low, high].filter { $0 != value }
        if others.isEmpty { return nil }
        let law = UncertainLaw(oneOf: low == value ? [value, high] : [low, high], central: value)
        self.init(UncertainParameter(path, law), value: value, origin: origin, hasRange: false)
    }

    /// Its value, multiplied; `nil` if that changes nothing.
    public func text(times factor: Double) -> String? {
        let text = ScaledValue.text(value, times: factor)
        return text == value ? nil : text
    }

    /// Whether its value times `factor` is within its range. Without one, nothing is known of it,
    /// and two thirds to one and a half times it count as possible.
    public func allows(_ factor: Double) -> Bool {
        (parameter.law.reach ?? 1 / 1.5...1.5).contains(factor)
    }
}

enum ScaledValue {
    /// Multiplies every quantity in a line of YAML, or the number if it is one plain number.
    ///
    /// A whole plain number stays whole. Plain numbers within a mapping (weights, counts) do not
    /// change, and a share does not exceed 100 %.
    ///
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
