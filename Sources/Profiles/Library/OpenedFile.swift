/// A shipped or own file, read as text but not yet understood.
struct OpenedFile {
    let source: SourceText
    /// Within the library, or as the user named it.
    let label: String
    /// The name that a shipped file was found by; `nil` for a path.
    let name: String?

    /// - Throws: everything that is wrong with the file, its name included.
    func read<Value>(
        _ reader: ProfileReader<Value>
    ) throws(ProfileFailure) -> ProfileReader<Value>.Result {
        let result = try reader.read(source)
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
            notes: result.log.notes)
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
