import Studies

/// A profile with the file that it was read from.
public struct ProfileDocument<Value: Sendable>: Sendable {
    public internal(set) var value: Value
    public let description: String?
    public let file: InputFile
    /// The files that it names: values of distributions, tracks, towers.
    public let dataFiles: [InputFile]
    /// What a reader of results should know of those files, in whole sentences: what was left out.
    public let notes: [String]
    /// The values that are known only as distributions; their paths begin within the file.
    var uncertain: [(path: String, law: UncertainLaw)] = []

    public var provenance: [ProvenanceEntry] { file.provenance }
}

extension InputFile {
    /// The same file, as it is called from the folder of the one that names it.
    func labelled(relativeTo base: String) -> InputFile {
        InputFile(
            role: role, path: path, label: resolved(label, relativeTo: base), bytes: bytes,
            provenance: provenance)
    }
}

extension ProfileKind {
    var role: InputFile.Role {
        switch self {
        case .device: .device
        case .radio: .radio
        case .system: .system
        case .movement: .movement
        case .cells: .cells
        case .user: .user
        case .app: .app
        case .scenario: .scenario
        case .budget: .budget
        }
    }
}
