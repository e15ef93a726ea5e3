/// A table that is written while its rows come: the same bytes as `Table.csv`, in pieces.
public struct TableWriter<Row>: ~Copyable {
    private let table: Table<Row>
    private let pieceSize: Int
    private let write: ([UInt8]) throws(OutputError) -> Void
    private var lines: CSVLines

    /// Keeps back `pieceSize` bytes before they are written; the rows of `table` are not.
    public init(
        _ table: Table<Row>, _ dialect: CSVDialect = .rfc, pieceSize: Int = 65_536,
        to write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) {
        precondition(pieceSize >= 1, "pieces of \(pieceSize) bytes are none")
        self.table = table
        self.pieceSize = pieceSize
        self.write = write
        lines = CSVLines(table.schema, dialect)
    }

    public mutating func add(_ row: Row) throws(OutputError) {
        lines.add(table.cells(of: row))
        if lines.bytes.count >= pieceSize { try flush() }
    }

    /// Writes what is kept back. Rows that are not followed by this may never be written.
    public mutating func finish() throws(OutputError) {
        if !lines.bytes.isEmpty { try flush() }
    }

    private mutating func flush() throws(OutputError) {
        try write(lines.bytes)
        lines.removeBytes()
    }
}
