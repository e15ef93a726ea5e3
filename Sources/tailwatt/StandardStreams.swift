import Foundation
import Kernel
import Show

/// Standard output, which may be closed, full, or a pipe whose reader has gone.
enum StandardOutput {
    /// Opens `/dev/null` in place of each standard stream that the caller closed.
    ///
    /// Otherwise the next opened file would get its number, and our output.
    static func occupyClosedDescriptors() {
        for descriptor in [0, 1, 2] as [Int32] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Exits if the caller's limit on open files is too low: libdispatch traps without descriptors.
    static func refuseTooFewDescriptors() {
        let needed = 5
        let opened = (1...needed).map { _ in open("/dev/null", O_RDONLY) }.filter { $0 >= 0 }
        for file in opened { close(file) }
        guard opened.count < needed else { return }
        CommandFailure.say(
            "only \(opened.count) files more can be opened, and \(needed) are needed at least.",
            advice: "Raise the limit: ulimit -n 256.")
        Foundation.exit(CommandFailure.Code.inputOutput.rawValue)
    }

    /// Exits if the caller's stack limit is too small: a stack overflow would end without a
    /// message.
    static func refuseTinyStack() {
        var limit = rlimit()
        #if os(Linux)
            let answer = getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
        #else
            let answer = getrlimit(RLIMIT_STACK, &limit)
        #endif
        let (found, needed) = (limit.rlim_cur / 1024, rlim_t(256))
        guard answer == 0, found < needed else { return }
        CommandFailure.say(
            "the stack may have \(found) kB, and \(needed) kB are needed at least.",
            advice: "Raise the limit: ulimit -s 8192.")
        Foundation.exit(CommandFailure.Code.inputOutput.rawValue)
    }

    /// Writes all of the text, with control characters made harmless.
    ///
    /// If the reader has gone (`| head`), SIGPIPE ends the program, as usual. Callers make names of
    /// files and arguments printable themselves.
    static func write(_ text: String) throws(OutputError) {
        try write(Array(PrintableText.line(text, keeping: ["\n", "\t"]).utf8))
    }

    static func write(_ bytes: [UInt8]) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw OutputError.cannotWrite(
                    path: "standard output", reason: SystemReason(code: errno))
            }
            rest = rest.dropFirst(count)
        }
    }
}

/// Standard input, where a command names it by `-`.
enum StandardInput {
    /// - Throws: If it cannot be read.
    static func prepare(for words: [String]) throws {
        if words.contains(FileOpening.standardInput) { try makeRereadable() }
    }

    /// Copies a pipe into an unnamed file, which commands can read repeatedly and which leaves
    /// nothing behind.
    ///
    /// A trace is read again for each advice, a scenario for each point of a sweep.
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
