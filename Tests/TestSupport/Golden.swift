import Foundation

/// Files that say what was found once, and are found again.
public enum Golden {
    /// Whether this run writes them anew (`RECORD=1`).
    public static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

    /// What a file says; a run that records writes `found` to it first.
    ///
    /// - Parameters:
    ///   - file: in the repository.
    ///   - found: what this run has found.
    /// - Throws: ``Recorded`` in a run that records, which fails on purpose.
    public static func text(of file: URL, recording found: String) throws -> String {
        if isRecording { try record(found, to: file) }
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// Writes a file, and fails on purpose.
    ///
    /// - Throws: ``Recorded``.
    public static func record(_ found: String, to file: URL) throws {
        try Data(found.utf8).write(to: file)
        throw Recorded(file)
    }

    /// What ends a test that has recorded.
    public struct Recorded: Error, CustomStringConvertible {
        private let file: String

        public init(_ file: URL) { self.file = file.lastPathComponent }

        public var description: String { "recorded \(file); run again without RECORD" }
    }
}
