import CSQLite

/// Reads an SQLite database that another program wrote, from its bytes; opens no file.
package final class TableReader {
    package struct Damage: Error {}

    private let handle: OpaquePointer
    package init(_ bytes: some Collection<UInt8>) throws {
        var handle: OpaquePointer?
        let (flags, size) = (SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, Int64(bytes.count))
        sqlite3_open_v2(":memory:", &handle, flags, nil)
        guard let handle, let copy = sqlite3_malloc64(UInt64(max(100, size))) else {
            fatalError("SQLite has no memory for \(size) bytes")
        }
        self.handle = handle
        let memory = UnsafeMutableRawBufferPointer(start: copy, count: bytes.count)
        memory.copyBytes(from: bytes)
        // Otherwise SQLite looks for a log file, which memory does not have.
        for place in 18...19 where size > 100 { memory[place] = 1 }
        let pages = memory.bindMemory(to: UInt8.self).baseAddress
        let use = UInt32(SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE)
        guard sqlite3_deserialize(handle, "main", pages, size, size, use) == SQLITE_OK else {
            throw Damage()
        }
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 26)
        // No phone's file needs a statement with that many steps, some seconds.
        sqlite3_progress_handler(handle, 50_000_000, { _ in 1 }, nil)
        for pragma in ["trusted_schema = OFF", "temp_store = MEMORY"] {
            _ = try rows("PRAGMA \(pragma)")
        }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Empty if there is no such table.
    package func columns(of table: String) throws -> [String] {
        try rows("SELECT name FROM pragma_table_info('\(table)')").map { row in
            row[0].text ?? ""
        }
    }

    package func rows(_ query: String) throws -> [[Database.Value]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else {
            throw Damage()
        }
        var rows: [[Database.Value]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map(value))
            case SQLITE_DONE: return rows
            default: throw Damage()
            }
        }
        func value(_ place: Int32) -> Database.Value {
            switch sqlite3_column_type(statement, place) {
            case SQLITE_INTEGER, SQLITE_FLOAT: .number(sqlite3_column_double(statement, place))
            case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, place)))
            default: .null
            }
        }
    }
}

extension Database.Value {
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// `nil` for anything but a finite number.
    package var double: Double? {
        if case .number(let number) = self, number.isFinite { number } else { nil }
    }
}
