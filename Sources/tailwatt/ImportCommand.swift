import Foundation

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Create a device and its radios from an Android power profile.",
        discussion: """
            Reads a phone's power_profile.xml from a device tree, and writes NAME.yaml, and radios \
            if the file has figures of modem and Wi-Fi. Powers are from the file; timers, \
            promotions and rates are from a radio of the library. Reports the source element of \
            each number, and what misleads: dummies, zeros, copies, two meanings of idle.

            Example: tailwatt profiles import power_profile.xml --name pixel-6 --out phones
            """)

    @Argument(help: "Power profile: an XML file, <device name=\"Android\">.")
    var file: String

    @Option(help: "Device name, of small letters, digits and dashes; by default the file's name.")
    var name: String?

    @Option(
        help: """
            Cellular radios that provide timers and rates, separated by commas: shipped names or \
            paths. none writes no cellular radio.
            """)
    var cellular = "lte-verizon-2021"

    @Option(help: "Wi-Fi radio that provides timers and rates: a name or path; none writes none.")
    var wiFi = "wifi-psm"

    @Option(
        help: "Nominal voltage of the battery, also for parts without their own voltage.",
        transform: quantity)
    var voltage = ImportSettings.usualVoltage

    @Option(help: "Capacity of the battery, instead of the file's: 4700mAh.", transform: quantity)
    var capacity: MilliampereHours?

    @Option(help: "Source of --capacity: a citation.")
    var capacitySource: String?

    @Option(
        name: .option(.operatingPoint),
        help: ArgumentHelp(
            """
            Core and frequency of background work, in the file's kHz: 0@1098000 is one core of \
            cluster 0, 0@1098000x2 two.
            """, valueName: "cluster@speed"), transform: operatingPoint)
    var background: OperatingPoint?

    @Option(
        name: .option(.foregroundPoint),
        help: ArgumentHelp("Core and frequency of the app in front.", valueName: "cluster@speed"),
        transform: operatingPoint)
    var foreground: OperatingPoint?

    @Option(name: .option(.txLevel), help: "Transmit power level of sending, from 0 (lowest) to 4.")
    var transmitLevel = 2

    @Option(help: "Systems that ran on the phone, separated by commas: android-12,android-13.")
    var systems: String?

    @Option(help: "Technologies of the phone's radios, separated by commas: UMTS, LTE, NR, Wi-Fi.")
    var technologies: String?

    @Option(help: "Other radio profiles that suit the phone, separated by commas.")
    var radios: String?

    @Option(help: "Name of the file in sources, such as phone, year, device tree and commit.")
    var citation: String?

    @Option(help: "Address of the file, for its sources.")
    var url: String?

    @Option(
        name: .option(.time),
        help: ArgumentHelp(
            """
            Print the charge that Android's own calculators count for a time in a state; may be \
            repeated. By default an hour in each state; the output lists the states.
            """, valueName: "state=time"), transform: stateTime)
    var times: [StateTime] = []

    @Option(
        help: """
            Write the profiles into this folder, or into its devices and radios folders if it has \
            them.
            """)
    var out = "."

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var replacing: ReplacingOption
    @OptionGroup var printing: PrintOptions

    func validate() throws {
        try refuse(
            !(0...4).contains(transmitLevel),
            "\(OptionName.txLevel) must be from 0 (lowest) to 4, not \(transmitLevel).")
        try refuse(
            voltage < Volts(2) || voltage > Volts(10),
            "\(OptionName.voltage) must be from 2 V to 10 V, that of one cell, not \(voltage).")
        if let capacity, capacity <= .zero || capacity > MilliampereHours(100_000) {
            throw ValidationError(
                "\(OptionName.capacity) must be above 0 and at most 100 Ah, not \(capacity).")
        }
        try refuse(
            capacitySource != nil && capacity == nil,
            "\(OptionName.capacitySource) is the source of \(OptionName.capacity): give both.")
        _ = try Self.spoken(technologies)
        _ = try RadioNames(cellular, of: .cellular)
        if let radios { _ = try RadioNames(radios, of: .radios) }
        if out.isEmpty || out == "-" {
            throw ValidationError("\(OptionName.out) needs the name of a folder, not \"\(out)\".")
        }
        if let name, !WholeProfileOptions.isName(name) {
            throw ValidationError(
                "\(OptionName.name) must have letters, digits and dashes, as in pixel-6, not "
                    + "\"\(name)\"."
            )
        }
    }

    private static func spoken(_ text: String?) throws -> [RadioProfile.Technology] {
        let possible = RadioProfile.Technology.allCases.map(\.rawValue)
        return try list(text).map { word in
            if let technology = RadioProfile.Technology(rawValue: word) { return technology }
            throw ValidationError(
                "There is no technology \"\(word)\".\(Spelling.guess(for: word, in: possible)) "
                    + "There are \(possible.joined(separator: ", ")).")
        }
    }

    func run() async throws {
        let library = try ProfilesFolder.library
        let profile = try PowerProfile(contentsOf: file)
        let assumptions = try assumptions(in: library)
        let figures = PowerFigures(
            profile, nominal: voltage, transmitLevel: transmitLevel, known: assumptions.vectors)
        let templates = try templates(in: library)
        let reference = try library.template("lte-verizon-2021")
        let settings = settings(assumptions)
        var profiles: [ImportedProfile] = []
        for template in templates {
            guard let own = figures.radio(for: template.profile.technology) else { continue }
            profiles.append(
                ImportedRadio.profile(
                    radioName(template, among: templates), own, on: template,
                    reference: reference, settings))
        }
        let names = profiles.map(\.name)
        do throws(OperatingPointError) {
            profiles.insert(try ImportedDevice.profile(figures, settings, radios: names), at: 0)
        } catch {
            throw CommandFailure(message: error.message, advice: error.advice, exitCode: .usage)
        }
        let written = try publish(profiles)
        let text = ImportText(
            figures, settings, written: written, times: times.map { ($0.state, $0.time) })
        try printing.print(text.screen, [text.numbers])
    }

    private var deviceName: String {
        if let name { return name }
        let file = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        let plain = String(
            file.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        let name = String(plain.drop { $0 == "-" }.prefix(60))
        return name.isEmpty ? "phone" : name
    }

    private func assumptions(in library: ProfileLibrary) throws -> ImportAssumptions {
        let path = "\(library.root)/imports/power-profile.yaml"
        if let found = ImportAssumptions(try library.tree(path, .device)) { return found }
        throw CommandFailure(
            message: "\(path) lacks something that every import needs",
            advice: "Install tailwatt again: the file belongs to it.", exitCode: .badData)
    }

    private func settings(_ assumptions: ImportAssumptions) -> ImportSettings {
        var settings = ImportSettings(
            name: deviceName,
            citation: citation ?? URL(fileURLWithPath: file).lastPathComponent, voltage: voltage,
            assumptions: assumptions)
        settings.url = url
        settings.capacity = capacity
        settings.capacitySource = capacitySource
        settings.background = background
        settings.foreground = foreground
        settings.transmitLevel = transmitLevel
        settings.systems = Self.list(systems)
        settings.radios = Self.list(radios)
        settings.technologies = Self.list(technologies)
        return settings
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { PolicyNames.trimmed(String($0)) }
            .filter { !$0.isEmpty }
    }

    private func templates(in library: ProfileLibrary) throws -> [ImportedRadio.Template] {
        var templates: [ImportedRadio.Template] = []
        for name in Self.list(cellular) where name != "none" {
            let template = try library.template(name)
            if template.profile.technology == .wifi {
                throw CommandFailure(
                    message: "\(name) is a Wi-Fi radio",
                    advice: "\(OptionName.cellular) takes cellular radios; use \(OptionName.wiFi).",
                    exitCode: .usage)
            }
            templates.append(template)
        }
        if wiFi != "none" {
            let template = try library.template(wiFi)
            if template.profile.technology != .wifi {
                throw CommandFailure(
                    message: "\(wiFi) is not a Wi-Fi radio",
                    advice: "\(OptionName.wiFi) takes one, such as wifi-psm.", exitCode: .usage)
            }
            templates.append(template)
        }
        return templates
    }

    /// A name such as `pixel-6-lte`, or `pixel-6-lte-huang-2012` if several radios share a
    /// technology.
    private func radioName(
        _ template: ImportedRadio.Template, among all: [ImportedRadio.Template]
    ) -> String {
        let technology = template.profile.technology
        if all.count(where: { $0.profile.technology == technology }) > 1 {
            return "\(deviceName)-\(template.profile.name)"
        }
        return switch technology {
        case .umts: "\(deviceName)-umts"
        case .lte: "\(deviceName)-lte"
        case .nr: "\(deviceName)-nr"
        case .wifi: "\(deviceName)-wifi"
        }
    }

    private func publish(_ profiles: [ImportedProfile]) throws -> [ImportText.Written] {
        let claim = OutputClaim(
            command: ["profiles", "import"], inputs: [file], isForced: replacing.force)
        let files = profiles.map { profile in
            (profile, OutputFile(path: path(of: profile), claim: claim))
        }
        for (_, file) in files { try file.probe() }
        for (profile, file) in files {
            let schema = "../schema/\(profile.kind.rawValue).schema.json"
            let remarks = isLibrary ? ["yaml-language-server: $schema=\(schema)"] : []
            let text = ProfileYAML.text(profile.tree, remarks: remarks)
            try file.publish(Array(text.utf8), sealed: .yaml)
        }
        return files.map { ($1.path, $0) }
    }

    /// Whether `out` is a library: a folder with the subfolders `devices` and `radios`.
    private var isLibrary: Bool {
        ["devices", "radios"].allSatisfy { folder in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: "\(out)/\(folder)", isDirectory: &isFolder) && isFolder.boolValue
        }
    }

    private func path(of profile: ImportedProfile) -> String {
        let root = out == "." ? "" : out.hasSuffix("/") ? out : "\(out)/"
        return "\(root)\(isLibrary ? "\(profile.kind.rawValue)s/" : "")\(profile.name).yaml"
    }
}

