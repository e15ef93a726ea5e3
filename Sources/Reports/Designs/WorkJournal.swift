import Foundation

/// A part of a long job that is kept as soon as it is done.
public protocol KeptPart: Sendable {
    /// The noun for a part in messages and file names.
    static var word: String { get }
    var kept: [UInt8] { get }

    /// `nil` unless the bytes are exactly those kept for this part; `number` counts from 0.
    init?(kept bytes: [UInt8], number: Int)
}

/// Keeps the finished parts of a job in a folder, so that an interrupted job can resume.
///
/// The folder's name has a hash of everything that decides the results, so other commands and files
/// use other folders. Each part is one file, which appears whole or not at all, with its lengths
/// and hash. A damaged part is computed again.
public struct WorkJournal<Part: KeptPart>: Sendable {
    /// By number, from 0.
    public let parts: [Int: Part]
    /// The numbers of damaged parts, from 0.
    let damaged: [Int]
    private let folder: String

    /// - `own`: The parts of the manifest's job to compute here.
    /// - `out`: The folder of results.
    public init(_ own: [Int], of manifest: Manifest, in out: String) {
        let hash = SHA256.hexadecimal(of: JSONText.bytes(manifest.json))
        folder = "\(out)/unfinished-\(hash.prefix(12))"
        var (parts, damaged) = ([Int: Part](), [Int]())
        for number in own {
            let path = "\(folder)/\(Self.name(of: number))"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            if let bytes = FileContent.bytes(path, limit: Self.sizeAtMost),
                let part = Part(kept: bytes, number: number)
            {
                parts[number] = part
            } else {
                damaged.append(number)
            }
        }
        (self.parts, self.damaged) = (parts, damaged)
    }

    /// A point has at most thousands of rows, a piece of replications as many lists.
    private static var sizeAtMost: Int { 1 << 26 }

    private static func name(of number: Int) -> String { "\(Part.word)-\(number + 1).kept" }

    /// A message before the job resumes; `nil` if nothing was kept.
    public func note(of count: Int) -> String? {
        guard !parts.isEmpty || !damaged.isEmpty else { return nil }
        let numbers = damaged.map { "\($0 + 1)" }.joined(separator: ", ")
        return "note: going on: \(parts.count) of \(count) \(Part.word)s were done before"
            + (damaged.isEmpty
                ? "" : "; what was kept of \(numbers) is not as it was written, and is run again")
    }

    public func keep(_ part: Part, at number: Int) throws {
        // Overwriting is safe: the folder's name has a hash of all that decides the results.
        let claim = OutputClaim(command: [Part.word], inputs: [], isForced: true)
        var directory = OutputDirectory(path: folder, claim: claim)
        directory.add(Self.name(of: number), part.kept)
        try directory.publish()
    }

    /// Deletes the kept parts, once they are in the results.
    ///
    /// Another run of the same job may be about to keep a part: it waits, finds no folder, and
    /// makes its own.
    public func remove() {
        guard let turn = DirectoryTurn(in: folder) else { return }
        try? FileManager.default.removeItem(atPath: folder)
        turn.end()
    }
}

/// The pieces that a shard of a job writes into a file.
public struct ReplicationPieces: Sendable {
    /// As `CutWork.bytes(of:progress:)` returns them.
    public let pieces: [[UInt8]]

    static let fileName = "pieces.bin"
    private static let mark = "tailwatt-pieces-1"

    public init(_ pieces: [[UInt8]]) { self.pieces = pieces }
    var file: [UInt8] { SealedParts.bytes(Self.mark, pieces) }

    /// - Parameter file: The bytes of `pieces.bin`; invalid ones give `nil`.
    public init?(file: [UInt8]) {
        guard let pieces = SealedParts.parts(of: file, Self.mark) else { return nil }
        self.init(pieces)
    }
}

/// A piece that a shard keeps until all of its pieces are done.
public struct KeptPiece: KeptPart {
    public static var word: String { "piece" }

    private static let mark = "tailwatt-piece-1"

    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    public var kept: [UInt8] { SealedParts.bytes(Self.mark, [bytes]) }

    public init?(kept bytes: [UInt8], number: Int) {
        guard let parts = SealedParts.parts(of: bytes, Self.mark), parts.count == 1 else {
            return nil
        }
        self.bytes = parts[0]
    }
}

/// Several parts in one file: a line with their lengths and a hash, then the parts.
public enum SealedParts {
    /// - `mark`: The first word of the line, which names the kind and version of the parts.
    public static func bytes(_ mark: String, _ parts: [[UInt8]]) -> [UInt8] {
        let body = parts.flatMap { $0 }
        let words = [mark] + parts.map { "\($0.count)" } + [SHA256.hexadecimal(of: body)]
        return Array((words.joined(separator: " ") + "\n").utf8) + body
    }

    /// - Returns: `nil` unless writing the parts gives exactly these bytes.
    public static func parts(of bytes: [UInt8], _ mark: String) -> [[UInt8]]? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let lengths = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
            .dropFirst().dropLast()
        var parts: [[UInt8]] = []
        var rest = bytes[(end + 1)...]
        for word in lengths {
            guard let length = Int(word), (0...rest.count).contains(length) else { return nil }
            parts.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        // Rejects other spellings of a length, such as a missing one for 0.
        return Self.bytes(mark, parts) == bytes ? parts : nil
    }
}
