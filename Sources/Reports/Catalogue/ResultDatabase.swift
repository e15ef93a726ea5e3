/// The tables of a result as one SQLite database, with views for common questions.
///
/// Cells equal those of the CSV files, without the apostrophes that guard spreadsheets.
public enum ResultDatabase {
    public static let fileName = "results.sqlite"

    /// Deterministic for one version of SQLite, which writes its version number into the header.
    public static func bytes(
        _ tables: [(csv: [UInt8], schema: TableSchema)], _ manifest: Manifest
    ) -> [UInt8] {
        let database = Database()
        // One transaction: nothing is read before the end.
        database.run("PRAGMA page_size = 4096; BEGIN")
        database.run(
            "CREATE TABLE about (name TEXT NOT NULL, value TEXT NOT NULL);"
                + "CREATE TABLE columns (\"table\" TEXT NOT NULL, \"column\" TEXT NOT NULL, "
                + "type TEXT NOT NULL, unit TEXT, meaning TEXT NOT NULL)")
        database.run("INSERT INTO about VALUES (?, ?)", for: about(manifest))
        for (csv, schema) in tables { add(csv, schema, to: database) }
        for view in views(of: tables.map(\.schema)) { database.run(view) }
        database.run("COMMIT")
        return database.bytes
    }

    private static func about(_ manifest: Manifest) -> [[Database.Value]] {
        var rows = [
            ("command", manifest.command.joined(separator: " ")), ("version", manifest.version),
            ("seed", "\(manifest.seed)"),
        ]
        for setting in manifest.settings {
            guard case .string(let text) = setting.value else { continue }
            rows.append((setting.name, text))
        }
        return rows.map { [.text($0), .text($1)] }
    }

    private static func add(_ csv: [UInt8], _ schema: TableSchema, to database: Database) {
        guard let rows = CSVRows.rows(of: csv, as: schema) else {
            preconditionFailure("\(schema.fileName) is not what its columns say")
        }
        let table = Database.quoted(schema.name.replacing("-", with: "_"))
        let columns = schema.columns.map { column in
            "\(Database.quoted(column.header)) \(type(of: column))"
        }
        database.run("CREATE TABLE \(table) (\(columns.joined(separator: ", ")))")
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        database.run(
            "INSERT INTO \(table) VALUES (\(places))",
            for: rows.map { row in zip(row, schema.columns).map { value(of: $0, $1) } })
        database.run(
            "INSERT INTO columns VALUES (?, ?, ?, ?, ?)",
            for: schema.columns.map { column in
                [
                    .text(schema.name.replacing("-", with: "_")), .text(column.header),
                    .text(column.kind.rawValue), column.unit.map { .text($0) } ?? .null,
                    .text(column.meaning),
                ]
            })
    }

    private static func type(of column: ColumnDescription) -> String {
        switch column.kind {
        case .text: "TEXT"
        case .number: "REAL"
        case .integer: "INTEGER"
        }
    }

    private static func value(of cell: String, _ column: ColumnDescription) -> Database.Value {
        if cell.isEmpty { return .null }
        switch column.kind {
        case .text: return .text(CSVDialect.unguarded(cell))
        case .number: return Double(cell).map { .number($0) } ?? .text(cell)
        case .integer: return Int64(cell).map { .integer($0) } ?? .text(cell)
        }
    }

    private static func views(of schemas: [TableSchema]) -> [String] {
        func columns(of name: String) -> [String] {
            schemas.first { $0.name == name }?.columns.map(\.header) ?? []
        }
        var views: [String] = []
        if schemas.contains(where: { $0.name == "summary" }) {
            views.append(ranking(of: "summary", by: []))
        }
        if schemas.contains(where: { $0.name == "comparison" }) {
            views.append(
                "CREATE VIEW differences AS SELECT metric, unit, policy, baseline, difference, "
                    + "ci_low, ci_high, ratio, verdict FROM comparison")
        }
        guard schemas.contains(where: { $0.name == "sweep" }) else { return views }
        let factors = Array(columns(of: "sweep").dropFirst(1 + SweepRow.cellCount))
        views.append(ranking(of: "sweep", by: ["point"] + factors))
        guard schemas.contains(where: { $0.name == "sweep-comparison" }) else { return views }
        let names = factors.map { "s." + Database.quoted($0) }.joined(separator: ", ")
        views.append(
            "CREATE VIEW differences AS SELECT c.point, \(names.isEmpty ? "" : names + ", ")"
                + "c.metric, c.unit, c.policy, c.baseline, c.difference, c.ci_low, c.ci_high, "
                + "c.ratio, c.verdict FROM sweep_comparison c JOIN sweep s "
                + "ON s.point = c.point AND s.policy = c.policy AND s.metric = c.metric")
        return views
    }

    /// Ranks the policies by the mean of each metric in joules, smallest first.
    private static func ranking(of table: String, by keys: [String]) -> String {
        let keys = keys.map(Database.quoted)
        let partition = ((keys.isEmpty ? [] : ["point"]) + ["metric"]).joined(separator: ", ")
        return
            "CREATE VIEW ranking AS SELECT \((keys + ["metric", "unit"]).joined(separator: ", ")),"
            + " rank() OVER (PARTITION BY \(partition) ORDER BY mean) AS place, policy, mean, "
            + "ci_low, ci_high, n FROM \(table) WHERE unit = 'J' AND mean IS NOT NULL"
    }
}
