import ArgumentParser
import Experiments
import Profiles
import Reports
import Show
import Studies

/// `compare --uncertain`: runs experiments on sampled profiles.
extension CompareCommand {
    func runUncertain() async throws {
        let loaded = try options.load(sampling: sampling, equivalence: equivalence)
        let source = EditedScenario(
            options.scenario,
            options.overrides(sampling: sampling, equivalence: equivalence),
            in: try ProfilesFolder.library)
        let comparison = UncertainComparison(
            try uncertainty.parameters(of: loaded), of: loaded.scenario, from: source,
            jobs: sampling.jobs)
        let draws = uncertainty.draws ?? UncertaintyOptions.standardDraws
        try comparison.requireMemory(draws: draws)
        // Finds unreadable files at the ends of the ranges before any simulation.
        let files = try source.files(of: comparison.ends, after: loaded.files)
        let folder = try options.folder(for: words, reading: files)
        let basePoints = uncertainty.sobol
        let found = try await printing.run(atMost: comparison.count(draws, basePoints)) {
            progress in
            try await comparison.run(draws: draws, basePoints: basePoints) {
                progress.show($0, of: "experiments")
            }.get()
        }
        guard let outcome = found else {
            throw Interruption.ended("interrupted: too few profiles were drawn for a result")
        }
        let report = UncertaintyReport(
            outcome, loaded.scenario, changes: changes(loaded))
        if let folder {
            try ResultFiles(
                ResultCatalogue.uncertainty, of: report, package: loaded.scenario.name,
                manifest: manifest(loaded.scenario, files, draws: draws), read: files,
                changes: changes(loaded)
            ).publish(to: folder)
        }
        try printing.print(
            report.screen.with(AssumptionNote(files)), ResultCatalogue.uncertainty,
            of: report, leading: "uncertainty")
    }

    private func manifest(_ scenario: Scenario, _ files: [InputFile], draws: Int) -> Manifest {
        Manifest(
            command: words, version: Version.number, seed: scenario.seed,
            settings: [
                .init("scenario", .string(scenario.name)),
                .init("horizon", .string("\(scenario.horizon.seconds)")),
                .init("draws", .count(draws)),
                .init("replications", .count(scenario.replications.atLeast)),
            ], inputs: files.map(\.manifestFile))
    }
}