extension PowerFigures {
    fileprivate func radio(for technology: RadioProfile.Technology) -> RadioFigures? {
        technology == .wifi ? wifi : modem(for: technology)
    }
}

extension ProfileLibrary {
    /// Loads a radio as the source of timers and rates; throws if it has no rates.
    func template(_ name: String) throws -> ImportedRadio.Template {
        let template = ImportedRadio.Template(try loadRadio(name).value, try tree(name, .radio))
        if let unfitness = template.unfitness {
            throw CommandFailure(
                message: "the radio \(template.profile.name) \(unfitness)",
                advice: "Choose a measured radio with rates, such as lte-verizon-2021 "
                    + "(tailwatt profiles list).", exitCode: .usage)
        }
        return template
    }
}

struct StateTime {
    let state: AndroidState
    let time: Seconds
}

private func stateTime(_ text: String) throws -> StateTime {
    let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard halves.count == 2 else {
        throw ValidationError("Write a state and a time, as in modem-rx=10min, not \"\(text)\".")
    }
    let names = AndroidState.allCases.map(\.rawValue)
    guard let state = AndroidState(rawValue: halves[0]) else {
        throw ValidationError(
            "There is no state \"\(halves[0])\".\(Spelling.guess(for: halves[0], in: names)) The "
                + "states are \(names.joined(separator: ", ")).")
    }
    let time: Seconds = try quantity(halves[1])
    if time < .zero { throw ValidationError("A time must be 0 or more, not \(time).") }
    return StateTime(state: state, time: time)
}

private func operatingPoint(_ text: String) throws -> OperatingPoint {
    guard let point = OperatingPoint(text) else {
        throw ValidationError(
            "\"\(text)\" is not an operating point: write cluster and kHz, as in 0@1098000.")
    }
    return point
}
