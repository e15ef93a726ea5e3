/// What stands in one cell of a table.
public enum TableCell: Equatable, Sendable {
    /// Words. Empty text cannot be told from no value.
    case text(String)
    /// A finite number, printed with twelve significant digits.
    case number(Double)
    /// A whole number, printed with all its digits.
    case integer(Int64)
    /// A time in nanoseconds, printed in seconds with all its digits.
    case seconds(nanoseconds: Int64)
    /// No value: nothing was measured, or the statistic is undefined.
    case empty
}

/// What a column says of itself, whatever its rows are: the stuff of the column dictionary.
public struct ColumnDescription: Equatable, Sendable {
    public enum Kind: String, Sendable {
        case text = "string"
        case number = "number"
        case integer = "integer"
    }

    /// The name in the first line of the file, with its unit: `energy_J`.
    public let header: String
    public let kind: Kind
    /// What the values mean, when they are undefined, and how they are computed.
    public let meaning: String

    /// What the header of a column of numbers ends with, as it is read: `J`, `%/h`; `nil` for plain
    /// numbers, and where another column says it.
    public var unit: String? {
        if kind == .text { return nil }
        return Self.units.first { header.hasSuffix("_" + $0.written) }?.read
    }

    /// As headers have them and as they are read; of two that a header ends with, the longer first.
    private static let units: [(written: String, read: String)] =
        [
            ("percent_per_hour", "%/h"), ("bit_per_s", "bit/s"), ("J_per_s", "J/s"),
            ("percent", "%"),
        ] + ["deg", "mAh", "mW", "mJ", "km", "s", "J", "B", "m", "h"].map { ($0, $0) }
}

/// One column of a table, declared once: header with unit, meaning, and where its value is found.
///
/// The CSV, its schema and the column dictionary all follow from this declaration:
///
///     .number("energy_J", "Energy over the horizon.", \.energy)
public struct Column<Row>: Sendable {
    public let description: ColumnDescription
    private let value: @Sendable (Row) -> TableCell

    private init(
        _ header: String, _ kind: ColumnDescription.Kind, _ meaning: String,
        _ value: @escaping @Sendable (Row) -> TableCell
    ) {
        precondition(!header.isEmpty, "a column needs a header")
        description = ColumnDescription(header: header, kind: kind, meaning: meaning)
        self.value = value
    }

    public func cell(of row: Row) -> TableCell {
        value(row)
    }

    public static func text(
        _ header: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String?
    ) -> Column {
        Column(header, .text, meaning) { row in value(row).map(TableCell.text) ?? .empty }
    }

    /// A column of numbers; `nil` is an empty cell, and a value that is not finite traps when
    /// the table is printed.
    public static func number(
        _ header: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Double?
    ) -> Column {
        Column(header, .number, meaning) { row in value(row).map(TableCell.number) ?? .empty }
    }

    public static func integer(
        _ header: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Int?
    ) -> Column {
        Column(header, .integer, meaning) { row in
            value(row).map { .integer(Int64($0)) } ?? .empty
        }
    }

    /// A column of times, given in nanoseconds and printed exactly in seconds; `nil` is an empty
    /// cell. The header names seconds: `from_s`.
    public static func seconds(
        _ header: String, _ meaning: String, nanoseconds: @escaping @Sendable (Row) -> Int64?
    ) -> Column {
        Column(header, .number, meaning) { row in
            nanoseconds(row).map { .seconds(nanoseconds: $0) } ?? .empty
        }
    }
}

/// Names of columns that every program takes as they are: R and its formulas, SQL, data frames.
package enum ColumnName {
    /// A name of letters, digits, points and underscores that begins with a letter.
    ///
    /// - Parameter text: a path, perhaps with a unit behind it: `radio.tail-timer_bit/s`.
    package static func safe(_ text: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_": name.unicodeScalars.append(scalar)
            case "%": name += "percent"
            case "/": name += "_per_"
            case "\u{B5}", "\u{3BC}": name += "u"
            default: name += "_"
            }
        }
        let isFirst = name.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false
        return isFirst ? name : "x" + name
    }

    /// The same for several, of which no two have one name: SQL does not tell small letters from
    /// capitals.
    package static func unique(_ texts: [String]) -> [String] {
        var taken: Set<String> = []
        return texts.map { text in
            let name = safe(text)
            var (candidate, number) = (name, 1)
            while !taken.insert(candidate.lowercased()).inserted {
                number += 1
                candidate = "\(name)_\(number)"
            }
            return candidate
        }
    }
}
