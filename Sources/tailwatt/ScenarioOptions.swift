import Foundation
import Synchronization

private let saidNotes = Mutex<Set<String>>([])

/// The scenario and its changes, which `compare` and `run` share.
struct ScenarioOptions: ParsableArguments {
    @Argument(
        help:
            "Shipped scenario (tailwatt scenarios list), or a path. An app runs in a day at rest.",
        completion: .names(of: .scenario))
    var scenario: String

    @Option(help: "Use this radio instead: a shipped profile or a path.", completion: .radios)
    var radio: String?

    @Option(
        help: "Use this Wi-Fi radio instead: a shipped profile or a path.",
        completion: .names(of: .radio))
    var wiFiRadio: String?

    @Option(
        help: "Use this movement instead: a shipped one, a path, or a recorded track (FILE.gpx).",
        completion: .names(of: .movement))
    var movement: String?

    @Option(
        help: "Use these radio cells instead: a shipped layout or a path.",
        completion: .names(of: .cells))
    var cells: String?

    @Option(
        help: "User of the phone: a shipped user, a path, standby, bare or sessions.",
        completion: .names(of: .user))
    var use: String?

    @Option(help: "Length of a run, with its unit: 24h, 90min.", transform: quantity)
    var horizon: Seconds?

    @OptionGroup var phone: PhoneOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var output: OutputOptions

    /// `nil` without `--out`.
    func folder(
        for words: @autoclosure () -> [String], reading files: [InputFile]
    ) throws -> ResultFolder? { try output.folder(for: words(), reading: files.map(\.path)) }

    func load(
        sampling: SamplingOptions? = nil, equivalence: Fraction? = nil
    ) throws -> LoadedScenario {
        let loaded = try ProfilesFolder.library.loadScenario(
            scenario, overrides: overrides(sampling: sampling, equivalence: equivalence))
        // A family of radios loads the scenario once per radio.
        let isHost = phone.set.first?.origin == Self.host
        for note in (isHost ? [Self.hostNote] : []) + loaded.notes
        where saidNotes.withLock({ $0.insert(note).inserted }) {
            talk("note: \(PrintableText.line(note))")
        }
        return loaded
    }

    func overrides(
        sampling: SamplingOptions? = nil, equivalence: Fraction? = nil
    ) -> ScenarioOverrides {
        ScenarioOverrides(
            device: phone.device, radio: radio, wifiRadio: wiFiRadio, system: phone.system,
            movement: movement, cells: cells, use: use, horizon: horizon.map { TimeSpan($0) },
            seed: phone.seed, sampling: sampling?.overrides ?? .init(), equivalence: equivalence,
            edits: phone.edits)
    }

    mutating func validate() throws {
        if let horizon, horizon < Seconds(1) || horizon > Seconds(20 * 365.25 * 86_400) {
            throw ValidationError(
                "The horizon must be at least 1 s and at most 20 years, not \(horizon).")
        }
        guard let library = try? ProfilesFolder.library, library.isApp(scenario) else { return }
        let app = scenario.replacingOccurrences(of: "'", with: "''")
        let edits = [
            "policies=[{name: without, none: {}, baseline: true}, {name: app, app: '\(app)'}]",
            "question=What does the app cost a phone that lies on a table?",
            "answer=The app takes {app marginal-drain} of the battery in the scenario "
                + "\(Self.host), {phone}.",
        ]
        phone.set = try edits.map { try ValueEdit($0, origin: Self.host) } + phone.set
        scenario = Self.host
    }

    /// The scenario of an app that is named instead of a scenario.
    private static let host = "messenger-today"
    private static let hostNote =
        "the app runs in the scenario \(host). Choose another phone with --device, --radio, "
        + "--system or --use. docs/start/my-app.md shows how to write a scenario"
}

/// The phone and changed values, which pages with many radios take, too.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: "Use this device instead: a shipped profile or a path.",
        completion: .names(of: .device))
    var device: String?

    @Option(
        help: "Use this system instead: a shipped profile or a path.",
        completion: .names(of: .system))
    var system: String?

    @Option(help: "Seed of the random streams: a whole number from 0, below 2^64.")
    var seed: UInt64?

    @Flag(help: "Allow a phone that never existed: a system or radio that the device never had.")
    var anyway = false

    @Option(
        help: ArgumentHelp(
            "Override a value in the scenario or one of its profiles; may be repeated.",
            discussion: "For example --set radio.demotions.CELL_FACH.after=5s.",
            valueName: "path=value"),
        transform: edit)
    var set: [ValueEdit] = []

    var edits: [ValueEdit] {
        self.set + (anyway ? ["hypothetical=true"] : []).compactMap { try? ValueEdit($0) }
    }
}

func edit(_ text: String) throws -> ValueEdit {
    do throws(ValuePathError) {
        return try ValueEdit(text)
    } catch { throw ValidationError("\(error)") }
}
