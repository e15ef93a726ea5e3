/// A power meter's log format: its columns and their units.
///
/// A log's header selects the entry of ``all`` with the most columns. Names are compared without
/// case, a leading `#` and a trailing unit: `(mA)`, `[mA]` or `_mA`.
struct MeterFormat: Sendable {
    let name: String
    let example: String
    let time: Column
    let power: Column?
    let current: Column?
    let voltage: Column?
    /// The shortest sampling interval in seconds; `nil` if unknown.
    var fastest: Double?
    /// How far times may step back, in the file's unit: some programs stamp packets of samples.
    var jitter = 0.0

    struct Column: Sendable {
        let names: [String]
        /// The unit if the header gives none.
        let unit: String
        /// Whether text such as the meter's name may precede or follow the name.
        var isPart = false
    }

    static let all: [MeterFormat] = [
        MeterFormat(
            name: "tailwatt", example: "t,mW", time: Column(names: ["t"], unit: "s"),
            power: Column(names: ["mw", "power"], unit: "mW"), current: nil, voltage: nil),
        MeterFormat(
            name: "Nordic PPK2", example: "Timestamp(ms),Current(uA)",
            time: Column(names: ["timestamp"], unit: "ms"), power: nil,
            current: Column(names: ["current"], unit: "uA"), voltage: nil),
        MeterFormat(
            name: "FNIRSI", example: "timestamp sample_in_packet voltage_V current_A ...",
            time: Column(names: ["timestamp"], unit: "s"), power: nil,
            current: Column(names: ["current"], unit: "A"),
            voltage: Column(names: ["voltage"], unit: "V"), jitter: 1),
        MeterFormat(
            name: "INA219", example: "time_ms,bus_voltage_V,current_mA,power_mW",
            time: Column(names: ["time", "timestamp"], unit: "s"),
            power: Column(names: ["power"], unit: "mW"),
            current: Column(names: ["current"], unit: "mA"),
            voltage: Column(
                names: ["load voltage", "loadv", "bus voltage", "busv"], unit: "V")),
        MeterFormat(
            name: "Monsoon",
            example: "Time (s),Main Avg Current (mA),Main Avg Power (mW),Main Avg Voltage (V)",
            time: Column(names: ["time"], unit: "s"),
            power: Column(names: ["main avg power"], unit: "mW"),
            current: Column(names: ["main avg current", "main"], unit: "mA"),
            voltage: Column(names: ["main avg voltage", "main voltage"], unit: "V"),
            fastest: 200e-6),
        MeterFormat(
            name: "Qoitech Otii", example: "Timestamp,Arc Main Current (A),Arc Main Voltage (V)",
            time: Column(names: ["timestamp", "time"], unit: "s"),
            power: Column(names: ["main power"], unit: "W", isPart: true),
            current: Column(names: ["main current"], unit: "A", isPart: true),
            voltage: Column(names: ["main voltage"], unit: "V", isPart: true)),
        MeterFormat(
            name: "Joulescope", example: "#time,current,voltage,power,charge,energy",
            time: Column(names: ["time"], unit: "s"), power: Column(names: ["power"], unit: "W"),
            current: Column(names: ["current"], unit: "A"),
            voltage: Column(names: ["voltage"], unit: "V")),
    ]

    static let scales: [String: Double] = [
        "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9, "w": 1e3, "mw": 1,
        "uw": 1e-3, "µw": 1e-3, "μw": 1e-3, "a": 1e3, "ma": 1, "ua": 1e-3, "µa": 1e-3, "μa": 1e-3,
        "na": 1e-6, "v": 1, "mv": 1e-3,
    ]
}

struct MeterColumns: Sendable {
    struct Scaled: Sendable {
        let place: Int
        let factor: Double
    }

    let format: MeterFormat
    let time: Scaled
    let power: Scaled?
    let current: Scaled?
    let voltage: Scaled?

    init?(header: [String]) {
        let titles = header.map { MeterTitle($0) }
        let all = MeterFormat.all.compactMap { Self($0, titles) }
        guard let most = all.map(\.count).max() else { return nil }
        self = all.first { $0.count == most }!
    }

