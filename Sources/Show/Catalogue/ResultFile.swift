/// Declares one file of a result made from a `Result`: its name, its columns, and when it is
/// written.
public struct ResultFile<Result> {
    public let listing: ListedFile
    /// The content; `nil` if the result has no such file.
    public let content: (Result, PageContext) -> ResultContent?
    public let dataset: (Result) -> Dataset?
    /// The picture to draw before `content` is called.
    fileprivate var picture: ListedPicture<Result>?

    private init(
        _ listing: ListedFile, dataset: @escaping (Result) -> Dataset? = { _ in nil },
        content: @escaping (Result, PageContext) -> ResultContent?
    ) { (self.listing, self.content, self.dataset) = (listing, content, dataset) }

    /// A table from a result's rows; `nil` rows write no table.
    package static func table<Row>(
        _ table: Table<Row>, with option: OptionName? = nil, _ rows: @escaping (Result) -> [Row]?
    ) -> Self { Self.table(listing: table, with: option) { rows($0).map(table.with) } }

    /// A table whose columns depend on the result; a `nil` table is not written.
    package static func table<Row>(
        listing columns: Table<Row>, with option: OptionName? = nil,
        _ table: @escaping (Result) -> Table<Row>?
    ) -> Self {
        Self(
            ListedFile(columns, option), dataset: { table($0).map { Dataset($0) } },
            content: { result, _ in
                table(result).map { table in .table({ table.csv($0) }, table.schema) }
            })
    }

    package static func staged<Row>(
        _ columns: Table<Row>, with option: OptionName, _ file: @escaping (Result) -> StagedFile?
    ) -> Self {
        Self(ListedFile(columns, option)) { result, _ in
            file(result).map { .staged($0, columns.schema) }
        }
    }

    package static func staged(
        _ name: String, with option: OptionName, _ file: @escaping (Result) -> StagedFile?
    ) -> Self {
        Self(ListedFile(name: name, option: option)) { result, _ in
            file(result).map { .staged($0, nil) }
        }
    }

    package static func bytes(
        _ name: String, with option: OptionName? = nil, _ bytes: @escaping (Result) -> [UInt8]?
    ) -> Self {
        Self(ListedFile(name: name, option: option)) { result, _ in
            bytes(result).map { .bytes($0) }
        }
    }

    package static func page(_ page: @escaping (Result, PageContext) -> [UInt8]) -> Self {
        Self(ListedFile(name: ReportPage.fileName)) { .bytes(page($0, $1)) }
    }

    package static func pictures(_ all: [ListedPicture<Result>]) -> [Self] {
        all.flatMap { listed in
            func file(_ ending: String, _ bytes: @escaping (Picture) -> [UInt8]) -> Self {
                let name = "\(listed.name).\(ending)"
                return Self(ListedFile(name: name)) { _, context in
                    context.picture(listed.name).map { .bytes(bytes($0)) }
                }
            }
            var svg = file("svg") { Array($0.svg.utf8) }
            svg.picture = listed
            return [svg, file("vl.json") { JSONText.bytes($0.json) }]
        }
    }
}

extension PageContext {
    /// Files with the pictures of a result, each drawn once for its files and the page.
    public func drawing<Result>(_ result: Result, _ files: [ResultFile<Result>]) -> PageContext {
        modified(self) { $0.pictures = files.compactMap { $0.picture?.picture(of: result) } }
    }
}

public enum ResultContent {
    /// A table in a dialect, with the columns that this result has.
    case table((CSVDialect) -> [UInt8], TableSchema)
    case bytes([UInt8])
    /// A file that is already written, with its columns if it is a table.
    case staged(StagedFile, TableSchema?)
}

public struct ListedFile {
    public let name: String
    /// The option that requests the file; `nil` if it is always written.
    public let option: OptionName?
    private let columns: () -> TableSchema?

    /// All columns that it can have; `nil` for a file other than a table.
    public var schema: TableSchema? { columns() }

    fileprivate init(name: String, option: OptionName? = nil) {
        (self.name, self.option, columns) = (name, option, { nil })
    }

    fileprivate init<Row>(_ table: Table<Row>, _ option: OptionName?) {
        (name, self.option, columns) = (table.fileName, option, { table.schema })
    }
}
