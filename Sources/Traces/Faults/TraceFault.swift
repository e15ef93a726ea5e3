import DeviceModel
import Kernel
import Show

/// Why a trace or its contents cannot be used.
public enum TraceFault: Error, Hashable, Sendable {
    case noSuchFile
    case isDirectory
    /// A pipe or a device, which cannot be opened twice.
    case notRegular
    case outside([String])
    case unreadable(reason: String)
    case changed

    case empty
    /// Compressed; carries the tool that unpacks it.
    case compressed(unpackBy: String)
    case foreign(String)
    case unknownFormat

    /// Begins like a capture but is damaged.
    case badCapture(reason: String)
    /// Unreadable after the first `good` packets.
    case broken(good: Int, reason: String)
    /// An unsupported link layer; carries the supported ones.
    case linkLayer(String, possible: String)
    /// A packet's fraction of a second is out of range.
    case badTimestamp(packet: Int)
    /// The phone's address is unknown; carries the most frequent addresses.
    case noDeviceAddress([AddressCount])

    /// None of the requested interfaces exists; carries those that do.
    case noSuchInterface([String], possible: [String])

    /// A packet, by its number in the capture or its line, is older than the one before.
    case stepBack(TimeSpan, packet: Int?)
    /// Beyond the range of simulated time.
    case tooLate(packet: Int?)

    /// A capture replayed as events of a simulation has no packets.
    case noPackets
    case tooManyPackets(most: Int)

    case table(TableFault)

    /// The packets from or to an address, at a capture's beginning.
    public struct AddressCount: Hashable, Sendable {
        public let address: IPAddress
        public let packets: Int
    }

    /// The fault in one sentence without a full stop.
    public var message: String {
        switch self {
        case .noSuchFile: "there is no such file"
        case .isDirectory: "this is a directory, not a file"
        case .notRegular: "this is a pipe or a device, not a file"
        case .outside(let folders): FileOpening.Fault.outside(folders).reason
        case .unreadable(let reason): "the file cannot be read: \(reason)"
        case .changed: "the file changed while it was read"
        case .empty: "the file is empty"
        case .compressed: "the file is compressed"
        case .foreign(let name): "this is \(name)"
        case .unknownFormat: "the file is neither a packet capture nor text"
        case .badCapture(let reason): "the capture cannot be read: \(reason)"
        case .broken(let good, let reason):
            "the trace breaks off after \(good) good packet\(good == 1 ? "" : "s"): \(reason)"
        case .linkLayer(let name, _): "packets wrapped in \(name) cannot be read"
        case .badTimestamp(let packet):
            "packet \(packet) is damaged: its fraction of a second is a second or more"
        case .noDeviceAddress(let counts):
            "the capture does not say which address is the phone's; the most frequent are "
                + "\(Self.list(counts))"
        case .noSuchInterface(let names, _):
            "no packet passed an interface \(names.joined(separator: " or "))"
        case .stepBack(let span, let packet):
            "\(Self.subject(packet)) is \(decimalSeconds(span)) s older than the one before it"
        case .tooLate(let packet):
            "\(Self.subject(packet)) is later than the simulated time can reach, "
                + "\(Instant.never.nanoseconds / 1_000_000_000) s"
        case .noPackets: "the capture has no packet that the phone sent or received"
        case .tooManyPackets(let most):
            "the capture has more than \(most) packets, the limit of a run"
        case .table(let fault): fault.message
        }
    }

