import Foundation
import Reports
import Show

/// Standard input where `-` names it as a file.
enum StandardInput {
    /// - Parameter words: of the command line.
    /// - Throws: why it cannot be read, after saying so.
    static func prepare(for words: [String]) async throws {
        guard words.contains(FileOpening.standardInput) else { return }
        try await reportingFailures { try makeRereadable() }
    }

    /// Makes a pipe a file that can be opened as often as a command needs it: a trace is read again
    /// for each advice, a scenario for each point of a sweep. The file has no name, so that nothing
    /// of it is left behind.
    private static func makeRereadable() throws {
        var status = stat()
        guard fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/tailwatt-XXXXXX".utf8CString)
        let copy = mkstemp(&template)
        guard copy >= 0 else { throw failure(folder) }
        defer { close(copy) }
        unlink(template)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(0, &piece, piece.count)
            if count == 0 { break }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure("standard input") }
            guard writeAll(piece[..<count], to: copy) else { throw failure(folder) }
        }
        lseek(copy, 0, SEEK_SET)
        guard dup2(copy, 0) == 0 else { throw failure("standard input") }
    }

    private static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func failure(_ place: String) -> CommandFailure {
        CommandFailure(
            message: "standard input cannot be kept in \(place): "
                + String(cString: strerror(errno)),
            advice: "Name a file instead of -.", exitCode: .inputOutput)
    }
}
