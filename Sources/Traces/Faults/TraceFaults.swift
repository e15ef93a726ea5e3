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
        advice: "Wait until it is written, or replay a copy of it.")

    static let empty = Self(
        message: "the file is empty",
        advice: "Capture again. A capture without packets has a header at least.")

    static func compressed(unpackBy tool: String) -> Self {
        Self(message: "the file is compressed", advice: "Unpack it first, with \(tool).")
    }

    static func foreign(_ name: String) -> Self {
        Self(
            message: "this is \(name)",
            advice: name == "text in UTF-16" ? "Save it as UTF-8." : possibleFormats)
    }

    static let unknownFormat = Self(
        message: "this is neither a packet capture nor text", advice: possibleFormats)

    private static let possibleFormats =
        "Possible are pcap, pcapng, and CSV with the header t,bytes,direction. "
        + "Wireshark's editcap turns most captures into pcap."

    /// Begins like a capture but is damaged.
    static func badCapture(reason: String) -> Self {
        Self(
            message: "the capture cannot be read: \(reason)",
            advice: "Is it whole? Wireshark's editcap reads more kinds and writes pcap.")
    }

    /// Unreadable after the first `good` packets.
    static func broken(good: Int, reason: String) -> Self {
        Self(
            message: "the trace breaks off after \(good) good packet\(good == 1 ? "" : "s"): "
                + reason,
            advice: "A recording that was stopped hard ends like this; if it should not, capture "
                + "or copy it again.")
    }

    static func linkLayer(_ name: String, possible: String) -> Self {
        Self(
            message: "packets wrapped in \(name) cannot be read",
            advice: "Possible are \(possible). tcpdump -i any writes one of them on Linux.")
    }

    static func badTimestamp(packet: Int) -> Self {
        Self(
            message: "packet \(packet) is damaged: its fraction of a second is a second or more",
            advice: "Capture or copy it again; reading it further would invent gaps.")
    }

    /// The phone's address is unknown; `counts` has the most frequent addresses.
    static func noDeviceAddress(_ counts: [(address: IPAddress, packets: Int)]) -> Self {
        let list = counts.map { "\($0.address) (\($0.packets))" }.joined(separator: ", ")
        return Self(
            message: "the capture does not say which address is the phone's; "
                + "the most frequent are \(list)",
            advice: "Name the phone's own with --device-ip ADDRESS.")
    }

    static func noSuchInterface(_ names: [String], possible: [String]) -> Self {
        Self(
            message: "no packet passed an interface \(names.joined(separator: " or "))",
            advice: possible.isEmpty
                ? "The capture has no IP packet."
                : "Possible are \(possible.joined(separator: ", ")); or what one is: wifi.")
    }

    /// A packet, by its number in the capture or its line, is older than the one before.
    static func stepBack(_ span: TimeSpan, packet: Int?) -> Self {
        Self(
            message: "\(subject(packet)) is \(decimalSeconds(span)) s older than the one before it",
            advice: packet == nil
                ? "Sort the lines by t."
                : "Sort the packets: reordercap TRACE SORTED, a tool of Wireshark's.")
    }

    /// Beyond the range of simulated time.
    static func tooLate(packet: Int?) -> Self {
        Self(
            message: "\(subject(packet)) is later than simulated time can be, "
                + "\(Instant.never.nanoseconds / 1_000_000_000) s",
            advice: "Is its clock right? What is wanted is seconds since the start.")
    }

    private static func subject(_ packet: Int?) -> String {
        packet.map { "packet \($0)" } ?? "this packet"
    }

    /// A capture replayed as events of a simulation has no packets.
    static let noPackets = Self(
        message: "the capture has no packet that the phone sent or received",
        advice: "Capture again while apps are at work.")

    static func tooManyPackets(most: Int) -> Self {
        Self(
            message: "the capture has more than the \(most) packets that can happen in a run",
            advice: "Cut it: editcap -r TRACE PART 1-\(most), a tool of Wireshark's.")
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
            message: "the first line names no column \(names.joined(separator: ", "))",
            advice: "The first line names the columns, t,bytes,direction, in any order, others "
                + "among them.")
    }

    /// Missing columns, probably because another separator is used.
    static func otherSeparator(_ separator: String) -> Self {
        Self(
            message: "the first line has no comma",
            advice: "Separate the fields by commas, not by \(separator): t,bytes,direction.")
    }

    static func repeatedColumn(_ name: String) -> Self {
        Self(message: "column \(name) is there twice", advice: "Remove or rename one of them.")
    }

    static func fieldCount(found: Int, expected: Int) -> Self {
        Self(
            message: "this line has \(found) field\(found == 1 ? "" : "s"), the header \(expected)",
            advice: "A field with a comma stands in double quotes.")
    }

    static func notTime(_ text: String) -> Self {
        Self(
            message: "\(quoted(text)) is not a time in seconds",
            advice: "Write seconds in plain digits, as in 12.000345, without unit or exponent.")
    }

    static func negativeTime(_ text: String) -> Self {
        Self(
            message: "\(text) is negative, but time begins at 0",
            advice: "Count the seconds from the first packet or before it.")
    }

    static func notBytes(_ text: String) -> Self {
        Self(
            message: "\(quoted(text)) is not a whole number of bytes",
            advice: "Write the size of the IP packet in digits alone.")
    }

    /// Less than 1 byte or more than 2 GiB.
    static func bytesOutOfRange(_ text: String) -> Self {
        Self(
            message: "a packet cannot have \(text) bytes",
            advice: "Possible are 1 to \(Packet.mostBytes).")
    }

    static func notDirection(_ text: String) -> Self {
        Self(
            message: "\(quoted(text)) is not a direction",
            advice: "Possible are U (uplink, from the phone) and D (downlink).")
    }

    static let openField = Self(
        message: "this quote is never closed",
        advice: "Close it, and write a quote within a quoted field twice.")

    static let textAfterQuote = Self(
        message: "there is text between a closing quote and the next comma",
        advice: "Write a quote within a quoted field twice.")

    static func tooLong(limit: Int) -> Self {
        Self(
            message: "this line has more than \(limit) bytes",
            advice: "Is it a CSV file at all? Is a quote never closed?")
    }
}
