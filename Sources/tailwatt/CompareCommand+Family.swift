import ArgumentParser
import DeviceModel
import Experiments
import Foundation
import Profiles
import Reports
import Show

/// `compare --radio lte`: the same experiment on every radio of a kind.
extension CompareCommand {
    func runFamily(_ family: RadioFamily) async throws {
        try await reportingFailures {
            var members: [LoadedScenario] = []
            for radio in family.radios {
                var options = options
                options.radio = radio
                members.append(try options.load(sampling: sampling, equivalence: equivalence))
            }
            try RadioNames.refuseEqualNames(
                zip(members, family.radios).map {
                    ($0.scenario.radio.name, $1 ?? "the scenario's own")
                })
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
            let asked = options.radio ?? ""
            let familyFiles = FamilyFiles(results, asked: asked, own: family.own)
            if let folder {
                try ResultFiles(
                    ResultCatalogue.family, of: familyFiles, members[0], files: files,
                    words: words,
                    replications: .count(results.map(\.replicationCount).max() ?? 0)
                ).publish(to: folder)
            }
            let changes = options.set.map { "Changed by --set: \($0.path)=\($0.text)\n" }
            try printing.print(
                FamilyText(results, asked: asked, own: family.own, changes: changes.joined())
                    .screen.with(AssumptionNote(files)),
                ResultCatalogue.family, of: familyFiles, leading: "family")
        }
    }

    /// Each file once: all members but their radios are the same.
    private static func distinct(_ files: [InputFile]) -> [InputFile] {
        var seen: Set<String> = []
        return files.filter { seen.insert("\($0.role) \($0.path)").inserted }
    }
}

/// The radios of `--radio`, where they are several.
struct RadioFamily {
    /// What `--radio` takes one by one; `nil` for the scenario's own radio as its file has it.
    let radios: [String?]
    /// The name of the scenario's own radio, where it is one of them.
    let own: String?
}

extension ScenarioOptions {
    /// The radios that `--radio` names, where they are several: a kind of radio, with the
    /// scenario's own radio where it is of that kind, or names with commas between; `nil` where it
    /// is one, or none.
    func radios() throws -> RadioFamily? {
        guard let radio, !FileManager.default.fileExists(atPath: radio) else { return nil }
        guard RadioNames.isSeveral(radio) else { return nil }
        let words = try RadioNames(radio, of: .radio).words
        let families = words.map { RadioProfile.Family(word: $0) }
        let library = try ProfilesFolder.library
        let own = families.contains { $0 != nil } ? try ownRadio(in: library) : nil
        var names: [String?] = []
        var hasOwn = false
        for (word, family) in zip(words, families) {
            let members = try family.map { try library.radios(of: $0) } ?? [word]
            for name in members where !names.contains(name) { names.append(name) }
            guard let own, own.kind == family, !hasOwn else { continue }
            hasOwn = true
            // As the scenario's file names it, perhaps by a path.
            if !names.contains(own.name) { names.append(nil) }
        }
        return RadioFamily(radios: names, own: hasOwn ? own?.name : nil)
    }

    /// The radio that the scenario has where no other is asked for.
    private func ownRadio(in library: ProfileLibrary) throws -> RadioProfile {
        var overrides = overrides()
        overrides.radio = nil
        return try library.loadScenario(scenario, overrides: overrides).scenario.radio
    }

    /// That the scenario's radio is one of several of its kind, which differ; empty where the user
    /// has chosen it, and where none can stand in its place. Which they are is not looked up: all
    /// would be read for it.
    func familyHint(_ loaded: LoadedScenario) -> String {
        let isChosen = set.contains { $0.path.keys[0] == "radio" }
        guard radio == nil, !isChosen, loaded.scenario.world.signal == nil else { return "" }
        let kind = loaded.scenario.radio.kind.rawValue
        return "The radios of \(kind) differ: \(OptionName.radio.flag) \(kind) runs all of them.\n"
    }
}
