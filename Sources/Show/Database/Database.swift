import CSQLite

/// An in-memory SQLite database that returns its bytes; traps if SQLite rejects a statement.
package final class Database {
    package enum Value: Equatable {
        case text(String)
        case number(Double)
        case integer(Int64)
        case null
    }

    private let handle: OpaquePointer

    package init() {
        var handle: OpaquePointer?
        let status = sqlite3_open_v2(
            ":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard status == SQLITE_OK, let handle else { fatalError("SQLite cannot open: \(status)") }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    package func run(_ statements: String) {
        check(sqlite3_exec(handle, statements, nil, nil, nil), statements)
    }

    package func run(_ statement: String, for rows: [[Value]]) {
        var prepared: OpaquePointer?
        check(sqlite3_prepare_v2(handle, statement, -1, &prepared, nil), statement)
        defer { sqlite3_finalize(prepared) }
        for row in rows {
            for (index, value) in row.enumerated() {
                let place = Int32(index + 1)
                switch value {
                case .text(let text):
                    check(
                        tailwatt_sqlite_bind_text(prepared, place, text, Int32(text.utf8.count)),
                        statement)
                case .number(let number):
                    check(sqlite3_bind_double(prepared, place, number), statement)
                case .integer(let number):
                    check(sqlite3_bind_int64(prepared, place, number), statement)
                case .null: check(sqlite3_bind_null(prepared, place), statement)
                }
            }
            let status = sqlite3_step(prepared)
            precondition(status == SQLITE_DONE, "SQLite, \(statement): \(status)")
            check(sqlite3_reset(prepared), statement)
        }
    }

    package var bytes: [UInt8] {
        var size: sqlite3_int64 = 0
        guard let start = sqlite3_serialize(handle, "main", &size, 0) else {
            fatalError("SQLite has no memory for a database of \(size) bytes")
        }
        defer { sqlite3_free(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(size)))
    }

    private func check(_ status: Int32, _ statement: String) {
        precondition(
            status == SQLITE_OK, "SQLite, \(statement): \(String(cString: sqlite3_errmsg(handle)))")
    }

    package static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }
}
