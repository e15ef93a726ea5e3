import ArgumentParser
import Foundation
import Kernel
import Profiles
import Reports
import Show
import Studies
import Synchronization

/// What the user has been told of scenarios.
private let saidNotes = Mutex<Set<String>>([])

/// What `compare` and `run` have in common: which scenario, and what is changed in it.
struct ScenarioOptions: ParsableArguments {
    @Argument(
        help: "A shipped scenario's name (tailwatt scenarios list), or a path.",
        completion: .names(of: .scenario))
    var scenario: String

    @Option(
        name: .option(.radio), help: "Another radio: a shipped profile's name, or a path.",
        completion: .radios)
    var radio: String?

    @Option(
        name: .option(.wiFiRadio),
        help: "Another radio for the scenario's Wi-Fi: a shipped profile's name, or a path.",
        completion: .names(of: .radio))
    var wiFiRadio: String?

    @Option(
        name: .option(.device), help: "Another device: a shipped profile's name, or a path.",
        completion: .names(of: .device))
    var device: String?

    @Option(
        name: .option(.system), help: "Another system: a shipped profile's name, or a path.",
        completion: .names(of: .system))
    var system: String?

    @Option(
        name: .option(.movement),
        help: "Another movement: a shipped one's name, a path, or a recorded track (FILE.gpx).",
        completion: .names(of: .movement))
    var movement: String?

    @Option(
        name: .option(.cells), help: "Other radio cells: a shipped layout's name, or a path.",
        completion: .names(of: .cells))
    var cells: String?

    @Option(
        name: .option(.use),
        help: "Who uses the phone: a shipped user's name, a path, standby or sessions.",
        completion: .names(of: .user))
    var use: String?

    @Option(
        name: .option(.horizon), help: "Another length of a run, with its unit: 24h, 90min.",
        transform: seconds)
    var horizon: Seconds?

    @Option(
        name: .option(.seed),
        help: "Another seed of the random streams: a whole number from 0, below 2^64.")
    var seed: UInt64?

    @Option(
        name: .option(.set),
        help: ArgumentHelp(
            "Another value in the scenario or one of its profiles; may be given several times.",
            discussion: "As in --set radio.demotions.CELL_FACH.after=5s.",
            valueName: "path=value"),
        transform: edit)
    var edits: [ValueEdit] = []

    @Flag(
        name: .option(.anyway),
        help: "Also on a phone that never existed: a system or radio that the device never had.")
    var anyway = false

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var output: OutputOptions

    /// The folder of results, after making sure that they can be written; `nil`: none is wanted.
    func folder(for words: [String], reading files: [InputFile]) throws -> ResultFolder? {
        try output.folder(for: words, reading: files.map(\.path))
    }

    func load(
        sampling: SamplingOptions? = nil, equivalence: Fraction? = nil
    ) throws -> LoadedScenario {
        let loaded = try ProfilesFolder.library.loadScenario(
            scenario, overrides: overrides(sampling: sampling, equivalence: equivalence))
        // A family of radios loads the scenario for each of them.
        for note in loaded.notes where saidNotes.withLock({ $0.insert(note).inserted }) {
            talk("note: \(PrintableText.line(note))")
        }
        return loaded
    }

    func overrides(
        sampling: SamplingOptions? = nil, equivalence: Fraction? = nil
    ) -> ScenarioOverrides {
        ScenarioOverrides(
            device: device, radio: radio, wifiRadio: wiFiRadio, system: system,
            movement: movement, cells: cells, use: use, horizon: horizon.map { TimeSpan($0) },
            seed: seed, sampling: sampling?.overrides ?? .init(), equivalence: equivalence,
            edits: edits + hypothetical)
    }

    /// What `--anyway` stands for.
    private var hypothetical: [ValueEdit] {
        guard anyway, let edit = try? ValueEdit("hypothetical=true") else { return [] }
        return [edit]
    }

    func validate() throws {
        if let horizon, horizon < Seconds(1) || horizon > Seconds(20 * 365.25 * 86_400) {
            throw ValidationError(
                "The horizon must be at least 1 s and at most 20 years, not \(horizon).")
        }
    }

    /// The command as the manifest has it: what decides the result, not where it is written.
    func words(_ command: String, and others: [String] = []) -> [String] {
        var words = [command, scenario]
        words += OptionName.radio.words(radio)
        words += OptionName.wiFiRadio.words(wiFiRadio)
        words += OptionName.device.words(device)
        words += OptionName.system.words(system)
        words += OptionName.movement.words(movement)
        words += OptionName.cells.words(cells)
        words += OptionName.use.words(use)
        words += OptionName.horizon.words(horizon)
        words += OptionName.seed.words(seed)
        words += OptionName.anyway.words(if: anyway)
        for edit in edits { words += OptionName.set.words("\(edit.path)=\(edit.text)") }
        return words + others
    }
}

private func edit(_ text: String) throws -> ValueEdit {
    do throws(ValuePathError) {
        return try ValueEdit(text)
    } catch {
        throw ValidationError("\(error)")
    }
}
