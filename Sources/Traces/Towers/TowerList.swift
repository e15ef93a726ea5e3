/// Radio cells with positions, from CSV as OpenCelliD and Mozilla's location service wrote it.
///
/// These columns count, in any order; others are ignored:
///
/// | column | what |
/// |---|---|
/// | `lat`, `lon` | degrees north and east |
/// | `range` | metres, optional: 1 000 where it is missing or 0 |
/// | `area` | the location or tracking area, optional |
/// | `cell` | its number, optional: part of the name |
/// | `radio`, `mcc`, `net` | technology, country and operator, optional: for choosing some |
///
/// A file without a header whose first cell is a technology (`GSM`, `UMTS`, `LTE`, `NR`, `CDMA`)
/// has OpenCelliD's columns. Cells of one position, range and area stay apart: a site's sectors are
/// received equally well, so the first of them serves.
public struct TowerList: Equatable, Sendable {
    /// `nil` for any.
    public struct Choice: Hashable, Sendable {
        /// In upper case: `LTE`.
        public var radio: String?
        public var mcc: Int?
        public var net: Int?

        public init(radio: String? = nil, mcc: Int? = nil, net: Int? = nil) {
            (self.radio, self.mcc, self.net) = (radio, mcc, net)
        }
    }

    /// The most cells of a list: those of a country.
    public static let limit = 1_000_000
    public static let defaultRange = Meters(1000)
    static let openCellID = [
        "radio", "mcc", "net", "area", "cell", "unit", "lon", "lat", "range", "samples",
        "changeable", "created", "updated", "averageSignal",
    ]

    public let towers: [Tower]
    public let unwanted: Int
    public let withoutRange: Int

    /// Throws ``InputError`` for invalid content, and without a requested cell.
    public init(path: String, bytes: [UInt8], choice: Choice = Choice()) throws(InputError) {
        let technologies = ["GSM,", "UMTS,", "LTE,", "NR,", "CDMA,"]
        guard technologies.contains(where: { bytes.starts(with: $0.utf8) }) else {
            try self.init(try LogText(path: path, bytes: bytes), choice)
            return
        }
        let header = Self.openCellID.joined(separator: ",") + "\n"
        do throws(InputError) {
            try self.init(LogText(path: path, bytes: Array(header.utf8) + bytes), choice)
        } catch {
            // The line that holds the added header is not in the file.
            throw InputError(
                error.fault, path: path, line: error.line.map { max($0 - 1, 1) },
                column: error.column)
        }
    }

    private init(_ text: LogText, _ choice: Choice) throws(InputError) {
        let columns = try TowerColumns(text)
        var towers: [Tower] = []
        var (unwanted, withoutRange) = (0, 0)
        try text.forEachLine(of: columns.all) { (line) throws(InputError) in
            guard try columns.isWanted(line, choice) else {
                unwanted += 1
                return
            }
            let (tower, hasRange) = try columns.tower(line)
            towers.append(tower)
            if !hasRange { withoutRange += 1 }
            if towers.count > Self.limit {
                let possible = "up to \(Self.limit) cells: choose an operator, or cut the list"
                throw line.error(
                    .outOfRange(
                        text: "\(towers.count) cells", meaning: "read", possible: possible), 0)
            }
        }
        if towers.isEmpty {
            throw InputError(
                unwanted == 0
                    ? .tooFewRows(found: 0, needed: 1, dropped: 0) : .noneWanted(of: unwanted),
                path: text.path)
        }
        (self.towers, self.unwanted, self.withoutRange) = (towers, unwanted, withoutRange)
    }
}

private struct TowerColumns {
    private let latitude: Int
    private let longitude: Int
    private let range: Int?
    private let area: Int?
    private let cell: Int?
    private let radio: Int?
    private let mcc: Int?
    private let net: Int?

    init(_ text: LogText) throws(InputError) {
        latitude = try text.column(["lat", "latitude"], meaning: "the latitude in degrees")
        longitude = try text.column(["lon", "longitude"], meaning: "the longitude in degrees")
        (range, area) = (text.column(["range"]), text.column(["area"]))
        (cell, radio) = (text.column(["cell"]), text.column(["radio"]))
        (mcc, net) = (text.column(["mcc"]), text.column(["net"]))
    }

    var all: [Int?] { [latitude, longitude, range, area, cell, radio, mcc, net] }

    func isWanted(_ line: LogLine, _ choice: TowerList.Choice) throws(InputError) -> Bool {
        if let wanted = choice.radio, let radio, line.word(radio) != wanted { return false }
        if let wanted = choice.mcc, let mcc, try code(line, mcc) != wanted { return false }
        if let wanted = choice.net, let net, try code(line, net) != wanted { return false }
        return true
    }

    private func code(_ line: LogLine, _ column: Int) throws(InputError) -> Int {
        let possible = "0 to 9007199254740991"
        return Int(try line.number(column, "a code", in: 0...0x1p53 - 1, possible: possible))
    }

    func tower(_ line: LogLine) throws(InputError) -> (Tower, hasRange: Bool) {
        let north = try line.number(
            latitude, "a latitude", in: -90...90, possible: "-90 to 90 degrees")
        let east = try line.number(
            longitude, "a longitude", in: -180...180, possible: "-180 to 180 degrees")
        var reach = 0.0
        if let range, !line.word(range).isEmpty {
            reach = try line.number(range, "a range", in: 0...1e6, possible: "0 to 1000000 metres")
        }
        var number = 0
        if let area, !line.word(area).isEmpty { number = try code(line, area) }
        let names = [radio, mcc, net, area, cell].compactMap { $0.map { line.word($0) } }
        do {
            let tower = try Tower(
                position: Position(latitude: Degrees(north), longitude: Degrees(east)),
                range: reach > 0 ? Meters(reach) : TowerList.defaultRange, area: number,
                name: names.joined(separator: "-"))
            return (tower, reach > 0)
        } catch {
            // The ranges above exclude every fault.
            preconditionFailure("a tower of checked numbers is refused: \(error)")
        }
    }
}