    private init?(_ format: MeterFormat, _ titles: [MeterTitle]) {
        guard let time = Self.find(format.time, in: titles) else { return nil }
        (self.format, self.time) = (format, time)
        power = format.power.flatMap { Self.find($0, in: titles) }
        current = format.current.flatMap { Self.find($0, in: titles) }
        voltage = format.voltage.flatMap { Self.find($0, in: titles) }
        if power == nil, current == nil { return nil }
    }

    private var count: Int { all.compactMap { $0 }.count }

    private static func find(_ column: MeterFormat.Column, in titles: [MeterTitle]) -> Scaled? {
        for name in column.names {
            let place = titles.firstIndex {
                column.isPart ? $0.name.contains(name) : $0.name == name
            }
            guard let place else { continue }
            let unit = (titles[place].unit ?? column.unit).lowercased()
            // A unit of another quantity means another column.
            guard let factor = MeterFormat.scales[unit],
                unit.last == column.unit.lowercased().last
            else { continue }
            return Scaled(place: place, factor: factor)
        }
        return nil
    }

    var all: [Int?] { [time.place, power?.place, current?.place, voltage?.place] }
}

/// A column's name and unit, as in `Main Avg Current (mA)`.
struct MeterTitle: Equatable {
    let name: String
    let unit: String?

    init(_ text: String) {
        var words = text.lowercased()
        if words.hasPrefix("#") { words.removeFirst() }
        var unit: String?
        for (open, close) in [("(", ")"), ("[", "]"), ("_", "")] {
            guard words.hasSuffix(close), let start = words.lastIndex(of: Character(open)) else {
                continue
            }
            let found = words[words.index(after: start)...].dropLast(close.count)
            if close.isEmpty, MeterFormat.scales[String(found)] == nil { continue }
            (unit, words) = (String(found), String(words[..<start]))
        }
        name = words.split { $0 == " " || $0 == "_" }.joined(separator: " ")
        self.unit = unit
    }
}

enum MeterSheet {
    private static let mostRemarks = 200

    /// The log in the form that ``LogText`` reads.
    ///
    /// Remarks before the header are dropped. Semicolons, tabs or spaces become commas; decimal
    /// commas between semicolons or tabs become points.
    static func text(path: String, bytes: [UInt8]) throws(InputError) -> LogText {
        let found = header(in: bytes)
        guard let found else { return try LogText(path: path, bytes: bytes) }
        let comma = UInt8(ascii: ",")
        var plain = bytes
        if found.separator != comma {
            for place in found.start..<plain.count {
                // Between spaces commas part words, not digits.
                if plain[place] == comma, found.separator != UInt8(ascii: " ") {
                    plain[place] = UInt8(ascii: ".")
                } else if plain[place] == found.separator {
                    plain[place] = comma
                }
            }
        }
        return try LogText(path: path, bytes: plain, from: found.start, line: found.line)
    }

    private static func header(in bytes: [UInt8]) -> (start: Int, line: Int, separator: UInt8)? {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for line in 1...mostRemarks {
            guard start < bytes.count else { return nil }
            let rest = bytes[start...].prefix(LogText.longestLine)
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            for separator in [",", ";", "\t", " "].compactMap(\.utf8.first) {
                let cells = bytes[start..<end].split(
                    separator: separator, omittingEmptySubsequences: false)
                let names = cells.map { cell in
                    String(decoding: cell, as: UTF8.self)
                        .filter { $0 != "\"" && $0 != "\r" && $0 != "\r\n" }
                }
                if MeterColumns(header: names) != nil { return (start, line, separator) }
            }
            // Only remarks and blank lines may precede a header.
            let first = bytes[start..<end].first { $0 != UInt8(ascii: " ") }
            guard first == nil || first == UInt8(ascii: "#") || first == UInt8(ascii: "\r") else {
                return nil
            }
            start = end + 1
        }
        return nil
    }
}
