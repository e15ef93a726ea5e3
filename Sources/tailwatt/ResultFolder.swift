import Reports
import Show

/// The folder that `--out` names: results are written there, and nothing else in it is touched.
struct ResultFolder {
    let path: String
    let claim: OutputClaim
    let dialect: CSVDialect
    let hasDatabase: Bool
    private let words: [String]

    init(
        path: String, words: [String], inputs: [String], dialect: CSVDialect, hasDatabase: Bool,
        isForced: Bool
    ) {
        (self.path, self.dialect, self.hasDatabase) = (path, dialect, hasDatabase)
        self.words = words
        let names =
            ResultCatalogue.all.map(\.name) + ResultCatalogue.descriptions
            + [ResultDatabase.fileName]
        claim = OutputClaim(
            command: words, inputs: inputs, names: Set(names), isForced: isForced)
    }

    /// Says now, not after the work, that the results could not be written, or would be written
    /// over what they are made from or over what is not theirs.
    func probe() throws {
        let names =
            ResultCatalogue.names(of: words) + (hasDatabase ? [ResultDatabase.fileName] : [])
        try OutputDirectory(path: path, claim: claim).probe(names)
    }
}
