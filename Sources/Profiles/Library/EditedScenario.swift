import Studies

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
