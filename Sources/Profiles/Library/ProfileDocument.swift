import Studies

/// A profile, scenario or budget, with its file.
public protocol LoadedFile: Sendable {
    var file: InputFile { get }
    var description: String? { get }
}

/// A profile with its file.
public struct ProfileDocument<Value: Sendable>: LoadedFile {
    public internal(set) var value: Value
    public let description: String?
    public let file: InputFile
    /// The files that it names: values of distributions, tracks, towers.
    public let dataFiles: [InputFile]
    /// Notes on what was left out of those files, as sentences for readers of results.
    public let notes: [String]
    /// The values that are known only as distributions, with paths within the file.
    var uncertain: [(path: String, law: UncertainLaw)] = []

    public var provenance: [ProvenanceEntry] { file.provenance }
}

extension InputFile {
    /// The file with its label resolved relative to the file that names it.
    func labelled(relativeTo base: String) -> InputFile {
        InputFile(
            role: role, path: path, label: resolved(label, relativeTo: base), bytes: bytes,
            provenance: provenance)
    }
}

extension ProfileKind {
    /// The role that has the kind's name.
    var role: InputFile.Role { InputFile.Role(rawValue: rawValue) ?? .data }
}

extension ProfileLibrary {
    /// A radio's file as a tree, as the base of another radio.
    ///
    /// Uncertainties are removed, as they do not apply to the other radio.
    public func radioTree(_ nameOrPath: String) throws(ProfileFailure) -> ProfileTree {
        let tree = ProfileTree(try open(nameOrPath, .radio).nodes())
        guard case .mapping(let entries) = tree else { return tree }
        return .mapping(entries.filter { $0.key != ScenarioShape.uncertain.key })
    }
}

extension ProfileTree {
    fileprivate init(_ node: RawNode) {
        switch node.content {
        case .text(let text): self = .text(text.text)
        case .list(let nodes): self = .list(nodes.map(ProfileTree.init))
        case .mapping(let entries):
            self = .mapping(entries.map { Entry($0.key, ProfileTree($0.value)) })
        }
    }
}
