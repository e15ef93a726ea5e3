import Lab
import Reports
import Traces

/// The folder that `--out` names: results are written there, and nothing else in it is touched.
struct ResultFolder {
    let path: String
    let claim: OutputClaim
    let dialect: CSVDialect
    let hasDatabase: Bool
    private let words: [String]

    /// - Parameters:
    ///   - path: the folder's.
    ///   - words: the command, as the manifest has it.
    ///   - inputs: the paths of all files that it reads.
    ///   - dialect: of the tables that are written there.
    ///   - hasDatabase: whether the tables are written as one database too.
    ///   - isForced: whether the user wants replaced whatever stands there.
    init(
        path: String, words: [String], inputs: [String], dialect: CSVDialect, hasDatabase: Bool,
        isForced: Bool
    ) {
        (self.path, self.dialect, self.hasDatabase) = (path, dialect, hasDatabase)
        self.words = words
        let names =
            ResultCatalogue.all(ResultKind.all).map(\.name) + ResultCatalogue.descriptions
            + [ResultDatabase.fileName]
        claim = OutputClaim(
            command: words, inputs: inputs, names: Set(names), isForced: isForced)
    }

    /// Says now, not after the work, that the results could not be written, or would be written
    /// over what they are made from or over what is not theirs.
    func probe() throws {
        let names =
            ResultCatalogue.names(of: words, in: ResultKind.all)
            + (hasDatabase ? [ResultDatabase.fileName] : [])
        try OutputDirectory(path: path, claim: claim).probe(names)
    }
}

extension ResultKind {
    /// Of all commands.
    static let all = ResultCatalogue.kinds + LabCatalogue.kinds
}
