import Experiments
import Reports
import Traces

/// What a study of the program's own statistics writes.
extension ResultFiles {
    /// - Parameters:
    ///   - study: which; the package is named after it.
    ///   - words: the command.
    ///   - seed: of the samples.
    private init(study: String, words: [String], seed: UInt64) {
        self.init(
            package: "validate-\(study)",
            manifest: Manifest(command: words, version: Version.number, seed: seed))
    }

    static func coverage(
        _ cells: [CoverageStudy.Cell], _ power: [PowerStudy.Cell], words: [String], seed: UInt64
    ) -> ResultFiles {
        var files = ResultFiles(study: "coverage", words: words, seed: seed)
        files.add(ValidationTables.coverage(cells))
        files.add(ValidationTables.power(power))
        return files
    }

    static func optimum(
        _ cells: [OptimumStudy.Cell], words: [String], seed: UInt64
    ) -> ResultFiles {
        var files = ResultFiles(study: "optimum", words: words, seed: seed)
        files.add(OptimumStudyTable.optimum(cells))
        return files
    }

    static func stopping(
        _ rows: [StoppingStudy.Row], words: [String], seed: UInt64
    ) -> ResultFiles {
        var files = ResultFiles(study: "stopping", words: words, seed: seed)
        files.add(ValidationTables.stopping(rows))
        return files
    }
}
