import ArgumentParser
import Reports

/// The column dictionary, from the declarations that the files themselves are written from.
struct ColumnsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "columns",
        abstract: "What every column of every file means, as Markdown.")

    func run() async throws {
        try await reportingFailures {
            let files = ResultCatalogue.all(ResultKind.all)
            try StandardOutput.write(
                "# Columns\n\nWritten by `tailwatt columns`; every file has a header line.\n\n"
                    + ColumnDictionary.markdown(files.compactMap(\.schema)))
        }
    }
}