    /// What to do, in whole sentences; empty if the message suffices.
    public var advice: String {
        switch self {
        case .noSuchFile: "Check the path."
        case .isDirectory: "Name a file in it."
        case .notRegular: "Save it to a file first: traces are read twice."
        case .outside: FileOpening.outsideAdvice
        case .unreadable: "Check the file's permissions."
        case .changed: "Wait until it is complete, or replay a copy of it."
        case .empty: "Capture again: even a capture without packets has a header."
        case .compressed(let tool): "Unpack it first, with \(tool)."
        case .foreign("text in UTF-16"): "Save it as UTF-8."
        case .foreign, .unknownFormat:
            "Use pcap, pcapng, or CSV with the header t,bytes,direction. Wireshark's editcap "
                + "turns most captures into pcap."
        case .badCapture:
            "Check that it is complete. Wireshark's editcap reads more formats and writes pcap."
        case .broken:
            "A recording that was killed ends like this; otherwise, capture or copy it again."
        case .linkLayer(_, let possible):
            "Supported: \(possible). tcpdump -i any writes one of them on Linux."
        case .badTimestamp: "Capture or copy it again; reading on would invent gaps."
        case .noSuchInterface(_, let possible):
            possible.isEmpty
                ? "The capture has no IP packet."
                : "Use one of \(possible.joined(separator: ", ")); or the kind, as in wifi."
        case .noDeviceAddress: "Give the phone's address with --device-ip ADDRESS."
        case .stepBack(_, nil): "Sort the lines by t."
        case .stepBack(_, _?): "Sort the packets with Wireshark's tool: reordercap TRACE SORTED."
        case .tooLate: "Check the clock, or count the seconds from the start."
        case .noPackets: "Capture again while apps are running."
        case .tooManyPackets(let most):
            "Cut it with Wireshark's tool: editcap -r TRACE PART 1-\(most)."
        case .table(let fault): fault.advice
        }
    }

    private static func subject(_ packet: Int?) -> String {
        packet.map { "packet \($0)" } ?? "this packet"
    }

    private static func list(_ counts: [AddressCount]) -> String {
        counts.map { "\($0.address) (\($0.packets))" }.joined(separator: ", ")
    }
}

/// `span` in seconds, to the nanosecond, without trailing zeros.
func decimalSeconds(_ span: TimeSpan) -> String {
    let (whole, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest == 0 { return "\(whole)" }
    let digits = String(rest)
    var fraction = Substring(String(repeating: "0", count: 9 - digits.count) + digits)
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)"
}

/// Why a line of a packet CSV file cannot be used.
public enum TableFault: Error, Hashable, Sendable {
    case missingColumns([String])
    /// Missing columns, probably because another separator is used.
    case otherSeparator(String)
    case repeatedColumn(String)
    case fieldCount(found: Int, expected: Int)
    case notTime(String)
    case negativeTime(String)
    case notBytes(String)
    /// Less than 1 byte or more than 2 GiB.
    case bytesOutOfRange(String)
    case notDirection(String)
    case openQuote
    case textAfterQuote
    case tooLong(limit: Int)

    var message: String {
        switch self {
        case .missingColumns(let names):
            "the first line has no column \(names.joined(separator: ", "))"
        case .otherSeparator: "the first line has no comma"
        case .repeatedColumn(let name): "column \(name) appears twice"
        case .fieldCount(let found, let expected):
            "this line has \(found) field\(found == 1 ? "" : "s"), but the header has \(expected)"
        case .notTime(let text): "\(quoted(text)) is not a time in seconds"
        case .negativeTime(let text): "\(text) is negative, but time starts at 0"
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
            "Name the columns in the first line, t,bytes,direction, in any order; others may be "
                + "among them."
        case .otherSeparator(let separator):
            "Separate the fields by commas, not by \(separator): t,bytes,direction."
        case .repeatedColumn: "Remove or rename one of them."
        case .fieldCount: "Put a field that contains a comma in double quotes."
        case .notTime: "Write seconds in plain digits, as in 12.000345, without unit or exponent."
        case .negativeTime: "Count the seconds from the first packet or before it."
        case .notBytes: "Write the size of the IP packet in digits only."
        case .bytesOutOfRange: "Write 1 to \(Packet.mostBytes)."
        case .notDirection: "Write U (uplink, from the phone) or D (downlink)."
        case .openQuote: "Close it, and double each quote within a quoted field."
        case .textAfterQuote: "Double each quote within a quoted field."
        case .tooLong: "Check that it is a CSV file, and that each quote is closed."
        }
    }
}
