/// What a command may replace: files that it can prove to have written itself, and nothing else.
///
/// A folder of results proves by its manifest: the command, and a hash of each file. A file that
/// stands alone proves by a ``Seal``. What was changed since, what another command or the user
/// wrote, is in the way, and stays unless the user says so (`--force`). A file that the command has
/// read is never replaced.
public struct OutputClaim: Sendable {
    /// What was done: the command without what varies from one result to the next.
    public let work: String
    private let inputs: Set<FileIdentity>
    private let isForced: Bool
    /// The names that files of results have: no other file is ever removed.
    private let names: Set<String>

    public init(
        command: [String], inputs: [String], names: Set<String> = [], isForced: Bool = false
    ) {
        work = Self.work(of: command)
        self.inputs = Set(inputs.compactMap { FileIdentity(path: $0) })
        self.names = names
        self.isForced = isForced
    }

    /// The words of a command that tell its results from those of another: its name, and the part
    /// of a sweep.
    package static func work(of command: [String]) -> String {
        let count = ["fit", "profiles", "validate"].contains(command.first) ? 2 : 1
        var words = Array(command.prefix(count))
        if let flag = command.firstIndex(of: OptionName.shard.flag) {
            words += command[flag...].prefix(2)
        }
        return words.joined(separator: " ")
    }

    // MARK: Files of a folder

    /// Refuses to replace files in a folder that are not provably this command's.
    ///
    /// - Returns: the other files of the earlier result, which are as it wrote them.
    package func check(_ names: [String], in folder: String) throws(OutputError) -> [String] {
        for name in names {
            let path = Self.location(of: name, in: folder)
            if let state = FileState.behind(path) { try refuseInput(state, at: path) }
        }
        let earlier = Manifest(folder: folder, within: nil)
        let manifest = Self.location(of: Manifest.fileName, in: folder)
        if let earlier, !isForced, !names.isEmpty, Self.work(of: earlier.command) != work {
            throw .inTheWay(
                path: manifest, .otherWork(Self.work(of: earlier.command), instead: work))
        }
        for name in names {
            let path = Self.location(of: name, in: folder)
            guard let state = FileState.at(path) else { continue }
            try check(state, at: path) {
                if name == Manifest.fileName { return earlier == nil ? .foreign(work) : nil }
                guard let written = earlier?.hash(of: name) else { return .foreign(work) }
                return FileContent.hash(path) == written ? nil : .changed
            }
        }
        return (earlier?.outputs ?? []).filter { output in
            let path = Self.location(of: output.name, in: folder)
            guard self.names.contains(output.name), !names.contains(output.name),
                let state = FileState.at(path), state.kind == .regular,
                !inputs.contains(state.identity)
            else { return false }
            return FileContent.hash(path) == output.sha256
        }.map(\.name)
    }

    // MARK: Files that stand alone

    /// Refuses to replace a file that is not provably this command's.
    func checkAlone(_ state: FileState, at path: String) throws(OutputError) {
        try check(state, at: path) {
            guard let bytes = FileContent.bytes(path, limit: Seal.sizeAtMost) else {
                return .foreign(work)
            }
            return switch Seal.verdict(on: bytes, by: work) {
            case .intact: nil
            case .broken: .changed
            case .none: .foreign(work)
            }
        }
    }

    /// Refuses what is read, whatever it is.
    func refuseInput(_ state: FileState, at path: String) throws(OutputError) {
        if inputs.contains(state.identity) { throw .inTheWay(path: path, .input) }
    }

    private func check(
        _ state: FileState, at path: String, _ proof: () -> OutputObstacle?
    ) throws(OutputError) {
        if let behind = FileState.behind(path) { try refuseInput(behind, at: path) }
        switch state.kind {
        case .directory: throw .cannotCreate(path: path, reason: .isDirectory)
        case .link: throw .inTheWay(path: path, .link)
        case .stream, .disk, .other: throw .inTheWay(path: path, .noFile)
        case .regular:
            // Of an empty file nothing is lost.
            if isForced || state.size == 0 { return }
            if let obstacle = proof() { throw .inTheWay(path: path, obstacle) }
        }
    }

    /// Whether a disk may be written to.
    var mayWriteToDisks: Bool { isForced }

    /// Where a file stands in a directory.
    package static func location(of name: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}

/// A note in a file that stands alone, of which command wrote it, with a hash of the file: by it
/// the command knows its own file again, and that it has not changed since.
///
/// The hash is that of the whole file with zeros in the hash's own place.
public enum Seal {
    /// Where a format has room for a note that its readers pass over.
    public enum Form: Sendable {
        case xml
        /// One more member, `written-by`, of the last object of a list.
        case json
        case yaml
    }

    /// What a file says of itself.
    package enum Verdict {
        case intact
        /// There is a note of that command, but the file is another one.
        case broken
    }

    /// Longer files are not looked at.
    package static let sizeAtMost = 1 << 28

    private static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 64)

    private static func note(of work: String) -> String { "tailwatt \(work), sha256 " }

    /// The file with its note; as it is where it has no room for one.
    package static func sealed(_ bytes: [UInt8], _ form: Form, by work: String) -> [UInt8] {
        let blank = note(of: work) + String(decoding: zeros, as: UTF8.self)
        var file = bytes
        switch form {
        case .xml: file += Array("<!-- \(blank) -->\n".utf8)
        case .yaml: file += Array("# \(blank)\n".utf8)
        case .json:
            let end = Array("\n  }\n]\n".utf8)
            guard bytes.suffix(end.count).elementsEqual(end) else { return bytes }
            file.replaceSubrange(
                (file.count - end.count)...,
                with: Array(",\n    \"written-by\": \"\(blank)\"".utf8) + end)
        }
        guard let place = place(in: file, by: work) else { return bytes }
        file.replaceSubrange(place, with: Array(SHA256.hexadecimal(of: file).utf8))
        return file
    }

    /// What the file says of being written by `work`; `nil`: nothing.
    package static func verdict(on bytes: [UInt8], by work: String) -> Verdict? {
        guard let place = place(in: bytes, by: work) else { return nil }
        var blank = bytes
        blank.replaceSubrange(place, with: zeros)
        return SHA256.hexadecimal(of: blank) == String(decoding: bytes[place], as: UTF8.self)
            ? .intact : .broken
    }

    /// The place of the hash, which is near the end.
    private static func place(in bytes: [UInt8], by work: String) -> Range<Int>? {
        let note = Array(note(of: work).utf8)
        let first = max(0, bytes.count - 512)
        for start in stride(from: bytes.count - note.count - 64, through: first, by: -1)
        where bytes[start..<(start + note.count)].elementsEqual(note) {
            return start + note.count..<start + note.count + 64
        }
        return nil
    }
}
