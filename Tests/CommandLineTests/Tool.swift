import Foundation
import TestSupport

/// The tailwatt of this build, as a user runs it.
enum Tool {
    struct Outcome {
        let exitCode: Int32
        let output: String
        let errors: String

        /// The output as it reads, wherever its lines end.
        var words: String { Self.words(output) }
        /// The same of what is said of it.
        var errorWords: String { Self.words(errors) }

        private static func words(_ text: String) -> String {
            text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        }
    }

    /// Beside the test program.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("tailwatt")

    /// Runs it in `folder`, the repository unless another is named.
    static func run(_ arguments: [String], in folder: URL = Repository.root) throws -> Outcome {
        try run(executable, arguments, in: folder)
    }

    /// Runs a line of shell in which `$TAILWATT` is the program.
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
        // The width of the terminal that the tests run in is none of theirs.
        environment["COLUMNS"] = nil
        process.environment = environment
        // Files rather than pipes: a pipe that nobody empties would stop the program.
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

/// A folder that is removed with its owner.
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

    /// What is in a folder below, sorted; hidden files included.
    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: url.appendingPathComponent(folder).path
        ).sorted()
    }

    func data(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }
}
