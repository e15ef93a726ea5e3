import Studies
import Synchronization

/// A shipped or own file, read as text but not yet understood.
struct OpenedFile: Sendable {
    var source: SourceText
    /// Within the library, or as the user named it.
    let label: String
    /// The name that a shipped file was found by; `nil` for a path.
    let name: String?
    /// The name that was asked for, where the file has several.
    var alias: String?
    /// What takes the place of some of its values.
    var edits: [ValueEdit] = []
    /// Its nodes, where they are known already.
    var composed: RawNode?

    /// - Throws: everything that is wrong with the text as YAML.
    func nodes() throws(ProfileFailure) -> RawNode {
        if let composed { composed } else { try YAMLComposer.compose(source) }
    }

    func with(_ edits: [ValueEdit]) -> OpenedFile {
        var file = self
        file.edits = edits
        return file
    }

    /// The same file with its text as it was read, edits included.
    func with(_ source: SourceText) -> OpenedFile {
        var file = self
        file.source = source
        return file
    }

    /// - Throws: everything that is wrong with the file, its name included.
    func read<Value>(
        _ reader: ProfileReader<Value>
    ) throws(ProfileFailure) -> ProfileReader<Value>.Result {
        let result = try reader.read(source, nodes(), edits: edits)
        if let name, result.name.text != name {
            let fault = NameFault.otherThanFile(result.name.text, file: "\(name).yaml")
            throw ProfileFailure(source.diagnostic(.name(fault), at: result.name.place))
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

    /// The files that this one names, as they are called from where this one was.
    func dataFiles(_ log: ReadingLog) -> [InputFile] {
        log.dataFiles.map { $0.labelled(relativeTo: label) }
    }

    func inputFile(_ kind: ProfileKind, _ log: ReadingLog) -> InputFile {
        InputFile(
            role: kind.role, path: source.path, label: label, bytes: source.bytes,
            provenance: log.provenance)
    }
}

/// Files that were opened and composed, from several threads.
final class FileMemory: Sendable {
    private let files = Mutex<[Key: OpenedFile]>([:])
    private let labels = Mutex<[ProfileKind: [String]]>([:])

    struct Key: Hashable {
        let nameOrPath: String
        let kind: ProfileKind
    }

    func file(_ key: Key) -> OpenedFile? { files.withLock { $0[key] } }

    /// The files of a kind, as they were listed before.
    func labels(of kind: ProfileKind) -> [String]? { labels.withLock { $0[kind] } }

    func keep(_ found: [String], of kind: ProfileKind) { labels.withLock { $0[kind] = found } }

    func keep(_ file: OpenedFile, _ key: Key) { files.withLock { $0[key] = file } }

    /// Each file once, by its label.
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
