/// A file that a result can have, said once: its name, its columns, and when it is written.
///
/// `Result` is what the file is made of.
public struct ResultFile<Result> {
    /// What is known of it before there is a result.
    public let listing: ListedFile
    /// What stands in it; `nil`: the result has no such file.
    public let content: (Result) -> ResultContent?
    /// The table for programs, where the file is one that is made of the result.
    public let dataset: (Result) -> Dataset?

    /// A table that is made of the result.
    ///
    /// - Parameters:
    ///   - columns: all that it can have; their rows do not count.
    ///   - option: without which the command does not write it; `nil`: it needs none.
    ///   - table: of a result; `nil`: that has none.
    static func table<Row>(
        _ columns: Table<Row>, with option: OptionName? = nil,
        _ table: @escaping (Result) -> Table<Row>?
    ) -> Self {
        Self(
            listing: ListedFile(columns.schema, option),
            content: { result in table(result).map { .bytes($0.csv, $0.schema) } },
            dataset: { table($0).map { Dataset($0) } })
    }

    /// A table that is written while the program computes.
    ///
    /// - Parameters:
    ///   - columns: all that it has.
    ///   - option: without which the command does not write it.
    ///   - file: of a result; `nil`: that has none.
    static func staged<Row>(
        _ columns: Table<Row>, with option: OptionName, _ file: @escaping (Result) -> StagedFile?
    ) -> Self {
        Self(
            listing: ListedFile(columns.schema, option),
            content: { result in file(result).map { .staged($0, columns.schema) } },
            dataset: { _ in nil })
    }

    /// A drawing.
    ///
    /// - Parameters:
    ///   - name: of the file.
    ///   - svg: of a result; `nil`: there is nothing to draw.
    static func picture(_ name: String, _ svg: @escaping (Result) -> [UInt8]?) -> Self {
        Self(
            listing: ListedFile(name: name, schema: nil, option: nil),
            content: { result in svg(result).map { .bytes($0, nil) } }, dataset: { _ in nil })
    }
}

/// What stands in a file of a result.
public enum ResultContent {
    /// With the columns that this result has, if it is a table.
    case bytes([UInt8], TableSchema?)
    /// A table that has been written already.
    case staged(StagedFile, TableSchema)
}

/// What is known of a file before there is a result.
public struct ListedFile: Equatable, Sendable {
    public let name: String
    /// All columns that it can have; `nil` for a picture.
    public let schema: TableSchema?
    /// The option without which the command does not write it; `nil`: it needs none.
    public let option: OptionName?
}

extension ListedFile {
    fileprivate init(_ schema: TableSchema, _ option: OptionName?) {
        self.init(name: schema.fileName, schema: schema, option: option)
    }
}
