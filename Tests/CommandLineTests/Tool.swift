import Foundation
import TestSupport

enum Tool {
    struct Outcome {
        let exitCode: Int32
        let output: String
        let errors: String

        /// The output with every line break replaced by a space.
        var words: String { Self.words(output) }
        /// The errors with every line break replaced by a space.
        var errorWords: String { Self.words(errors) }

        private static func words(_ text: String) -> String {
            text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        }
    }

    /// The program is in the folder of the test program.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("tailwatt")

    /// Runs the program in `folder`, by default the repository.
    static func run(_ arguments: [String], in folder: URL = Repository.root) throws -> Outcome {
        try run(executable, arguments, in: folder)
    }

    /// Runs a shell line in which `$TAILWATT` is the program.
    static func shell(_ line: String, in folder: URL = Repository.root) throws -> Outcome {
        try run(URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: folder)
    }

    private static func run(
        _ program: URL, _ arguments: [String], in folder: URL
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        environment["TAILWATT"] = executable.path
        // Tests must not depend on the width of the terminal that runs them.
        environment["COLUMNS"] = nil
        process.environment = environment
        // Files instead of pipes: a pipe without a reader would block the program.
        let scratch = try ScratchFolder()
        let output = try scratch.file("stdout", Data())
        let errors = try scratch.file("stderr", Data())
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Outcome(
            exitCode: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

/// A temporary folder that is removed with this object.
final class ScratchFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("tailwatt-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    @discardableResult
    func file(_ name: String, _ data: Data) throws -> URL {
        let file = url.appendingPathComponent(name)
        try data.write(to: file)
        return file
    }

    @discardableResult
    func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }

    /// The sorted names in a subfolder, hidden files included.
    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: url.appendingPathComponent(folder).path
        ).sorted()
    }

    func data(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }
}
