/// What phones and browsers record, told apart by content and never by a file's name.
public enum PhoneRecord: CaseIterable, Hashable, Sendable {
    case webArchive, netLog, history, checkin, bugreport, metrics, powerlog, bluetooth, capture

    /// A noun phrase with its article.
    public var name: String {
        switch self {
        case .webArchive: "a HAR file, a browser's record of its requests"
        case .netLog: "a netlog, Chrome's record of its connections"
        case .history: "an Android battery history"
        case .checkin: "an Android battery history in checkin form"
        case .bugreport: "an Android bug report"
        case .metrics: "a MetricKit payload of an iPhone app"
        case .powerlog: "an iPhone's Powerlog, or another SQLite database"
        case .bluetooth: "a Bluetooth log (btsnoop)"
        case .capture: "a packet capture"
        }
    }

    /// Which command reads it.
    public var advice: String {
        let replay = "tailwatt replay FILE --radio lte computes the energy of its traffic."
        let phone = "tailwatt phone FILE shows what the phone drew and did."
        return switch self {
        case .webArchive, .netLog, .capture: replay
        case .history, .checkin, .bugreport: "\(phone) \(replay)"
        case .metrics, .powerlog, .bluetooth: phone
        }
    }

    /// Whether it has an Android battery history.
    public var isHistory: Bool { [.history, .checkin, .bugreport].contains(self) }

    /// `nil` for anything else, and for what is no regular file.
    public init?(contentsOf path: String) {
        guard let trace = try? TraceFile(path: path) else { return nil }
        let file = BlockFile(trace)
        guard (try? file.fill()) != nil,
            let record = Self.recognise(file.bytes.prefix(Self.headBytes))
        else { return nil }
        self = record
    }

    static let headBytes = 1 << 16

    /// Needs the first 64 KiB, or all of a smaller file; `nil` for anything else.
    public static func recognise(_ head: some Collection<UInt8>) -> PhoneRecord? {
        for (magic, record) in magics where head.starts(with: magic) { return record }
        // Text in UTF-16 has a zero beside each letter of ASCII.
        let text = String(decoding: head.lazy.filter { $0 != 0 }, as: UTF8.self)
        guard let first = text.unicodeScalars.first(where: { !isSkipped($0) }) else { return nil }
        if first == "{" || first == "[" {
            let found = objects.first { $0.keys.allSatisfy(text.contains) }?.record
            return first == "{" || found == .metrics ? found : nil
        }
        if ["== dumpstate: ", "DUMP OF SERVICE "].contains(where: text.contains) {
            return .bugreport
        }
        if text.contains("9,0,i,vers,") { return .checkin }
        return text.contains("Battery History") ? .history : nil
    }

    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{FFFD}"
    }

    private static let magics: [([UInt8], PhoneRecord)] =
        [
            (Array("SQLite format 3\0".utf8), .powerlog), (Array("btsnoop\0".utf8), .bluetooth),
        ] + TraceFormat.captures.map { ($0.0, .capture) }

    private static let objects: [(keys: [String], record: PhoneRecord)] = [
        (["\"constants\"", "\"logEventTypes\""], .netLog),
        (["\"log\"", "\"version\""], .webArchive),
        (["\"timeStampBegin\"", "\"metaData\""], .metrics),
    ]
}

extension InputFault {
    static func foreign(_ record: PhoneRecord) -> Self {
        Self("this is \(record.name)", record.advice)
    }
}
