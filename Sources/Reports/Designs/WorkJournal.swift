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
    /// - Throws: ``OutputError`` where it cannot be written.
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
