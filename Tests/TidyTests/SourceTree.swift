import Foundation
import TestSupport

/// The repository that these tests were built from, as files and lines.
enum SourceTree {
    static let root = Repository.root

    struct File: Sendable {
        /// From the root: `Sources/Kernel/Events/Instant.swift`.
        let path: String
        let text: String
        let lines: [Substring]

        init(path: String, text: String) {
            (self.path, self.text) = (path, text)
            lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        }

        /// The target's folder, for a file in `Sources`, `Lab` or `Tests`.
        var target: String {
            let parts = path.split(separator: "/")
            return String(parts[0] == "Lab" ? parts[0] : parts[1])
        }

        /// `path:line` of every line for which `isWrong` is true.
        func places(where isWrong: (Substring) -> Bool) -> [String] {
            zip(1..., lines).filter { isWrong($0.1) }.map { "\(path):\($0.0)" }
        }
    }

    static let sources = ["Sources", "Lab"].flatMap { files(in: $0, withExtension: "swift") }
    static let tests = files(in: "Tests", withExtension: "swift")
    static let benchmarks = files(in: "Benchmarks/Suite", withExtension: "swift")

    /// The folders of the targets, C modules included.
    static let targets =
        ((try? folder("Sources").children()) ?? [])
        .filter { $0.hasDirectoryPath }.map(\.lastPathComponent).sorted() + ["Lab"]

    /// The text files under `path` (a folder or one file), sorted by path; empty if it does not
    /// exist.
    static func files(in path: String, withExtension wanted: String? = nil) -> [File] {
        let start = folder(path)
        var found = [start]
        if let enumerator = FileManager.default.enumerator(
            at: start, includingPropertiesForKeys: nil)
        {
            found += enumerator.compactMap { $0 as? URL }
        }
        return found.compactMap { url in
            guard wanted == nil || url.pathExtension == wanted,
                let data = try? Data(contentsOf: url),
                let text = String(data: data, encoding: .utf8)
            else { return nil }
            return File(path: String(url.path.dropFirst(root.path.count + 1)), text: text)
        }
        .sorted { $0.path < $1.path }
    }

    private static func folder(_ path: String) -> URL { root.appending(path: path) }
}

extension URL {
    fileprivate func children() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: self, includingPropertiesForKeys: [.isDirectoryKey])
    }
}
