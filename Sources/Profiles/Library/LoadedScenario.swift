/// A scenario that can run, with all its files.
public struct LoadedScenario: LoadedFile {
    public let scenario: Scenario
    public let description: String?
    /// One line for each policy, as in the file: `keep-alive: { interval: 10 min }`.
    public let policyTexts: [String]
    /// Scenario, device, radio and system, then separate files of movement and cells, then data
    /// files.
    public let files: [InputFile]
    /// Notes on tracks and lists of towers, as sentences for readers of results.
    public let notes: [String]
    /// Parts that the question names and the command line overrides.
    public let replaced: [Replaced]
    public let frontier: LoadedFrontier?
    /// The default factors of `tailwatt sweep`; may be empty.
    public let factors: [Factor]
    /// The scenario's uncertain values, then those of its profiles.
    public let uncertain: [UncertainParameter]

    public struct Replaced: Hashable, Sendable {
        /// `radio`, `device`, `system` or `horizon`.
        public let what: String
        public let asked: String
        public let used: String
    }

    public var file: InputFile { files[0] }

    /// - Throws: If the scenario has no family.
    public func requiredFrontier() throws(ProfileFailure) -> LoadedFrontier {
        if let frontier { return frontier }
        let fault = Fault(
            "\(scenario.name) does not say which policies' frontier to look for",
            advice: "Add frontier: with cost, error and policies, as in the scenario location.")
        throw ProfileFailure(Diagnostic(fault, file: files.first?.path))
    }
}

public struct LoadedFrontier: Sendable {
    public let frontier: Frontier
    /// The files that decide the frontier, with the family's numbers and the movements of its days.
    public let files: [InputFile]
    /// Notes on tracks and lists of towers, as sentences for readers of results.
    public let notes: [String]
}

/// A scenario with the command line's overrides, which can be loaded repeatedly with other values.
public struct EditedScenario: ScenarioSource {
    private let nameOrPath: String
    private let overrides: ScenarioOverrides
    private let library: ProfileLibrary

    /// - `library`: Opens each of its files once.
    public init(_ nameOrPath: String, _ overrides: ScenarioOverrides, in library: ProfileLibrary) {
        (self.nameOrPath, self.overrides) = (nameOrPath, overrides)
        self.library = library.remembering
    }

    public func scenario(with edits: [ValueEdit]) throws(ProfileFailure) -> Scenario {
        try load(edits).scenario
    }

    /// The known files, then those of the variants in order, each once.
    ///
    /// - Throws: The faults of the first invalid variant.
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
    /// Compares equal for different edits of the file.
    fileprivate var withoutProvenance: InputFile {
        InputFile(role: role, path: path, label: label, bytes: bytes, provenance: [])
    }
}

extension ScenarioText {
    /// The scenario's uncertain values, then those of its profiles that it does not override.
    ///
    /// An edited value is certain. Uncertainties of the scenario's own radio, device or system do
    /// not apply to a replacement.
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

/// Changes of a command line to a scenario; `nil` keeps the file's value.
public struct ScenarioOverrides: Hashable, Sendable {
    /// A shipped name or a path, as for the other profiles.
    public var device: String?
    public var radio: String?
    public var wifiRadio: String?
    public var system: String?
    /// A shipped name or a path, also of a GPX file.
    public var movement: String?
    public var cells: String?
    /// A shipped name, a path, or the word `standby`, `bare` or `sessions`.
    public var use: String?
    /// Greater than zero.
    public var horizon: TimeSpan?
    public var seed: UInt64?
    public var sampling: Sampling
    /// Edits of the scenario and its profiles, applied in order before parsing, after the other
    /// overrides.
    public var edits: [ValueEdit]
    /// The largest negligible difference, as a share of the baseline's mean; between 0 and 1.
    public var equivalence: Fraction?

    public struct Sampling: Hashable, Sendable {
        /// The exact number, whatever the precision; at least 2.
        public var replications: Int?
        /// The half-width of each mean's interval divided by the mean; above 0.
        public var precision: Fraction?
        /// As `precision`, for each difference from the baseline.
        public var pairedPrecision: Fraction?
        public var isAntithetic: Bool?

        public init(
            replications: Int? = nil, precision: Fraction? = nil, pairedPrecision: Fraction? = nil,
            isAntithetic: Bool? = nil
        ) {
            (self.replications, self.precision) = (replications, precision)
            (self.pairedPrecision, self.isAntithetic) = (pairedPrecision, isAntithetic)
        }
    }

    public init(
        device: String? = nil, radio: String? = nil, wifiRadio: String? = nil,
        system: String? = nil, movement: String? = nil, cells: String? = nil, use: String? = nil,
        horizon: TimeSpan? = nil, seed: UInt64? = nil, sampling: Sampling = Sampling(),
        equivalence: Fraction? = nil, edits: [ValueEdit] = []
    ) {
        (self.device, self.radio, self.wifiRadio, self.system) = (device, radio, wifiRadio, system)
        (self.movement, self.cells, self.use, self.horizon) = (movement, cells, use, horizon)
        (self.seed, self.sampling, self.equivalence) = (seed, sampling, equivalence)
        self.edits = edits
    }
}
