import Experiments
import Profiles
import Reports
import Studies
import Traces

extension ResultFiles {
    /// - Parameters:
    ///   - outcome: what was found.
    ///   - scenario: with all values central.
    ///   - inputs: the files of all alternatives.
    ///   - draws: profiles.
    ///   - words: the command.
    static func uncertainty(
        _ outcome: UncertainComparison.Outcome, _ scenario: Scenario, _ inputs: [InputFile],
        draws: Int, words: [String]
    ) -> ResultFiles {
        var files = ResultFiles(
            package: scenario.name,
            manifest: Manifest(
                command: words, version: Version.number, seed: scenario.seed,
                settings: [
                    .init("scenario", .string(scenario.name)),
                    .init("horizon", .string("\(scenario.horizon.seconds)")),
                    .init("draws", .integer(Int64(draws))),
                    .init("replications", .integer(Int64(scenario.replications.atLeast))),
                ],
                inputs: inputs.map { Manifest.File(name: $0.label, bytes: $0.bytes) }))
        files.add(UncertaintyTables.uncertainty(outcome.estimates))
        files.add(UncertaintyTables.tornado(outcome.bars))
        if !outcome.indices.isEmpty { files.add(UncertaintyTables.sobol(outcome.indices)) }
        let chart = TornadoChart(
            outcome.bars.filter { $0.quantity == outcome.target }, target: outcome.target,
            central: outcome.central, scenario: scenario.name)
        files.add(TornadoChart.fileName, chart.svg)
        return files
    }
}
