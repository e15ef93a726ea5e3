/// Decides what a command may replace: only files that it demonstrably wrote itself.
///
/// In a result folder the manifest proves that, by the command and a hash of each file; in a single
/// file a ``Seal`` does. Changed files and files of others stay unless the user gives `--force`. A
/// file that the command has read is never replaced.
public struct OutputClaim: Sendable {
    /// The command without what varies from one result to the next.
    public let work: String
    private let inputs: Set<FileIdentity>
    private let isForced: Bool
    /// The names of result files; no other file is ever removed.
    private let names: Set<String>

    public init(
        command: [String], inputs: [String], names: Set<String> = [], isForced: Bool = false
    ) {
        work = Self.work(of: command)
        self.inputs = Set(inputs.compactMap { FileIdentity(path: $0) })
        (self.names, self.isForced) = (names, isForced)
    }

    /// The words that distinguish a command's results: its name, and the part of a sweep.
    package static func work(of command: [String]) -> String {
        let count = ["fit", "profiles", "validate"].contains(command.first) ? 2 : 1
        var words = Array(command.prefix(count))
        if let flag = command.firstIndex(of: OptionName.shard.flag) {
            words += command[flag...].prefix(2)
        }
        return words.joined(separator: " ")
    }

    /// Throws unless this command wrote the files that would be replaced.
    ///
    /// - Returns: The other, unchanged files of the earlier result.
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
            if isForced || state.size == 0 { return }
            if let obstacle = proof() { throw .inTheWay(path: path, obstacle) }
        }
    }

    var mayWriteToDisks: Bool { isForced }

    package static func location(of name: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}

/// A note in a single file: the command that wrote it, and the file's hash.
///
/// The command recognises its own unchanged file by it. The hash covers the whole file, with zeros
/// in place of the hash.
public enum Seal {
    /// Where a format has room for a note that readers ignore.
    public enum Form: Sendable {
        case xml
        /// An extra member, `written-by`, in the last object of a list.
        case json, yaml
    }

    /// Whether a command wrote a file, and the file is unchanged.
    package enum Verdict {
        case intact
        /// The note is of that command, but the file was changed.
        case broken
    }

    /// Longer files are not examined.
    package static let sizeAtMost = 1 << 28

    private static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 64)

    private static func note(of work: String) -> String { "tailwatt \(work), sha256 " }

    /// Adds the note; returns the bytes unchanged if the form has no room for it.
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

    /// `nil` without a note of `work`.
    package static func verdict(on bytes: [UInt8], by work: String) -> Verdict? {
        guard let place = place(in: bytes, by: work) else { return nil }
        var blank = bytes
        blank.replaceSubrange(place, with: zeros)
        return SHA256.hexadecimal(of: blank) == String(decoding: bytes[place], as: UTF8.self)
            ? .intact : .broken
    }

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
