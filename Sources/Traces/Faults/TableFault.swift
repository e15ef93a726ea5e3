import DeviceModel
import Kernel

/// Why a line of a packet CSV file cannot be used.
public enum TableFault: Error, Hashable, Sendable {
    /// The first line does not name all columns that are needed.
    case missingColumns([String])
    /// As above, and the fields are probably separated by something other than commas.
    case otherSeparator(String)
    /// A column that is needed is there more than once.
    case repeatedColumn(String)
    /// A line has more or fewer fields than the header.
    case fieldCount(found: Int, expected: Int)
    /// What stands in column `t` is no decimal number.
    case notTime(String)
    /// A time before 0.
    case negativeTime(String)
    /// What stands in column `bytes` is no whole number.
    case notBytes(String)
    /// Less than 1 byte or more than 2 GiB.
    case bytesOutOfRange(String)
    /// What stands in column `direction` is neither `U` nor `D`.
    case notDirection(String)
    /// A quote that opens and never closes.
    case openQuote
    /// Something stands between a closing quote and the next comma.
    case textAfterQuote
    /// A line goes on beyond what any needs.
    case tooLong(limit: Int)

    var message: String {
        switch self {
        case .missingColumns(let names):
            "the first line names no column \(names.joined(separator: ", "))"
        case .otherSeparator: "the first line has no comma"
        case .repeatedColumn(let name): "column \(name) is there twice"
        case .fieldCount(let found, let expected):
            "this line has \(found) field\(found == 1 ? "" : "s"), the header \(expected)"
        case .notTime(let text): "\(quoted(text)) is not a time in seconds"
        case .negativeTime(let text): "\(text) is negative, but time begins at 0"
        case .notBytes(let text): "\(quoted(text)) is not a whole number of bytes"
        case .bytesOutOfRange(let text): "a packet cannot have \(text) bytes"
        case .notDirection(let text): "\(quoted(text)) is not a direction"
        case .openQuote: "this quote is never closed"
        case .textAfterQuote: "there is text between a closing quote and the next comma"
        case .tooLong(let limit): "this line has more than \(limit) bytes"
        }
    }

    var advice: String {
        switch self {
        case .missingColumns:
            "The first line names the columns, t,bytes,direction, in any order, others among them."
        case .otherSeparator(let separator):
            "Separate the fields by commas, not by \(separator): t,bytes,direction."
        case .repeatedColumn: "Remove or rename one of them."
        case .fieldCount: "A field with a comma stands in double quotes."
        case .notTime: "Write seconds in plain digits, as in 12.000345, without unit or exponent."
        case .negativeTime: "Count the seconds from the first packet or before it."
        case .notBytes: "Write the size of the IP packet in digits alone."
        case .bytesOutOfRange: "Possible are 1 to \(Packet.mostBytes)."
        case .notDirection: "Possible are U (uplink, from the phone) and D (downlink)."
        case .openQuote: "Close it, and write a quote within a quoted field twice."
        case .textAfterQuote: "Write a quote within a quoted field twice."
        case .tooLong: "Is it a CSV file at all? Is a quote never closed?"
        }
    }
}
