import Dispatch
import Foundation
import Synchronization

/// Shows progress and remaining time on stderr, if that is a terminal.
///
/// The line updates itself, as the first stage of an experiment may take minutes.
final class Progress: Sendable {
    private struct State {
        var done = 0
        var what = "replications"
        var day: String?
        var hasShown = false
        var isOver = false
    }

    private let atMost: Int
    private let start = ContinuousClock.now
    private let state = Mutex(State())
    private let isShown: Bool

    /// In seconds.
    private static let pause = 0.5

    init(atMost: Int, isQuiet: Bool) {
        self.atMost = atMost
        isShown = !isQuiet && isatty(2) == 1 && ProcessInfo.processInfo.environment["CI"] != "true"
        guard isShown else { return }
        // A thread of its own, as replications occupy all threads of tasks.
        Thread.detachNewThread { [weak self] in
            repeat { Thread.sleep(forTimeInterval: Self.pause) } while self?.draw() ?? false
        }
    }

    func show(_ done: Int, of what: String = "replications", on day: String? = nil) {
        guard isShown else { return }
        state.withLock { ($0.done, $0.what, $0.day) = (done, what, day) }
    }

    func clear() {
        state.withLock { state in
            state.isOver = true
            if state.hasShown { say("\r\u{1B}[K") }
        }
    }

    private func draw() -> Bool {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return state.withLock { state in
            if state.isOver { return false }
            state.hasShown = true
            let part = state.day.map { "\($0): " } ?? ""
            let count = "\(state.done) \(state.what) of at most \(atMost)"
            let line = "\(part)\(count), \(Self.words(elapsed))\(left(state.done, elapsed))"
            say("\r\u{1B}[K" + PrintableText.line(line))
            return true
        }
    }

    /// The remaining time; empty before anything is done.
    private func left(_ done: Int, _ elapsed: Double) -> String {
        guard done > 0, done < atMost else { return "" }
        return ", at most \(Self.words(elapsed * Double(atMost - done) / Double(done))) left"
    }

    private static func words(_ seconds: Double) -> String {
        if seconds < 120 { return "\(Int(seconds.rounded())) s" }
        if seconds < 7200 { return "\(Int((seconds / 60).rounded())) min" }
        return "\(Int(min(seconds / 3600, 1e9).rounded())) h"
    }
}

extension PrintOptions {
    /// The value of `work`, which shows how much of `most` is done, and which Ctrl-C cancels.
    func run<Value: Sendable>(
        atMost most: Int, _ work: @escaping @Sendable (Progress) async throws -> Value
    ) async throws -> Value {
        let progress = Progress(atMost: most, isQuiet: quiet)
        defer { progress.clear() }
        return try await Interruption.cancelling { try await work(progress) }
    }

    /// The result of a search, or a failure that says why it has none.
    func run<Value: Sendable>(
        _ search: String, atMost most: Int,
        _ work: @escaping @Sendable (Progress) async throws -> Value
    ) async throws -> Value {
        do {
            return try await run(atMost: most, work)
        } catch SearchError.interrupted {
            throw Interruption.ended("interrupted before the \(search) was over")
        } catch SearchError.impossible(let words, let advice) {
            throw CommandFailure(message: words, advice: advice, exitCode: .badData)
        }
    }

    /// The result of an experiment, or what there is of it when the user interrupts.
    func run(
        _ experiment: Experiment, with variants: [AnswerVariant] = []
    ) async throws -> ExperimentResult {
        let result = try await run(atMost: experiment.scenario.replications.atMost) { progress in
            await experiment.run { progress.show($0) }.with(variants, jobs: experiment.jobs)
        }
        try result.requireWithinBudget()
        return result
    }
}

/// Lets Ctrl-C, SIGTERM, SIGHUP or SIGQUIT end an experiment but not the program.
///
/// The results so far are still reported.
enum Interruption {
    /// By convention, 128 plus the number of the signal.
    static var exitCode: Int32 { 128 + received.load(ordering: .relaxed) }

    private static let received = Atomic<Int32>(SIGINT)
    /// Signals that the caller ignores stay ignored: a program under `nohup` outlives its terminal.
    private static let signals =
        [SIGINT, SIGTERM]
        + [SIGHUP, SIGQUIT].filter { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            return handlerNumber(of: action) != unsafeBitCast(SIG_IGN, to: Int.self)
        }

    private static func handlerNumber(of action: sigaction) -> Int {
        #if canImport(Darwin)
            unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #elseif canImport(Musl)
            unsafeBitCast(action.__sa_handler.sa_handler, to: Int.self)
        #else
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
    }

    /// The descriptor that the handler writes to; -1 before it exists.
    private static let bell = Atomic<Int32>(-1)
    /// The descriptor that the handler's byte is read from; `nil` if no file can be opened.
    ///
    /// The byte stays in the pipe until it is read, so no signal is lost on a busy machine.
    private static let ears: Int32? = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        bell.store(ends[1], ordering: .relaxed)
        return ends[0]
    }()

    /// Says that the user interrupted, and gives the error that ends the command.
    static func ended(_ note: String) -> ExitCode {
        talk(note)
        return ExitCode(exitCode)
    }

    /// The value of `body`, whose task the first signal cancels; a second signal ends the program.
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let ears else { return try await body() }
        // Before the task starts, so that no part of `body` is cut off halfway.
        for number in signals { signal(number, ring) }
        let task = Task { try await body() }
        let source = DispatchSource.makeReadSource(fileDescriptor: ears)
        source.setEventHandler {
            task.cancel()
            // The byte stays in the pipe, so that whatever starts after the interruption is
            // cancelled, too.
            source.cancel()
        }
        source.resume()
        defer {
            source.cancel()
            for number in signals { signal(number, SIG_DFL) }
        }
        return try await task.value
    }

    /// The signal handler; makes only async-signal-safe calls.
    private static let ring: @convention(c) (Int32) -> Void = { number in
        let before = errno
        for number in signals { signal(number, SIG_DFL) }
        received.store(number, ordering: .relaxed)
        var byte: UInt8 = 0
        _ = write(bell.load(ordering: .relaxed), &byte, 1)
        errno = before
    }
}

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
        if let reason = StagedFile.write(bytes, to: 1) {
            throw .cannotWrite(path: "standard output", reason: reason)
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
            if StagedFile.write(Array(piece[..<count]), to: copy) != nil { throw failure(folder) }
        }
        lseek(copy, 0, SEEK_SET)
        guard dup2(copy, 0) == 0 else { throw failure("standard input") }
    }

    private static func failure(_ place: String) -> CommandFailure {
        CommandFailure(
            message: "standard input cannot be kept in \(place): "
                + String(cString: strerror(errno)),
            advice: "Name a file instead of -.", exitCode: .inputOutput)
    }
}
