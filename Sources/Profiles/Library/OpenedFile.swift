import Synchronization

/// A file that was read as text but not yet parsed.
struct OpenedFile: Sendable {
    var source: SourceText
    /// The path within the library, or as the user named it.
    let label: String
    /// The name of a shipped file; `nil` for a path.
    let name: String?
    /// The requested name, if the file has several.
    var alias: String?
    var edits: [ValueEdit] = []
    var composed: RawNode?

    /// - Throws: All YAML faults of the text.
    func nodes() throws(ProfileFailure) -> RawNode {
        if let composed { composed } else { try YAMLComposer.compose(source) }
    }

    func with(_ edits: [ValueEdit]) -> OpenedFile { modified(self) { $0.edits = edits } }

    /// - Throws: All faults of the file, including its name.
    func read<Value>(
        _ reader: ProfileReader<Value>
    ) throws(ProfileFailure) -> ProfileReader<Value>.Result {
        let result = try reader.read(source, nodes(), edits: edits)
        if let name, result.name.text != name {
            let file = quoted("\(name).yaml")
            let fault = Fault(
                "the name is \(quoted(result.name.text)), but the file is \(file)",
                advice: "Make them the same.")
            throw ProfileFailure(source.diagnostic(fault, at: result.name.place))
        }
        return result
    }

    func document<Value: Sendable>(
        _ reader: ProfileReader<Value>
    ) throws(ProfileFailure) -> ProfileDocument<Value> {
        let result = try read(reader)
        return ProfileDocument(
            value: result.value, description: result.description,
            file: inputFile(reader.kind, result.log), dataFiles: dataFiles(result.log),
            notes: result.log.notes, uncertain: result.log.uncertain)
    }

    /// The files that this one names, with their labels resolved relative to its own.
    func dataFiles(_ log: ReadingLog) -> [InputFile] {
        log.dataFiles.map { $0.labelled(relativeTo: label) }
    }

    func inputFile(_ kind: ProfileKind, _ log: ReadingLog) -> InputFile {
        InputFile(
            role: kind.role, path: source.path, label: label, bytes: source.bytes,
            provenance: log.provenance)
    }
}

/// A thread-safe cache of opened and parsed files.
final class FileMemory: Sendable {
    private let files = Mutex<[Key: OpenedFile]>([:])
    private let labels = Mutex<[ProfileKind: [String]]>([:])

    struct Key: Hashable {
        let nameOrPath: String
        let kind: ProfileKind
    }

    func file(_ key: Key) -> OpenedFile? { files.withLock { $0[key] } }
    func labels(of kind: ProfileKind) -> [String]? { labels.withLock { $0[kind] } }
    func keep(_ found: [String], of kind: ProfileKind) { labels.withLock { $0[kind] = found } }
    func keep(_ file: OpenedFile, _ key: Key) { files.withLock { $0[key] = file } }

    var all: [InputFile] {
        var found: [String: InputFile] = [:]
        for (key, file) in files.withLock({ $0 }) {
            found[file.label] = InputFile(
                role: key.kind.role, path: file.source.path, label: file.label,
                bytes: file.source.bytes, provenance: [])
        }
        return found.values.sorted { $0.label < $1.label }
    }
}

public protocol LoadedFile: Sendable {
    var file: InputFile { get }
    var description: String? { get }
}

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
}

extension InputFile {
    /// The file with its label resolved relative to the file that names it.
    func labelled(relativeTo base: String) -> InputFile {
        modified(self) { $0.label = resolved(label, relativeTo: base) }
    }
}

extension ProfileKind { var role: InputFile.Role { InputFile.Role(rawValue: rawValue) ?? .data } }

extension ProfileLibrary {
    /// A radio's or device's file as a tree, as the base of another one.
    ///
    /// Uncertainties are removed, as they do not apply to the other one.
    public func tree(_ nameOrPath: String, _ kind: ProfileKind) throws(ProfileFailure)
        -> ProfileTree
    {
        let tree = ProfileTree(try open(nameOrPath, kind).nodes())
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
