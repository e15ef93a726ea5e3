public enum TableCell: Equatable, Sendable {
    /// Text; an empty text cannot be told from no value.
    case text(String)
    /// A finite number, printed with twelve significant digits.
    case number(Double)
    case integer(Int64)
    /// A time, printed in seconds with all its digits.
    case seconds(nanoseconds: Int64)
    /// Not measured, or an undefined statistic.
    case empty
}

/// The entry of a column in the column dictionary, independent of the row type.
public struct ColumnDescription: Equatable, Sendable {
    public enum Kind: String, Sendable {
        case text = "string"
        case number = "number"
        case integer = "integer"
    }

    /// The name in the first line of the file, with its unit: `energy_J`.
    public let header: String
    public let kind: Kind
    /// The values' meaning and computation, and when they are undefined.
    public let meaning: String

    /// The readable unit at the end of a numeric header: `J`, `%/h`; `nil` for plain numbers.
    ///
    /// Also `nil` if another column holds the unit.
    public var unit: String? {
        if kind == .text { return nil }
        return Self.units.first { header.hasSuffix("_" + $0.written) }?.read
    }

    /// Written and readable units; of two that a header may end with, the longer is first.
    private static let units: [(written: String, read: String)] =
        [
            ("percent_per_hour", "%/h"), ("bit_per_s", "bit/s"), ("J_per_s", "J/s"),
            ("percent", "%"),
        ] + ["deg", "mAh", "mW", "mJ", "km", "s", "J", "B", "m", "h"].map { ($0, $0) }
}

/// Declares a table column once: header with unit, meaning, and value.
///
/// The CSV, its schema and the column dictionary follow from the declaration:
///
///     .number("energy_J", "Energy over the horizon.", \.energy)
///
/// Columns that belong together are one declaration as well (``group(_:of:)``).
public struct Column<Row>: Sendable {
    typealias Part = (description: ColumnDescription, value: @Sendable (Row) -> TableCell)

    let parts: [Part]

    private init(
        _ header: String, _ kind: ColumnDescription.Kind, _ meaning: String,
        _ value: @escaping @Sendable (Row) -> TableCell
    ) {
        precondition(!header.isEmpty, "a column needs a header")
        parts = [(ColumnDescription(header: header, kind: kind, meaning: meaning), value)]
    }

    private init(_ parts: [Part]) { self.parts = parts }

    /// The columns of a part of each row, side by side; a missing part has empty cells.
    public static func group<Part>(
        _ columns: [Column<Part>], of part: @escaping @Sendable (Row) -> Part?
    ) -> Column {
        Column(
            columns.flatMap(\.parts).map { description, value in
                (description, { row in part(row).map(value) ?? .empty })
            })
    }

    public static func text(
        _ header: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> String?
    ) -> Column {
        Column(header, .text, meaning) { row in value(row).map(TableCell.text) ?? .empty }
    }

    /// A column of `yes` and `no`; `nil` is an empty cell.
    public static func truth(
        _ header: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> Bool?
    ) -> Column { .text(header, meaning) { row in value(row).map { $0 ? "yes" : "no" } } }

    /// A numeric column; `nil` is an empty cell, and printing a non-finite value traps.
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

    /// A column of nanoseconds, printed exactly in seconds; `nil` is an empty cell.
    ///
    /// The header names seconds: `from_s`.
    public static func seconds(
        _ header: String, _ meaning: String, nanoseconds: @escaping @Sendable (Row) -> Int64?
    ) -> Column {
        Column(header, .number, meaning) { row in
            nanoseconds(row).map { .seconds(nanoseconds: $0) } ?? .empty
        }
    }
}

/// Column names that R formulas, SQL and data frames accept unquoted.
package enum ColumnName {
    /// A name of letters, digits, points and underscores that begins with a letter.
    ///
    /// - Parameter text: A path, perhaps with a unit: `radio.tail-timer_bit/s`.
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

    /// Distinct safe names, also when case is ignored, as SQL does.
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
