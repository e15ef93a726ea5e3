import Experiments
import Profiles
import Reports
import Traces

extension ResultFiles {
    static func selection(
        _ result: SelectionResult, _ loaded: LoadedScenario, words: [String]
    ) -> ResultFiles {
        let counts = result.standings.map {
            JSONValue.Member($0.policy, .integer(Int64($0.summary.count)))
        }
        var files = ResultFiles(loaded, words: words, replications: .object(counts))
        files.add(SelectionTables.selection(result))
        return files
    }

    /// - Parameters:
    ///   - result: what was found.
    ///   - path: of the value that varies.
    ///   - unit: of a range.
    ///   - loaded: the scenario as it is.
    ///   - words: the command.
    static func optimum(
        _ result: OptimisationResult, path: String, unit: String, _ loaded: LoadedScenario,
        words: [String]
    ) -> ResultFiles {
        var files = ResultFiles(
            loaded, words: words, replications: .integer(Int64(result.problem.replications)))
        files.add(OptimumTables.optimum(result, path: path))
        files.add(OptimumTables.constraints(result, path: path))
        if case .range = result.problem.domain {
            files.add(
                TradeOffChart.fileName, TradeOffChart(result, path: path, unit: unit).svg)
        }
        return files
    }
}
