import Kernel
import Show

/// Why a folder or a file cannot be read as an earlier result.
public struct RecordedResultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Fault: Hashable, Sendable {
        case noFolder
        case notFolder
        /// A folder without `manifest.json`.
        case noManifest
        /// What the manifest lacks, or why it is none.
        case badManifest(String)
        /// A result of another command, and of which it should be.
        case otherCommand(String, wanted: String)
        /// A file that `check --format json` has not printed, and why.
        case noPrintedCheck(String)
        /// Its tables are in a dialect that this version does not know.
        case unknownDialect
        /// Neither `replications.csv` nor `summary.csv`; of a replay no `radios.csv`.
        case noTables
        /// A table whose hash is not the manifest's.
        case notAsWritten
        /// A table without any row.
        case noRows
        /// A table that cannot be read, with line and column.
        case table(LogError)
    }

    /// The command whose results have messages of their own.
    private static let check = "check"

    public let fault: Fault
    /// The folder, or the file in it.
    public let path: String

    public init(_ fault: Fault, path: String) {
        (self.fault, self.path) = (fault, path)
    }

    /// Whether there is nothing to read, rather than something wrong.
    public var isAboutMissingInput: Bool {
        switch fault {
        case .noFolder: true
        case .table(let error): error.isAboutMissingInput
        case .notFolder, .noManifest, .badManifest, .otherCommand, .noPrintedCheck,
            .unknownDialect, .noTables, .notAsWritten, .noRows:
            false
        }
    }

    /// The place and what was found there, and on a second line what is possible.
    public var description: String {
        if case .table(let error) = fault { return error.description }
        return [path + ": " + message, advice].map { PrintableText.line($0) }
            .joined(separator: "\n")
    }

    private var message: String {
        switch fault {
        case .noFolder: "there is no such folder"
        case .notFolder: "this is a file, not a folder"
        case .noManifest: "this is no folder of results: it has no manifest.json"
        case .badManifest(let reason): "this is no manifest of a result: \(reason)"
        case .otherCommand(let command, let wanted):
            "this is a result of \"\(command)\", not of "
                + (wanted == Self.check ? wanted : "compare or replay as the other")
        case .noPrintedCheck(let reason):
            "this is not what tailwatt check --format json prints: \(reason)"
        case .unknownDialect: "this version does not know the dialect that --csv names"
        case .noTables: "there is none of the tables that are compared"
        case .notAsWritten:
            "this is not what was written: its hash is not that of \(Manifest.fileName)"
        case .noRows: "the tables have no rows"
        case .table(let error): error.message
        }
    }

    private var advice: String {
        switch fault {
        case .noFolder: "Check the path."
        case .unknownDialect:
            "Known are \(CSVDialect.allCases.map(\.rawValue).joined(separator: ", "))."
        case .notAsWritten:
            "It was edited, cut off or replaced since: run the command of the manifest again."
        case .otherCommand(_, wanted: Self.check), .noPrintedCheck:
            "Name a folder that tailwatt check --out wrote, or a file of check --format json."
        case .notFolder, .noManifest, .badManifest, .otherCommand, .noTables, .noRows:
            "Name a folder that tailwatt compare --out wrote, or folders of tailwatt replay --out; "
                + "the base of a check is one of tailwatt check --out."
        case .table(let error): error.advice
        }
    }
}
