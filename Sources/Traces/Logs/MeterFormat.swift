import Kernel
import Show

/// What a power meter's program writes: which columns, and what their numbers are of.
///
/// One entry of ``all`` for each program; a log is told by its header. Names are compared without
/// their case, a `#` before them and the unit in parentheses behind them.
struct MeterFormat: Sendable {
    /// The meter, or the program, in messages.
    let name: String
    /// A header as the program writes it, for messages.
    let example: String
    let time: Column
    let power: Column?
    let current: Column?
    let voltage: Column?
    /// The least time between two samples in seconds; `nil`: none that is known.
    var fastest: Double?

    /// One column.
    struct Column: Sendable {
        /// The names that it can have, in small letters.
        let names: [String]
        /// The unit that it has where the header says none.
        let unit: String
        /// Whether something may stand before or behind the name, such as the meter's own.
        var isPart = false
    }

    /// In the order in which a header is compared with them.
    static let all: [MeterFormat] = [
        MeterFormat(
            name: "tailwatt", example: "t,mW", time: Column(names: ["t", "t_s"], unit: "s"),
            power: Column(names: ["mw", "power_mw"], unit: "mW"), current: nil, voltage: nil),
        MeterFormat(
            name: "Nordic PPK2", example: "Timestamp(ms),Current(uA)",
            time: Column(names: ["timestamp"], unit: "ms"), power: nil,
            current: Column(names: ["current"], unit: "uA"), voltage: nil),
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

    /// How many of the base unit (s, mW, mA, V) one of a header's unit is.
    static let scales: [String: Double] = [
        "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9,
        "w": 1e3, "mw": 1, "uw": 1e-3, "µw": 1e-3, "μw": 1e-3,
        "a": 1e3, "ma": 1, "ua": 1e-3, "µa": 1e-3, "μa": 1e-3, "na": 1e-6,
        "v": 1, "mv": 1e-3,
    ]
}

/// Which column of a log is what.
struct MeterColumns: Sendable {
    /// A column by its number, and what its numbers are multiplied by.
    struct Scaled: Sendable {
        let place: Int
        let factor: Double
    }

    let format: MeterFormat
    let time: Scaled
    let power: Scaled?
    let current: Scaled?
    let voltage: Scaled?

    /// The columns of the first format that the header fits; `nil`: it fits none.
    init?(header: [String]) {
        let titles = header.map { MeterTitle($0) }
        for format in MeterFormat.all {
            guard let time = Self.find(format.time, in: titles) else { continue }
            let power = format.power.flatMap { Self.find($0, in: titles) }
            let current = format.current.flatMap { Self.find($0, in: titles) }
            guard power != nil || current != nil else { continue }
            self.format = format
            (self.time, self.power, self.current) = (time, power, current)
            voltage = format.voltage.flatMap { Self.find($0, in: titles) }
            return
        }
        return nil
    }

    private static func find(
        _ column: MeterFormat.Column, in titles: [MeterTitle]
    ) -> Scaled? {
        for name in column.names {
            let place = titles.firstIndex {
                column.isPart ? $0.name.contains(name) : $0.name == name
            }
            guard let place else { continue }
            let unit = (titles[place].unit ?? column.unit).lowercased()
            // A unit of another quantity: it is another column.
            guard let factor = MeterFormat.scales[unit],
                unit.last == column.unit.lowercased().last
            else { continue }
            return Scaled(place: place, factor: factor)
        }
        return nil
    }

    /// How many cells a line needs.
    var needed: Int {
        [time, power, current, voltage].compactMap { $0?.place }.reduce(0, max) + 1
    }
}

/// A column's name in a header, and its unit if it says one: `Main Avg Current (mA)`.
struct MeterTitle: Equatable {
    let name: String
    let unit: String?

    init(_ text: String) {
        var words = text.lowercased()
        if words.hasPrefix("#") { words.removeFirst() }
        var unit: String?
        if words.hasSuffix(")"), let open = words.lastIndex(of: "(") {
            unit = String(words[words.index(after: open)..<words.index(before: words.endIndex)])
            words = String(words[..<open])
        }
        name = words.split(separator: " ").joined(separator: " ")
        self.unit = unit
    }
}

/// Where the header of a meter's log is, and what stands between its cells.
enum MeterSheet {
    /// No more lines are looked at for the header.
    private static let mostRemarks = 200

    /// The text of a log as ``LogText`` reads it: remarks before the header are left out; where
    /// semicolons or tabs part the cells, they become commas and decimal commas points.
    static func text(path: String, bytes: [UInt8]) throws(LogError) -> LogText {
        let found = header(in: bytes)
        guard let found else { return try LogText(path: path, bytes: bytes) }
        let comma = UInt8(ascii: ",")
        var plain = bytes
        if found.separator != comma {
            for place in found.start..<plain.count {
                if plain[place] == comma {
                    plain[place] = UInt8(ascii: ".")
                } else if plain[place] == found.separator {
                    plain[place] = comma
                }
            }
        }
        return try LogText(path: path, bytes: plain, from: found.start, line: found.line)
    }

    /// The first line whose cells some format knows.
    private static func header(
        in bytes: [UInt8]
    ) -> (start: Int, line: Int, separator: UInt8)? {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for line in 1...mostRemarks {
            guard start < bytes.count else { return nil }
            let rest = bytes[start...].prefix(LogText.longestLine)
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            for separator in [",", ";", "\t"].compactMap(\.utf8.first) {
                let cells = bytes[start..<end].split(
                    separator: separator, omittingEmptySubsequences: false)
                let names = cells.map { cell in
                    String(decoding: cell, as: UTF8.self)
                        .filter { $0 != "\"" && $0 != "\r" && $0 != "\r\n" }
                }
                if MeterColumns(header: names) != nil { return (start, line, separator) }
            }
            // Only remarks and blank lines can stand before a header.
            let first = bytes[start..<end].first { $0 != UInt8(ascii: " ") }
            guard first == nil || first == UInt8(ascii: "#") || first == UInt8(ascii: "\r") else {
                return nil
            }
            start = end + 1
        }
        return nil
    }
}
