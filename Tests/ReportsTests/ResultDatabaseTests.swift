import CSQLite
import Experiments
import ModelFixtures
import Testing

@testable import Reports
@testable import Show

/// `results.sqlite`, read by SQLite itself.
@Suite struct ResultDatabaseTests {
    private static let design = SweepTables.Design(
        factors: ["policies.p-1.interval", "radio"],
        [.init(point: 1, values: ["5 min", "umts"]), .init(point: 2, values: ["90s", ""])])

    private static let rows = [(1, "a", 2.5), (1, "b", 297.725), (2, "a", 7.25), (2, "b", 1.0 / 3)]
        .compactMap { point, policy, mean in
            SweepRow(["\(point)", policy, "energy", "J", "9", "\(mean)", "", "1", "4", "t"])
        }

    private static let comparisons = [1, 2].compactMap { point in
        SweepComparisonRow([
            "\(point)", "a", "b", "energy", "J", "9", "-1.5", "-2", "-1", "t", "0.5", "0.4", "0.6",
            "0.001", "=less",
        ])
    }

    private static let tables: [(csv: [UInt8], schema: TableSchema)] = [
        written(SweepTables.design(design)), written(SweepTables.sweep(rows, design)),
        written(SweepTables.comparison(comparisons)),
    ]

    private static func written<Row>(_ table: Table<Row>) -> (csv: [UInt8], schema: TableSchema) {
        (table.stacked("x").csv(), table.stacked("x").schema)
    }

    private static let manifest = Manifest(command: ["sweep", "x"], version: "1", seed: 7)

    @Test("The CSV files come out of it, byte for byte")
    func tables() throws {
        let opened = try Opened(ResultDatabase.bytes(Self.tables, Self.manifest))
        for (csv, schema) in Self.tables {
            let name = schema.name.replacing("-", with: "_")
            let found = try opened.rows("SELECT * FROM \(name)")
            let columns = schema.columns.enumerated().map { index, column -> Column<[TableCell]> in
                switch column.kind {
                case .text:
                    .text(column.header, column.meaning) { row in
                        // Without the file's own apostrophe, which comes again.
                        if case .text(let text) = row[index] { return text }
                        return nil
                    }
                case .number:
                    .number(column.header, column.meaning) { row in
                        if case .number(let number) = row[index] { return number }
                        return nil
                    }
                case .integer:
                    .integer(column.header, column.meaning) { row in
                        if case .integer(let number) = row[index] { return Int(number) }
                        return nil
                    }
                }
            }
            let table = Table(name: schema.name, columns: columns, rows: found)
            #expect(table.csv() == csv, "\(String(decoding: table.csv(), as: UTF8.self))")
        }
    }

    @Test("Views rank the policies at each point, and join differences with the factors")
    func views() throws {
        let opened = try Opened(ResultDatabase.bytes(Self.tables, Self.manifest))
        let best = try opened.rows(
            "SELECT \"policies.p_1.interval_s\", radio, policy, mean FROM ranking WHERE place = 1 "
                + "ORDER BY point")
        #expect(
            best == [
                [.number(300), .text("umts"), .text("a"), .number(2.5)],
                [.number(90), .empty, .text("b"), .number(0.333333333333)],
            ])
        let differences = try opened.rows(
            "SELECT point, \"policies.p_1.interval_s\", policy, difference, ci_low, ci_high "
                + "FROM differences ORDER BY point")
        #expect(differences.count == 2)
        #expect(differences[0].prefix(3) == [.integer(1), .number(300), .text("b")])
        let units = try opened.rows("SELECT unit FROM columns WHERE \"column\" LIKE '%interval_s'")
        #expect(units == [[.text("s")]])
        #expect(try opened.rows("SELECT value FROM about WHERE name = 'seed'") == [[.text("7")]])
    }

    @Test("Policies whose names differ in capitals alone have columns of their own")
    func capitals() throws {
        let design = SweepTables.Design(
            factors: ["policies.a.interval", "policies.A.interval"],
            [.init(point: 1, values: ["5 min", "90s"])])
        let rows = Self.rows.filter { $0.point == 1 }
        let table = SweepTables.sweep(rows, design)
        let opened = try Opened(
            ResultDatabase.bytes([(table.csv(), table.schema)], Self.manifest))
        let found = try opened.rows(
            "SELECT \"policies.a.interval_s\", \"policies.A.interval_s_2\" FROM sweep LIMIT 1")
        #expect(found == [[.number(300), .number(90)]])
    }

    @Test("Equal bytes are written each time; a comparison has views too")
    func bytes() throws {
        let first = ResultDatabase.bytes(Self.tables, Self.manifest)
        #expect(first == ResultDatabase.bytes(Self.tables, Self.manifest))
        let empty = [
            ResultTables.summary.stacked("x").schema,
            ResultTables.comparison.stacked("x").schema,
        ]
        let csv = [
            ResultTables.summary.stacked("x").csv(),
            ResultTables.comparison.stacked("x").csv(),
        ]
        let opened = try Opened(ResultDatabase.bytes(Array(zip(csv, empty)), Self.manifest))
        for view in ["ranking", "differences"] {
            #expect(try opened.rows("SELECT * FROM \(view)").isEmpty)
        }
    }

    /// A database of these bytes.
    private final class Opened {
        struct Fault: Error { let what: String }

        private var handle: OpaquePointer?

        init(_ bytes: [UInt8]) throws {
            guard sqlite3_open(":memory:", &handle) == SQLITE_OK,
                let copy = sqlite3_malloc64(UInt64(bytes.count))
            else { throw Fault(what: "open") }
            bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress!, byteCount: bytes.count) }
            let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
            let status = sqlite3_deserialize(
                handle, "main", copy.assumingMemoryBound(to: UInt8.self), Int64(bytes.count),
                Int64(bytes.count), flags)
            guard status == SQLITE_OK else { throw Fault(what: "deserialize: \(status)") }
        }

        deinit { sqlite3_close(handle) }

        func rows(_ query: String) throws -> [[TableCell]] {
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else {
                throw Fault(what: String(cString: sqlite3_errmsg(handle)))
            }
            defer { sqlite3_finalize(statement) }
            var rows: [[TableCell]] = []
            while sqlite3_step(statement) == SQLITE_ROW {
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        switch sqlite3_column_type(statement, column) {
                        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
                        case SQLITE_FLOAT: .number(sqlite3_column_double(statement, column))
                        case SQLITE_TEXT:
                            .text(String(cString: sqlite3_column_text(statement, column)))
                        default: .empty
                        }
                    })
            }
            return rows
        }
    }
}
