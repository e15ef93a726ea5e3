extension InputFault {
    static let noSuchFile = Self(
        "there is no such file", "Check the path.", isAboutMissingInput: true)

    static func isDirectory(wanted: String = "a file") -> Self {
        Self("this is a directory, not a file", "Name \(wanted) in it.", isAboutMissingInput: true)
    }

    static let notRegular = Self(
        "this is a pipe or a device, not a file",
        "Save it to a file first: traces are read twice.", isAboutMissingInput: true)

    static func unreadable(reason: String) -> Self {
        Self(
            "the file cannot be read: \(reason)",
            "Check the file's permissions.", isAboutMissingInput: true)
    }

    public static let changed = Self(
        "the file changed while it was read", "Wait until it is complete, or replay a copy of it.")

    static let empty = Self(
        "the file is empty", "Capture again: even a capture without packets has a header.")

    static func compressed(unpackBy tool: String) -> Self {
        Self("the file is compressed", "Unpack it first, with \(tool).")
    }

    static func tooLarge(bytes: Int, limit: Int) -> Self {
        Self("the file has \(bytes) bytes, but the limit is \(limit)", "Cut the log into parts.")
    }

    static func foreign(_ name: String) -> Self {
        Self("this is \(name)", name == "text in UTF-16" ? "Save it as UTF-8." : possibleFormats)
    }

    static func badRecord(_ name: String, reason: String) -> Self {
        Self(
            "this \(name) cannot be read: \(reason)",
            "Check that it is complete, or record it again.")
    }

    static let unknownFormat = Self(
        "the file is neither a packet capture nor text", possibleFormats)

    private static let possibleFormats =
        "Use pcap, pcapng, or CSV with the header t,bytes,direction. Wireshark's editcap "
        + "turns most captures into pcap."

    static func badCapture(reason: String) -> Self {
        Self(
            "the capture cannot be read: \(reason)",
            "Check that it is complete. Wireshark's editcap reads more formats and writes pcap.")
    }

    static func broken(good: Int, reason: String) -> Self {
        Self(
            "the trace breaks off after \(good) good packet\(good == 1 ? "" : "s"): \(reason)",
            "A recording that was killed ends like this; otherwise, capture or copy it again.")
    }

    static func linkLayer(_ name: String, possible: String) -> Self {
        Self(
            "packets wrapped in \(name) cannot be read",
            "Supported: \(possible). tcpdump -i any writes one of them on Linux.")
    }

    static func badTimestamp(packet: Int) -> Self {
        Self(
            "packet \(packet) is damaged: its fraction of a second is a second or more",
            "Capture or copy it again; reading on would invent gaps.")
    }

    static func stepBack(_ span: TimeSpan, packet: Int?) -> Self {
        Self(
            "\(subject(packet)) is \(decimalSeconds(span)) s older than the one before it",
            packet == nil
                ? "Sort the lines by t."
                : "Sort the packets with Wireshark's tool: reordercap TRACE SORTED.")
    }

    static func tooLate(packet: Int?) -> Self {
        Self(
            "\(subject(packet)) is later than simulated time can be, "
                + "\(Instant.never.nanoseconds / 1_000_000_000) s",
            "Check the clock, or count the seconds from the start.")
    }

    private static func subject(_ packet: Int?) -> String {
        packet.map { "packet \($0)" } ?? "this packet"
    }

    static let noPackets = Self(
        "the capture has no packet that the phone sent or received",
        "Capture again while apps are running.")

    static func tooManyPackets(most: Int) -> Self {
        Self(
            "the capture has more than \(most) packets, the limit of a run",
            "Cut it with Wireshark's tool: editcap -r TRACE PART 1-\(most).")
    }

    static func missingColumns(_ names: [String]) -> Self {
        Self(
            "the first line has no column \(names.joined(separator: ", "))",
            "Name the columns in the first line, t,bytes,direction, in any order; others "
                + "may be among them.")
    }

    static func otherSeparator(_ separator: String) -> Self {
        Self(
            "the first line has no comma",
            "Separate the fields by commas, not by \(separator): t,bytes,direction.")
    }

    static func repeatedColumn(_ name: String) -> Self {
        Self("column \(name) appears twice", "Remove or rename one of them.")
    }

    static func fieldCount(found: Int, expected: Int) -> Self {
        Self(
            "this line has \(found) field\(found == 1 ? "" : "s"), but the header has \(expected)",
            "Put a field that contains a comma in double quotes.")
    }

    static func notTime(_ text: String) -> Self {
        Self(
            "\(quoted(text)) is not a time in seconds",
            "Write seconds in plain digits, as in 12.000345, without unit or exponent.")
    }

    static func negativeTime(_ text: String) -> Self {
        Self(
            "\(text) is negative, but time starts at 0",
            "Count the seconds from the first packet or before it.")
    }

    static func notBytes(_ text: String) -> Self {
        Self(
            "\(quoted(text)) is not a whole number of bytes",
            "Write the size of the IP packet in digits only.")
    }

    static func bytesOutOfRange(_ text: String) -> Self {
        Self("a packet cannot have \(text) bytes", "Write 1 to \(Packet.mostBytes).")
    }

    static func notDirection(_ text: String) -> Self {
        Self(
            "\(quoted(text)) is not a direction",
            "Write U (uplink, from the phone) or D (downlink).")
    }

    static let openField = Self(
        "this quote is never closed", "Close it, and double each quote within a quoted field.")

    static let textAfterQuote = Self(
        "there is text between a closing quote and the next comma",
        "Double each quote within a quoted field.")

    static func tooLong(limit: Int) -> Self {
        Self(
            "this line has more than \(limit) bytes",
            "Check that it is a CSV file, and that each quote is closed.")
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

/// Why a file cannot be used: what is wrong, and what to do.
public struct InputFault: Error, Hashable, Sendable {
    /// The fault in one sentence without a full stop.
    public let message: String
    /// Advice in whole sentences; empty if the message suffices.
    public let advice: String
    public var isAboutMissingInput = false

    init(_ message: String, _ advice: String, isAboutMissingInput: Bool = false) {
        (self.message, self.advice) = (message, advice)
        self.isAboutMissingInput = isAboutMissingInput
    }

    static let noHistory = Self(
        "the file has no battery history",
        "Make one: adb shell dumpsys batterystats > history.txt, or adb bugreport.")
}

/// A fault of a file other than a packet trace, with its place.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    /// From 1; `nil` where the fault has no place.
    public let line: Int?
    /// The name of a table's column; `nil` where the fault is not in a cell.
    public let column: String?
    public let fault: InputFault

    public init(_ fault: InputFault, path: String, line: Int? = nil, column: String? = nil) {
        (self.fault, self.path, self.line, self.column) = (fault, path, line, column)
    }

    public var message: String { fault.message }
    public var advice: String { fault.advice }

    /// Place and message, and the advice on a second line; always two lines.
    public var description: String {
        [place + ": " + message, advice].map { PrintableText.line($0) }.joined(separator: "\n")
    }

    private var place: String {
        var text = path
        if let line { text += ":\(line)" }
        if let column { text += ", column \(PrintableText.excerpt(column, to: 40))" }
        return text
    }
}

public struct TraceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let fault: InputFault
    public let path: String
    /// The place in a CSV file; `nil` for captures, and where the whole file is at fault.
    public let place: Place?

    init(_ fault: InputFault, path: String, place: Place? = nil) {
        (self.fault, self.path, self.place) = (fault, path, place)
    }

    /// A word in a line of a CSV file.
    public struct Place: Hashable, Sendable {
        /// From 1.
        public let line: Int
        /// In Unicode scalars, from 1.
        public let column: Int
        /// The word and the text around it; long lines are cut.
        public let before: String, word: String, after: String
    }

    /// The failure as a reader sees it.
    ///
    /// ```text
    /// phone.csv:7:10: error: "X" is not a direction
    ///   7 | 12.5,120,X
    ///     |          ^
    ///     = Possible are U (uplink, from the phone) and D (downlink).
    /// ```
    public var description: String {
        let number = place.map { "\($0.line)" } ?? ""
        let margin = Excerpt.margin(for: number)
        let excerpt = place.map { Excerpt(before: $0.before, word: $0.word, after: $0.after) }
        let shown = excerpt.map { $0.line.isEmpty ? [] : $0.lines(number: number, margin) } ?? []
        let advice = Excerpt.advice(Excerpt.printable(fault.advice), margin, width: 100)
        return ([heading] + shown + advice).joined(separator: "\n")
    }

    private var heading: String {
        let position = place.map { ":\($0.line):\($0.column)" } ?? ""
        let message = Excerpt.printable(fault.message)
        return "\(Excerpt.printable(path))\(position): error: \(message)"
    }
}

extension TraceFailure.Place {
    /// The place of `word` in line `number`; bytes that are not UTF-8 become replacement
    /// characters.
    init(number: Int, line: ArraySlice<UInt8>, word: Range<Int>) {
        let start = max(line.startIndex, min(word.lowerBound, line.endIndex))
        let end = max(start, min(word.upperBound, line.endIndex))
        let head = Array(String(decoding: line[..<start], as: UTF8.self).unicodeScalars)
        let body = Array(String(decoding: line[start..<end], as: UTF8.self).unicodeScalars)
        let tail = Array(String(decoding: line[end...], as: UTF8.self).unicodeScalars)
        self.line = number
        column = head.count + 1
        before = head.count <= 35 ? joined(head[...]) : "..." + joined(head.suffix(32))
        self.word = body.count <= 40 ? joined(body[...]) : joined(body.prefix(37)) + "..."
        after = tail.count <= 20 ? joined(tail[...]) : joined(tail.prefix(17)) + "..."
    }
}

private func joined(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
}
