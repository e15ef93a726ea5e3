/// A value that an experiment varies, with its levels.
public struct Factor: Hashable, Sendable {
    public let path: ValuePath
    public let levels: Levels
    /// `PATH=V1,V2` or `PATH=A..B`, as given.
    public let text: String
    /// How a page of `tailwatt explore` shows it.
    public let display: Display
    /// For messages, as of a `ValueEdit`.
    private let origin: String

    public struct Display: Hashable, Sendable {
        /// Words before the value, at the start of a sentence: `A ping every`.
        public let label: String?
        public let scale: Scale?

        public init(label: String? = nil, scale: Scale? = nil) {
            (self.label, self.scale) = (label, scale)
        }
    }

    public enum Scale: String, CaseIterable, Hashable, Sendable {
        case linear, log
    }

    public enum Levels: Hashable, Sendable {
        /// Each one line of YAML; at least one.
        case values([String])
        /// Ends included.
        case range(FactorRange)
    }

    /// A factor of a scenario's `factors:`.
    ///
    /// - `values`: at least one; a single one with `..` is a range.
    /// - Throws: if that range is invalid.
    public init(
        _ path: ValuePath, _ values: [String], display: Display = Display()
    ) throws(FactorError) {
        (self.path, self.display, origin) = (path, display, "factors")
        levels = try Self.levels(values)
        text = "\(path)=\(values.joined(separator: ","))"
    }

    /// - Parameter text: `PATH=V1,V2,...` or `PATH=A..B`. Commas within braces and brackets belong
    ///   to a value.
    /// - Throws: for any other text.
    public init(_ text: String) throws(FactorError) {
        let edit: ValueEdit
        do throws(ValuePathError) { edit = try ValueEdit(text) } catch {
            throw FactorError(error)
        }
        let values = edit.text.splitAtCommas
        if values.contains("") {
            throw FactorError(
                message: "a value is missing in \(quoted(text))", advice: FactorError.form)
        }
        (path, display, origin) = (edit.path, Display(), "--vary")
        self.text = "\(edit.path)=\(edit.text)"
        levels = try Self.levels(values)
    }

    private static func levels(_ values: [String]) throws(FactorError) -> Levels {
        guard values.count == 1, let range = try FactorRange(values[0]) else {
            return .values(values)
        }
        return .range(range)
    }

    /// `nil` for a range.
    public var count: Int? {
        switch levels {
        case .values(let values): values.count
        case .range: nil
        }
    }

    public func edit(_ value: String) -> ValueEdit { ValueEdit(path, value, origin: origin) }

    /// The value with this index, from 0.
    public func value(atLevel index: Int) -> String {
        guard case .values(let values) = levels else {
            preconditionFailure("\(path) is a range, without a level \(index)")
        }
        return values[index]
    }

    /// `share` from 0 to 1; listed values have equal parts.
    public func value(at share: Double) -> String {
        switch levels {
        case .values(let values): values[min(Int(share * Double(values.count)), values.count - 1)]
        case .range(let range): range.value(at: share)
        }
    }
}

public struct FactorRange: Hashable, Sendable {
    private let ends: PlainValues

    /// - Parameter text: `A..B`; `nil` without `..`.
    /// - Throws: unless the ends are numbers of one kind in ascending order.
    init?(_ text: String) throws(FactorError) {
        guard let points = text.firstRange(of: "..") else { return nil }
        let (low, high) = (String(text[..<points.lowerBound]), String(text[points.upperBound...]))
        guard let ends = PlainValues([low, high]) else {
            throw FactorError(
                message: "\(quoted(text)) is not a range of two numbers of one kind",
                advice: "Write it as in 10 min..60 min, or list values with commas.")
        }
        guard ends.numbers[0] < ends.numbers[1] else {
            throw FactorError(
                message: "\(low) is not less than \(high)", advice: "Write the smaller value first."
            )
        }
        self.ends = ends
    }

    /// The ends in one unit.
    public var numbers: ClosedRange<Double> { ends.numbers[0]...ends.numbers[1] }

    public var unit: String { ends.unit }

    public func value(at share: Double) -> String {
        ends.text(ends.numbers[0] + share * (ends.numbers[1] - ends.numbers[0]))
    }

    public func text(_ number: Double) -> String { ends.text(number) }
}

extension String {
    /// The trimmed parts; commas in brackets, braces and quotes do not separate.
    fileprivate var splitAtCommas: [String] {
        var parts = [""]
        var depth = 0
        var quote: Character?
        for letter in self {
            if let open = quote {
                if letter == open { quote = nil }
            } else if letter == "\"" || letter == "'" {
                quote = letter
            }
            if quote == nil {
                if "[{".contains(letter) { depth += 1 }
                if "]}".contains(letter) { depth -= 1 }
            }
            if letter == ",", depth == 0, quote == nil {
                parts.append("")
            } else {
                parts[parts.count - 1].append(letter)
            }
        }
        return parts.map {
            let start = $0.drop(while: \.isWhitespace)
            return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }
}

public struct FactorError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    public let advice: String

    public var description: String { "\(message). \(advice)" }

    fileprivate static let form = "Write PATH=V1,V2 or PATH=A..B."
}

extension FactorError {
    public init(_ error: ValuePathError) {
        self.init(message: String("\(error)".dropLast()), advice: Self.form)
    }
}

public struct ValuePathError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
