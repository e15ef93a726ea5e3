import Foundation

/// An earlier result of `tailwatt check`, read back.
///
/// Reads a folder of `check --out`, or a file with the output of `check --format json`.
public struct RecordedCheck: Sendable {
    public let path: String
    /// `nil` for a file.
    public let manifest: Manifest?
    /// What was read: the folder's manifest, or the file.
    public let file: Manifest.File
    public let kind: Kind
    public let budget: String
    public let figures: [Figure]

    /// The subject of a budget; the raw value is the table's name.
    public enum Kind: String, CaseIterable, Sendable {
        case scenario = "check"
        case trace = "trace-check"

        public var fileName: String { "\(rawValue).csv" }

        /// The columns that identify what a limit is on; figures compare where they agree.
        fileprivate var subject: [String] {
            switch self {
            case .scenario: ["scenario", "policy", "metric", "quantity", "against", "sense"]
            case .trace: ["subject", "unit"]
            }
        }
    }

    public struct Figure: Equatable, Sendable {
        public let limit: String
        /// The radio it was measured on; `nil` for a scenario.
        public let radio: String?
        /// What was measured, in words; equal for comparable figures.
        public let subject: [String]
        public let allowed: Double
        /// Allowed overshoot beyond the limit; 0 for a trace.
        public let tolerance: Double
        public let measured: Double?
        /// One-sided bounds; `nil` without any.
        public let low: Double?
        public let high: Double?
        /// `met`, `exceeded` or `undecided`.
        public let outcome: String

        public init(
            limit: String, radio: String?, subject: [String], allowed: Double, tolerance: Double,
            measured: Double?, low: Double?, high: Double?, outcome: String
        ) {
            (self.limit, self.radio, self.subject) = (limit, radio, subject)
            (self.allowed, self.tolerance) = (allowed, tolerance)
            (self.measured, self.low, self.high) = (measured, low, high)
            self.outcome = outcome
        }
    }

    /// Throws ``InputError`` if it is not a result of a check.
    public init(path: String) throws(InputError) {
        var isDirectory: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        self.path = path
        if isThere && isDirectory.boolValue {
            let (manifest, file) = try RecordedResult.manifest(of: path, command: "check")
            (self.manifest, self.file) = (manifest, file)
            (kind, budget, figures) = try Self.read(folder: path, manifest)
        } else {
            manifest = nil
            let bytes = try LogFile.bytes(of: path)
            file = Manifest.File(name: path, bytes: bytes)
            do throws(InputFault) {
                (kind, budget, figures) = try Self.read(json: bytes)
            } catch { throw InputError(error, path: path) }
        }
    }

    private static let possible = -1e60...1e60

    private typealias Contents = (kind: Kind, budget: String, figures: [Figure])

    private static func read(folder: String, _ manifest: Manifest) throws(InputError) -> Contents {
        for kind in Kind.allCases {
            guard let text = try RecordedResult.table(kind.fileName, in: folder, by: manifest)
            else { continue }
            let (budget, figures) = try read(text, kind)
            if figures.isEmpty { throw InputError(.noRows, path: text.path) }
            return (kind, budget, figures)
        }
        throw InputError(.noTables, path: folder)
    }

    private static func read(
        _ text: LogText, _ kind: Kind
    ) throws(InputError) -> (String, [Figure]) {
        func place(_ name: String) throws(InputError) -> Int {
            try text.column([name], meaning: "the column \(name)")
        }
        let (limit, outcome) = (try place("limit"), try place("outcome"))
        let (budget, allowed) = (try place("budget"), try place("allowed"))
        let measured = try place("measured")
        let subject = try kind.subject.map(place)
        let optional = ["tolerance", "low", "high"].map { text.column([$0]) }
        let radio = text.column(["radio"])
        var name = ""
        var figures: [Figure] = []
        try text.forEachLine { (line) throws(InputError) in
            func number(_ column: Int?) throws(InputError) -> Double? {
                guard let column, !line.word(column).isEmpty else { return nil }
                return try line.number(
                    column, "a value", in: possible, possible: "any number to 1e60")
            }
            name = CSVDialect.unguarded(line.word(budget))
            figures.append(
                Figure(
                    limit: CSVDialect.unguarded(line.word(limit)), radio: radio.map(line.word),
                    subject: subject.map { CSVDialect.unguarded(line.word($0)) },
                    allowed: try number(allowed) ?? 0, tolerance: try number(optional[0]) ?? 0,
                    measured: try number(measured), low: try number(optional[1]),
                    high: try number(optional[2]), outcome: line.word(outcome)))
        }
        return (name, figures)
    }

    private static func read(json bytes: [UInt8]) throws(InputFault) -> Contents {
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            throw .noPrintedCheck("it is not JSON")
        }
        guard let tables = json["tables"] else { throw .noPrintedCheck("it has no \"tables\"") }
        for kind in Kind.allCases {
            guard case .array(let rows) = tables[kind.rawValue], !rows.isEmpty else { continue }
            var (budget, figures) = ("", [Figure]())
            for (index, row) in rows.enumerated() {
                let row = PrintedRow(number: index + 1, table: kind.rawValue, json: row)
                budget = try row.text("budget") ?? ""
                figures.append(try figure(row, kind))
            }
            return (kind, budget, figures)
        }
        let names = Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " nor ")
        throw .noPrintedCheck("its tables have neither \(names)")
    }

    private static func figure(_ row: PrintedRow, _ kind: Kind) throws(InputFault) -> Figure {
        guard let limit = try row.text("limit"), let outcome = try row.text("outcome"),
            let allowed = try row.number("allowed")
        else { throw row.fault("no limit, allowed or outcome") }
        let subject = try kind.subject.map { (name) throws(InputFault) in try row.text(name) ?? "" }
        return Figure(
            limit: limit, radio: try row.text("radio"), subject: subject, allowed: allowed,
            tolerance: try row.number("tolerance") ?? 0, measured: try row.number("measured"),
            low: try row.number("low"), high: try row.number("high"), outcome: outcome)
    }

    private struct PrintedRow {
        let number: Int
        let table: String
        let json: JSONValue

        func fault(_ what: String) -> InputFault {
            .noPrintedCheck("row \(number) of \"\(table)\" has \(what)")
        }

        func text(_ name: String) throws(InputFault) -> String? {
            switch json[name] {
            case nil, .null: return nil
            case .string(let text): return text
            default: throw fault("no text as \"\(name)\"")
            }
        }

        func number(_ name: String) throws(InputFault) -> Double? {
            let value: Double
            switch json[name] {
            case nil, .null: return nil
            case .integer(let whole): value = Double(whole)
            case .number(let number): value = number
            default: throw fault("no number as \"\(name)\"")
            }
            guard RecordedCheck.possible.contains(value) else {
                throw fault("a \"\(name)\" beyond 1e60")
            }
            return value
        }
    }
}

extension JSONValue {
    /// The member of an object; `nil` if missing, or if this is not an object.
    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}
