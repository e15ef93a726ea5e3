import Foundation
import Kernel
import Show

/// Standard output, which may be closed, full, or a pipe whose reader has gone.
enum StandardOutput {
    /// Puts something that refuses writing in the place of a standard stream that the caller has
    /// closed. Otherwise the next file to be opened would get its number, and our words with it.
    static func occupyClosedDescriptors() {
        for descriptor in [0, 1, 2] as [Int32] where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is the closed one.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Ends the program where the caller lets it open hardly any file. What hands out work to
    /// threads needs some for itself, and traps without them.
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

    /// Ends the program where the caller lets its stack have less than a command may need. What
    /// runs out of it ends without a word.
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

    /// Writes all of the text, or says why it could not.
    ///
    /// A reader that has gone (`| head`) ends the program by SIGPIPE, as it does any other.
    ///
    /// What comes from files and arguments is made printable by those who put it in; here nothing
    /// passes that steers a terminal.
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
