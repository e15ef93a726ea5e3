import Foundation
import Show

/// A part of a long work that is kept as soon as it is done.
public protocol KeptPart: Sendable {
    /// What one is called.
    static var word: String { get }
    /// As it is kept.
    var kept: [UInt8] { get }

    /// `nil` if the bytes were not kept so, to the last one, as the part of a number from 0.
    init?(kept bytes: [UInt8], number: Int)
}

/// The parts of a work that are done, kept in a folder until all are: a work that was interrupted
/// goes on where it was.
///
/// The folder is named after everything that decides the results; another command, or other
/// files, keep their parts elsewhere. Each part is one file, which appears whole or not at all
/// and begins with its lengths and its hash. What is not as it was written is done again.
public struct WorkJournal<Part: KeptPart>: Sendable {
    /// By number, from 0.
    public let parts: [Int: Part]
    /// Parts of which something was kept that cannot be believed, from 0.
    let damaged: [Int]
    private let folder: String

    /// Of the manifest's work the parts `own` are done here; `out` is the folder of results.
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

    /// A point has thousands of rows at most, a piece of replications as many of lists.
    private static var sizeAtMost: Int { 1 << 26 }

    private static func name(of number: Int) -> String { "\(Part.word)-\(number + 1).kept" }

    /// What a user is told before the work goes on; `nil` where nothing was kept.
    public func note(of count: Int) -> String? {
        guard !parts.isEmpty || !damaged.isEmpty else { return nil }
        let numbers = damaged.map { "\($0 + 1)" }.joined(separator: ", ")
        return "note: going on: \(parts.count) of \(count) \(Part.word)s were done before"
            + (damaged.isEmpty
                ? "" : "; what was kept of \(numbers) is not as it was written, and is run again")
    }

    /// Keeps a part.
    ///
    /// - Throws: `OutputError` where it cannot be written.
    public func keep(_ part: Part, at number: Int) throws {
        // The folder's name holds a hash of all that decides the results: it is this work's own.
        let claim = OutputClaim(command: [Part.word], inputs: [], isForced: true)
        var directory = OutputDirectory(path: folder, claim: claim)
        directory.add(Self.name(of: number), part.kept)
        try directory.publish()
    }

    /// Forgets all parts, which are in the results now.
    ///
    /// Another run of the same work in the same folder may be about to keep a part: it waits, finds
    /// the folder gone, and makes one of its own.
    public func remove() {
        guard let turn = DirectoryTurn(in: folder) else { return }
        try? FileManager.default.removeItem(atPath: folder)
        turn.end()
    }
}

/// The pieces that a shard of replications, or of a study's experiments, has for a file.
public struct ReplicationPieces: Sendable {
    /// In order, as `CutWork.bytes(of:progress:)` has them.
    public let pieces: [[UInt8]]

    static let fileName = "pieces.bin"
    private static let mark = "tailwatt-pieces-1"

    public init(_ pieces: [[UInt8]]) { self.pieces = pieces }

    var file: [UInt8] { SealedParts.bytes(Self.mark, pieces) }

    /// - Parameter file: the bytes of `pieces.bin`.
    /// - Returns: `nil` if they were not written so.
    public init?(file: [UInt8]) {
        guard let pieces = SealedParts.parts(of: file, Self.mark) else { return nil }
        self.init(pieces)
    }
}

/// A piece that a shard keeps until it has all of its own.
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

/// Parts that are kept as one file: a line with their lengths and a hash, then one after the other.
public enum SealedParts {
    /// `mark` is the line's first word, which says what the parts are and in which form.
    public static func bytes(_ mark: String, _ parts: [[UInt8]]) -> [UInt8] {
        let body = parts.flatMap { $0 }
        let words = [mark] + parts.map { "\($0.count)" } + [SHA256.hexadecimal(of: body)]
        return Array((words.joined(separator: " ") + "\n").utf8) + body
    }

    /// - Returns: `nil` if the bytes were not written so, to the last one.
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
        // A length can be written in more than one way, and be missing where it is 0.
        return Self.bytes(mark, parts) == bytes ? parts : nil
    }
}
