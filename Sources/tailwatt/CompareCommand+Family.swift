import ArgumentParser
import DeviceModel
import Experiments
import Foundation
import Profiles
import Reports
import Show

/// `compare --radio lte`: runs the experiment on every radio of a kind.
extension CompareCommand {
    func runFamily(_ family: RadioFamily) async throws {
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
            let result = try await printing.run(
                Experiment(member.scenario, jobs: sampling.jobs))
            if result.end == .interrupted {
                throw Interruption.ended("interrupted before all radios were compared")
            }
            results.append(result)
        }
        let asked = options.radio ?? ""
        let changes = options.set.map { "Changed by --set: \($0.path)=\($0.text)\n" }
        let report = FamilyReport(
            results, asked: asked, own: family.own, changes: changes.joined())
        if let folder {
            try ResultFiles(
                ResultCatalogue.family, of: report, members[0], files: files,
                words: words,
                replications: .count(results.map(\.replicationCount).max() ?? 0)
            ).publish(to: folder)
        }
        try printing.print(
            report.screen.with(AssumptionNote(files)), ResultCatalogue.family, of: report,
            leading: "family")
    }

    private static func distinct(_ files: [InputFile]) -> [InputFile] {
        var seen: Set<String> = []
        return files.filter { seen.insert("\($0.role) \($0.path)").inserted }
    }
}

struct RadioFamily {
    /// `nil` keeps the scenario's own radio, as its file names it.
    let radios: [String?]
    /// The name of the scenario's own radio, if it is one of them.
    let own: String?
}

extension ScenarioOptions {
    /// The radios of `--radio`, or `nil` if it names one radio or is absent.
    ///
    /// A kind such as `lte` includes the scenario's own radio if that is of the kind.
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
            // `nil` keeps the name of the scenario's file, which may be a path.
            if !names.contains(own.name) { names.append(nil) }
        }
        return RadioFamily(radios: names, own: hasOwn ? own?.name : nil)
    }

    private func ownRadio(in library: ProfileLibrary) throws -> RadioProfile {
        var overrides = overrides()
        overrides.radio = nil
        return try library.loadScenario(scenario, overrides: overrides).scenario.radio
    }

    /// Empty if the user chose the radio, or the scenario sets the signal, as no other radio fits
    /// then.
    ///
    /// The radios are not listed, as that would mean reading them all.
    func familyHint(_ loaded: LoadedScenario) -> String {
        let isChosen = set.contains { $0.path.keys[0] == "radio" }
        guard radio == nil, !isChosen, loaded.scenario.world.signal == nil else { return "" }
        let kind = loaded.scenario.radio.kind.rawValue
        return "The radios of \(kind) differ: \(OptionName.radio.flag) \(kind) runs all of them.\n"
    }
}
