import DeviceModel
import Studies

/// A scenario that can run, with every file that it was made of.
public struct LoadedScenario: Sendable {
    public let scenario: Scenario
    public let description: String?
    /// What each policy is, as the file has it, in one line: `keep-alive: { interval: 10 min }`. In
    /// the order of the scenario's policies.
    public let policyTexts: [String]
    /// Scenario, device, radio and system, then movement and cells where they are files of their
    /// own, then the files that these name.
    public let files: [InputFile]
    /// What a reader of results should know of tracks and lists of towers, in whole sentences.
    public let notes: [String]
    /// What the command line has put in place of the parts that the question speaks of.
    public let replaced: [Replaced]
    /// What the scenario asks `tailwatt frontier`, if it does.
    public let frontier: LoadedFrontier?
    /// What the scenario lets `tailwatt sweep` vary; empty if it does not say.
    public let factors: [Factor]
    /// What is not known of the scenario's profiles: what the scenario says, then distributions in
    /// place of values of the profiles.
    public let uncertain: [UncertainParameter]
}

extension LoadedScenario {
    /// A part of a scenario that is another than its words are about.
    public struct Replaced: Hashable, Sendable {
        /// `radio`, `device`, `system` or `horizon`.
        public let what: String
        /// The scenario's own.
        public let asked: String
        public let used: String
    }

    /// What the scenario asks `tailwatt frontier`.
    ///
    /// - Throws: if it asks nothing.
    public func requiredFrontier() throws(ProfileFailure) -> LoadedFrontier {
        if let frontier { return frontier }
        let fault = MeaningFault.noFrontier(scenario: scenario.name)
        throw ProfileFailure(Diagnostic(.meaning(fault), file: files.first?.path))
    }
}

/// A scenario's family of policies, ready to be simulated on each kind of day.
public struct LoadedFrontier: Sendable {
    public let frontier: Frontier
    /// The scenario's files, as far as they decide the frontier: with the numbers of the family
    /// instead of those of the policies that `compare` compares, and the movements of its days.
    public let files: [InputFile]
    /// What a reader of results should know of tracks and lists of towers, in whole sentences.
    public let notes: [String]
}

/// A file of any kind.
public enum AnyProfile: Sendable {
    case device(ProfileDocument<DeviceProfile>)
    case radio(ProfileDocument<RadioProfile>)
    case system(ProfileDocument<SystemRules>)
    case movement(ProfileDocument<Movement>)
    case cells(ProfileDocument<CellLayout>)
    case user(ProfileDocument<UserProfile>)
    case app(ProfileDocument<PolicyOptions>)
    case scenario(LoadedScenario)
    case budget(AnyBudget)
}

/// A scenario of a library with what the command line changes in it, to be loaded again and again
/// with other values.
public struct EditedScenario: ScenarioSource {
    private let nameOrPath: String
    private let overrides: ScenarioOverrides
    private let library: ProfileLibrary

    /// - Parameters:
    ///   - nameOrPath: of the scenario.
    ///   - overrides: what the command line changes in it.
    ///   - library: whose files are opened once.
    public init(_ nameOrPath: String, _ overrides: ScenarioOverrides, in library: ProfileLibrary) {
        self.nameOrPath = nameOrPath
        self.overrides = overrides
        self.library = library.remembering
    }

    public func scenario(with edits: [ValueEdit]) throws(ProfileFailure) -> Scenario {
        try load(edits).scenario
    }

    /// The files of several variants, each file once, in the order of the variants.
    ///
    /// - Parameters:
    ///   - variants: the edits of each.
    ///   - known: files that are known already; they come first.
    /// - Throws: what is wrong with the first variant at fault.
    public func files(
        of variants: [[ValueEdit]], after known: [InputFile] = []
    ) throws(ProfileFailure) -> [InputFile] {
        var (files, seen) = (known, Set(known.map(\.withoutProvenance)))
        for edits in variants {
            for file in try load(edits).files where seen.insert(file.withoutProvenance).inserted {
                files.append(file)
            }
        }
        return files
    }

    private func load(_ edits: [ValueEdit]) throws(ProfileFailure) -> LoadedScenario {
        var changed = overrides
        changed.edits += edits
        return try library.loadScenario(nameOrPath, overrides: changed)
    }
}

extension InputFile {
    /// The same file, whatever of it was replaced.
    fileprivate var withoutProvenance: InputFile {
        InputFile(role: role, path: path, label: label, bytes: bytes, provenance: [])
    }
}

extension ScenarioText {
    /// What the scenario does not know, then what its profiles do not: of these only what the
    /// scenario does not speak of itself, and nothing of a profile that is one of several. What an
    /// edit has put is known. What the scenario says of its own radio, device or system is nothing
    /// that is known of another.
    ///
    /// - Parameters:
    ///   - parts: what the profiles do not know.
    ///   - replaced: for which the command line names others.
    ///   - edits: that take the place of values.
    func uncertain(
        beside parts: [(ValuePath.Part, [(path: String, law: UncertainLaw)])],
        replaced: [ValuePath.Part], edits: [ValueEdit]
    ) -> [UncertainParameter] {
        var all = uncertain.filter { parameter in
            !replaced.contains { $0.rawValue == parameter.path.keys[0] }
        }
        for (part, values) in parts
        where !all.contains(where: { $0.path.keys == [part.rawValue] }) {
            for (path, law) in values {
                let keys = path.split(separator: "[").joined(separator: ".").filter { $0 != "]" }
                let dotted = keys.split(separator: " -> ").joined(separator: ">")
                guard let path = try? ValuePath("\(part.rawValue).\(dotted)"),
                    !all.contains(where: { $0.path.overlaps(path) })
                else { continue }
                all.append(UncertainParameter(path, law))
            }
        }
        return all.filter { parameter in
            !edits.contains { $0.path.overlaps(parameter.path) && $0.path.keys.count > 1 }
        }
    }

    /// The parts of the phone in whose place the command line has others by name.
    func parts(replacedBy overrides: ScenarioOverrides) -> [ValuePath.Part] {
        let own: [(ValuePath.Part, String?)] = [
            (.radio, radio.text), (.wiFiRadio, wifiRadio?.text), (.device, device.text),
            (.system, system.text),
        ]
        return own.filter { part, name in
            overrides.name(of: part).map { $0 != name } ?? false
        }.map(\.0)
    }
}
