/// Declares one file of a result made from a `Result`: its name, its columns, and when it is
/// written.
public struct ResultFile<Result> {
    public private(set) var listing: ListedFile
    private let makeContent: (Result, PageContext, String?) -> ResultContent?
    private let makeDataset: (Result, String?) -> Dataset?
    private var scenario: (Result) -> String? = { _ in nil }
    /// The picture to draw before `content` is called.
    fileprivate var picture: ListedPicture<Result>?

    private init(
        _ listing: ListedFile, dataset: @escaping (Result, String?) -> Dataset? = { _, _ in nil },
        content: @escaping (Result, PageContext, String?) -> ResultContent?
    ) { (self.listing, makeContent, makeDataset) = (listing, content, dataset) }

    /// The content; `nil` if the result has no such file.
    public func content(_ result: Result, _ context: PageContext) -> ResultContent? {
        makeContent(result, context, scenario(result))
    }

    public func dataset(_ result: Result) -> Dataset? { makeDataset(result, scenario(result)) }

    /// The file with the scenario's name in each row, if it is a table.
    package func stacked(_ scenario: @escaping (Result) -> String) -> Self {
        modified(self) {
            $0.scenario = scenario
            $0.listing.isStacked = true
        }
    }

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
            ListedFile(columns, option),
            dataset: { result, scenario in table(result).map { Dataset($0.stacked(scenario)) } },
            content: { result, _, scenario in
                table(result).map { table in
                    let table = table.stacked(scenario)
                    return .table({ table.csv($0) }, table.schema)
                }
            })
    }

    package static func staged<Row>(
        _ columns: Table<Row>, with option: OptionName, _ file: @escaping (Result) -> StagedFile?
    ) -> Self {
        Self(ListedFile(columns, option, canStack: false)) { result, _, _ in
            file(result).map { .staged($0, columns.schema) }
        }
    }

    package static func staged(
        _ name: String, with option: OptionName, _ file: @escaping (Result) -> StagedFile?
    ) -> Self {
        Self(ListedFile(name: name, option: option)) { result, _, _ in
            file(result).map { .staged($0, nil) }
        }
    }

    package static func bytes(
        _ name: String, with option: OptionName? = nil, _ bytes: @escaping (Result) -> [UInt8]?
    ) -> Self {
        Self(ListedFile(name: name, option: option)) { result, _, _ in
            bytes(result).map { .bytes($0) }
        }
    }

    package static func page(_ page: @escaping (Result, PageContext) -> [UInt8]) -> Self {
        Self(ListedFile(name: ReportPage.fileName)) { result, context, _ in
            .bytes(page(result, context))
        }
    }

    package static func pictures(_ all: [ListedPicture<Result>]) -> [Self] {
        all.flatMap { listed in
            func file(_ ending: String, _ bytes: @escaping (Picture) -> [UInt8]) -> Self {
                let name = "\(listed.name).\(ending)"
                return Self(ListedFile(name: name)) { _, context, _ in
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
    private let columns: (_ scenario: String?) -> TableSchema?
    fileprivate var isStacked = false

    /// All columns that it can have; `nil` for a file other than a table.
    public var schema: TableSchema? { columns(isStacked ? "" : nil) }

    fileprivate init(name: String, option: OptionName? = nil) {
        (self.name, self.option, columns) = (name, option, { _ in nil })
    }

    fileprivate init<Row>(_ table: Table<Row>, _ option: OptionName?, canStack: Bool = true) {
        (name, self.option) = (table.fileName, option)
        columns = { table.stacked(canStack ? $0 : nil).schema }
    }
}
