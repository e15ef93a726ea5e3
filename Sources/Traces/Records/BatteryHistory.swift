/// What `dumpsys batterystats` of an Android phone (5 to 16) recorded: as text, in checkin form, or
/// within a bug report.
///
/// The formats are those of AOSP's `BatteryStats.java` and `BatteryStatsImpl.java`.
public struct BatteryHistory: Sendable {
    /// In order of time; those of one time as in the file.
    public internal(set) var changes: [HistoryChange] = []
    public internal(set) var statistics = BatteryStatistics()
    /// A package of each user of the phone's system, by its number.
    public internal(set) var packages: [Int: String] = [:]
    /// Flags and events of the history that have no meaning here, such as a vendor's.
    public internal(set) var unknownItems = 0

    /// - Throws: If the file has no history, cannot be read, or is damaged.
    public init(_ file: TraceFile) throws(TraceFailure) { try self.init(BlockFile(file)) }

    public init(empty: ()) {}

    init(_ file: BlockFile) throws(TraceFailure) {
        try file.fill()
        let kind = PhoneRecord.recognise(file.bytes.prefix(PhoneRecord.headBytes))
        guard kind?.isHistory ?? false else {
            throw TraceFailure(kind.map { .foreign($0) } ?? Self.fault(of: file), path: file.path)
        }
        // A zero beside each letter of ASCII.
        let isWide = file.bytes.prefix(2).contains { $0 == 0 || $0 >= 0xFE }
        var reader = HistoryReader()
        try file.forEachLine { line in
            // Zeros of UTF-16, as PowerShell writes: names with other letters come out wrong.
            if reader.isFull { return }
            isWide ? reader.read(Array(line.filter { $0 != 0 })[...]) : reader.read(line)
        }
        if reader.isFull {
            throw TraceFailure(
                .badRecord("history", reason: "it is longer than any phone's"), path: file.path)
        }
        if let damage = file.damage {
            throw TraceFailure(.badRecord("archive", reason: damage), path: file.path)
        }
        self = reader.finish()
        if changes.isEmpty, statistics == BatteryStatistics() {
            throw TraceFailure(.noHistory, path: file.path)
        }
    }

    /// What is wrong with a file that no kind of record begins like.
    private static func fault(of file: BlockFile) -> InputFault {
        if let damage = file.damage { return .badRecord("archive", reason: damage) }
        do throws(InputFault) {
            _ = try TraceFormat.recognise(file.bytes.prefix(PhoneRecord.headBytes))
            return .noHistory
        } catch { return error }
    }

    /// From the first record to the last; `nil` without a history.
    public var hours: Double? {
        guard let first = changes.first, let last = changes.last else { return nil }
        return Double(last.milliseconds - first.milliseconds) / 3_600_000
    }

    /// The kind of radio that the history names most often, as `lte`; LTE if it names none.
    public var radioKind: String {
        var counts = ["lte": 0, "5g": 0, "umts": 0]
        for case .network(let name) in changes.map(\.item) {
            switch name {
            case "nr": counts["5g", default: 0] += 1
            case "lte", "lte_ca", "l": counts["lte", default: 0] += 1
            case "umts", "u", "hsdpa", "hsupa", "hspa", "hspap", "edge", "gprs", "gsm", "td_scdma",
                "e", "g", "1":
                counts["umts", default: 0] += 1
            default: break
            }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map {
            $0.value == 0 ? "lte" : $0.key
        } ?? "lte"
    }
}

public struct HistoryChange: Hashable, Sendable {
    /// Since the first record.
    public let milliseconds: Int64
    /// Changes of one record come at once.
    public let record: Int32
    public let item: Item

    public enum Item: Hashable, Sendable {
        /// Nothing tells which flags were on before.
        case begin
        /// Nothing more is known until the next beginning: the phone was off, or the log was full.
        case end
        /// In per cent.
        case level(Int)
        /// The charge counter, in mAh.
        case charge(Int)
        case flag(HistoryFlag, Bool)
        case idle(DeviceIdle)
        case event(HistoryEvent, user: Int)
        case network(String)
    }

    static let levels = 0...100
    /// In mAh; some phones count in other units, or always 0.
    static let charges = 1...30_000
}

/// A part or state that is on or off; the raw value is its name in checkin form.
public enum HistoryFlag: String, CaseIterable, Hashable, Sendable {
    case running = "r"
    case wakeLock = "w"
    case gps = "g"
    case wifiScan = "Ws"
    case wifiRadio = "Wr"
    case mobileRadio = "Pr"
    case audio = "a"
    case screen = "S"
    case plugged = "BP"
    case wifi = "W"
    case scan = "bles"
    case call = "Pcl"
    /// A dim display, such as one that is always on.
    case dimScreen = "Sd"

    static let named: [String: HistoryFlag] = [
        "running": .running, "wake_lock": .wakeLock, "gps": .gps, "wifi_scan": .wifiScan,
        "wifi_radio": .wifiRadio, "mobile_radio": .mobileRadio, "audio": .audio, "screen": .screen,
        "plugged": .plugged, "wifi": .wifi, "ble_scan": .scan, "phone_in_call": .call,
        "screen_doze": .dimScreen,
    ]
}

/// The two kinds of Doze, or neither.
public enum DeviceIdle: String, CaseIterable, Hashable, Sendable {
    case off, light
    case deep = "full"
}

/// Work of an app; the raw value is its name in checkin form.
public enum HistoryEvent: String, CaseIterable, Hashable, Sendable {
    case job = "Ejb"
    case alarm = "Eal"
    case wakeUp = "Ewa"
    case sync = "Esy"

    static let named: [String: HistoryEvent] = [
        "job": .job, "alarm": .alarm, "wakeupap": .wakeUp, "sync": .sync,
    ]
}
