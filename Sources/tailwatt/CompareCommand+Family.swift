import ArgumentParser
import DeviceModel
import Experiments
import Foundation
import Profiles
import Reports
import Studies

/// `compare --radio lte`: the same experiment on every radio of a kind.
extension CompareCommand {
    /// - Parameter radios: their names, or paths.
    func runFamily(_ radios: [String]) async throws {
        try await reportingFailures {
            var members: [LoadedScenario] = []
            for radio in radios {
                var options = options
                options.radio = radio
                members.append(try options.load(sampling: sampling, equivalence: equivalence))
            }
            let files = Self.distinct(members.flatMap(\.files))
            let folder = try options.folder(for: words, reading: files)
            var results: [ExperimentResult] = []
            for member in members {
                let progress = Progress(
                    atMost: member.scenario.replications.atMost, isQuiet: printing.quiet)
                let experiment = Experiment(member.scenario, jobs: sampling.jobs)
                let result = await Interruption.cancelling {
                    await experiment.run { progress.show($0) }
                }
                progress.clear()
                try result.requireWithinBudget()
                if result.end == .interrupted {
                    talk("interrupted before all radios were compared")
                    throw ExitCode(Interruption.exitCode)
                }
                results.append(result)
            }
            if let folder {
                try ResultFiles(
                    ResultCatalogue.family, of: FamilyFiles(results), members[0], files: files,
                    words: words,
                    replications: .count(results.map(\.replicationCount).max() ?? 0)
                ).publish(to: folder)
            }
            let changes = options.edits.map { "Changed by --set: \($0.path)=\($0.text)\n" }
            try printing.print(
                FamilyText(results, asked: options.radio ?? "", changes: changes.joined()).screen
                    .with(AssumptionNote(files)),
                ResultCatalogue.family, of: FamilyFiles(results), leading: "family")
        }
    }

    /// Each file once: all members but their radios are the same.
    private static func distinct(_ files: [InputFile]) -> [InputFile] {
        var seen: Set<String> = []
        return files.filter { seen.insert("\($0.role) \($0.path)").inserted }
    }
}

extension ScenarioOptions {
    /// The radios that `--radio` names, where they are several: a kind of radio, or names with
    /// commas between; `nil` where it is one, or none.
    func radios() throws -> [String]? {
        guard let radio, !FileManager.default.fileExists(atPath: radio) else { return nil }
        let words = radio.split(separator: ",").map { PolicyNames.trimmed(String($0)) }
        let families = words.map { RadioProfile.Family(rawValue: $0) }
        guard words.count > 1 || families.contains(where: { $0 != nil }) else { return nil }
        var names: [String] = []
        for (word, family) in zip(words, families) {
            let members = try family.map { family in
                try ProfilesFolder.library.radios(of: family)
            }
            for name in members ?? [word] where !names.contains(name) { names.append(name) }
        }
        return names
    }
}
