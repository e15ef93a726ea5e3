import Foundation

/// Files with recorded results that later runs must reproduce.
public enum Golden {
    /// Whether this run records anew (`RECORD=1`).
    public static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

    /// The text of a file, which a recording run first replaces by `found`.
    ///
    /// - Throws: ``Recorded`` in a recording run, which fails on purpose.
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

    /// The error that ends a recording test.
    public struct Recorded: Error, CustomStringConvertible {
        private let file: String

        public init(_ file: URL) { self.file = file.lastPathComponent }

        public var description: String { "recorded \(file); run again without RECORD" }
    }
}
