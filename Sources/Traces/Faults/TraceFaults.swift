import DeviceModel
import Kernel
import Show

/// The faults of packet traces.
extension InputFault {
    static let noSuchFile = Self(
        message: "there is no such file", advice: "Check the path.", isAboutMissingInput: true)

    static func isDirectory(wanted: String = "a file") -> Self {
        Self(
            message: "this is a directory, not a file", advice: "Name \(wanted) in it.",
            isAboutMissingInput: true)
    }

    /// A pipe or a device, which cannot be opened twice.
    static let notRegular = Self(
        message: "this is a pipe or a device, not a file",
        advice: "Save it to a file first: traces are read twice.", isAboutMissingInput: true)

    static func outside(_ folders: [String]) -> Self {
        Self(
            message: FileOpening.Fault.outside(folders).reason,
            advice: FileOpening.outsideAdvice, isAboutMissingInput: true)
    }

    static func unreadable(reason: String) -> Self {
        Self(
            message: "the file cannot be read: \(reason)",
            advice: "Check the file's permissions.", isAboutMissingInput: true)
    }

    public static let changed = Self(
        message: "the file changed while it was read",
        advice: "Wait until it is complete, or replay a copy of it.")

    static let empty = Self(
        message: "the file is empty",
        advice: "Capture again: even a capture without packets has a header.")

    static func compressed(unpackBy tool: String) -> Self {
        Self(message: "the file is compressed", advice: "Unpack it first, with \(tool).")
    }

    static func foreign(_ name: String) -> Self {
        Self(
            message: "this is \(name)",
            advice: name == "text in UTF-16" ? "Save it as UTF-8." : possibleFormats)
    }

    static let unknownFormat = Self(
        message: "the file is neither a packet capture nor text", advice: possibleFormats)

    private static let possibleFormats =
        "Use pcap, pcapng, or CSV with the header t,bytes,direction. Wireshark's editcap "
        + "turns most captures into pcap."

    /// Begins like a capture but is damaged.
    static func badCapture(reason: String) -> Self {
        Self(
            message: "the capture cannot be read: \(reason)",
            advice: "Check that it is complete. Wireshark's editcap reads more formats and writes "
                + "pcap.")
    }

    /// Unreadable after the first `good` packets.
    static func broken(good: Int, reason: String) -> Self {
        Self(
            message: "the trace breaks off after \(good) good packet\(good == 1 ? "" : "s"): "
                + reason,
            advice: "A recording that was killed ends like this; otherwise, capture or copy it "
                + "again.")
    }

    static func linkLayer(_ name: String, possible: String) -> Self {
        Self(
            message: "packets wrapped in \(name) cannot be read",
            advice: "Supported: \(possible). tcpdump -i any writes one of them on Linux.")
    }

    static func badTimestamp(packet: Int) -> Self {
        Self(
            message: "packet \(packet) is damaged: its fraction of a second is a second or more",
            advice: "Capture or copy it again; reading on would invent gaps.")
    }

    /// The phone's address is unknown; `counts` has the most frequent addresses.
    static func noDeviceAddress(_ counts: [(address: IPAddress, packets: Int)]) -> Self {
        let list = counts.map { "\($0.address) (\($0.packets))" }.joined(separator: ", ")
        return Self(
            message: "the capture does not say which address is the phone's; "
                + "the most frequent are \(list)",
            advice: "Give the phone's address with --device-ip ADDRESS.")
    }

    static func noSuchInterface(_ names: [String], possible: [String]) -> Self {
        Self(
            message: "no packet passed an interface \(names.joined(separator: " or "))",
            advice: possible.isEmpty
                ? "The capture has no IP packet."
                : "Use one of \(possible.joined(separator: ", ")); or the kind, as in wifi.")
    }

    /// A packet, by its number in the capture or its line, is older than the one before.
    static func stepBack(_ span: TimeSpan, packet: Int?) -> Self {
        Self(
            message: "\(subject(packet)) is \(decimalSeconds(span)) s older than the one before it",
            advice: packet == nil
                ? "Sort the lines by t."
                : "Sort the packets with Wireshark's tool: reordercap TRACE SORTED.")
    }

    /// Beyond the range of simulated time.
    static func tooLate(packet: Int?) -> Self {
        Self(
            message: "\(subject(packet)) is later than simulated time can be, "
                + "\(Instant.never.nanoseconds / 1_000_000_000) s",
            advice: "Check the clock, or count the seconds from the start.")
    }

    private static func subject(_ packet: Int?) -> String {
        packet.map { "packet \($0)" } ?? "this packet"
    }

    /// A capture replayed as events of a simulation has no packets.
    static let noPackets = Self(
        message: "the capture has no packet that the phone sent or received",
        advice: "Capture again while apps are running.")

    static func tooManyPackets(most: Int) -> Self {
        Self(
            message: "the capture has more than \(most) packets, the limit of a run",
            advice: "Cut it with Wireshark's tool: editcap -r TRACE PART 1-\(most).")
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

/// The faults of a line of a packet CSV file.
extension InputFault {
    static func missingColumns(_ names: [String]) -> Self {
        Self(
            message: "the first line has no column \(names.joined(separator: ", "))",
            advice: "Name the columns in the first line, t,bytes,direction, in any order; others "
                + "may be among them.")
    }

    /// Missing columns, probably because another separator is used.
    static func otherSeparator(_ separator: String) -> Self {
        Self(
            message: "the first line has no comma",
            advice: "Separate the fields by commas, not by \(separator): t,bytes,direction.")
    }

    static func repeatedColumn(_ name: String) -> Self {
        Self(message: "column \(name) appears twice", advice: "Remove or rename one of them.")
    }

    static func fieldCount(found: Int, expected: Int) -> Self {
        Self(
            message: "this line has \(found) field\(found == 1 ? "" : "s"), but the header has "
                + "\(expected)",
            advice: "Put a field that contains a comma in double quotes.")
    }

    static func notTime(_ text: String) -> Self {
        Self(
            message: "\(quoted(text)) is not a time in seconds",
            advice: "Write seconds in plain digits, as in 12.000345, without unit or exponent.")
    }

    static func negativeTime(_ text: String) -> Self {
        Self(
            message: "\(text) is negative, but time starts at 0",
            advice: "Count the seconds from the first packet or before it.")
    }

    static func notBytes(_ text: String) -> Self {
        Self(
            message: "\(quoted(text)) is not a whole number of bytes",
            advice: "Write the size of the IP packet in digits only.")
    }

    /// Less than 1 byte or more than 2 GiB.
    static func bytesOutOfRange(_ text: String) -> Self {
        Self(
            message: "a packet cannot have \(text) bytes",
            advice: "Write 1 to \(Packet.mostBytes).")
    }

    static func notDirection(_ text: String) -> Self {
        Self(
            message: "\(quoted(text)) is not a direction",
            advice: "Write U (uplink, from the phone) or D (downlink).")
    }

    static let openField = Self(
        message: "this quote is never closed",
        advice: "Close it, and double each quote within a quoted field.")

    static let textAfterQuote = Self(
        message: "there is text between a closing quote and the next comma",
        advice: "Double each quote within a quoted field.")

    static func tooLong(limit: Int) -> Self {
        Self(
            message: "this line has more than \(limit) bytes",
            advice: "Check that it is a CSV file, and that each quote is closed.")
    }
}
