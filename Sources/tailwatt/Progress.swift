import Dispatch
import Foundation
import Kernel
import Synchronization

/// How far a command has come and what is left, on stderr and only on a terminal.
///
/// The line stands there before the first second is over, and moves on by itself: the first stage
/// of an experiment may take minutes.
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

    /// Between two looks at what has been done, in seconds.
    private static let pause = 0.5

    init(atMost: Int, isQuiet: Bool) {
        self.atMost = atMost
        isShown =
            !isQuiet && isatty(2) == 1 && ProcessInfo.processInfo.environment["CI"] != "true"
        guard isShown else { return }
        // A thread of its own: those of tasks are all busy with replications.
        Thread.detachNewThread { [weak self] in
            repeat { Thread.sleep(forTimeInterval: Self.pause) } while self?.draw() ?? false
        }
    }

    func show(_ done: Int, of what: String = "replications", on day: String? = nil) {
        guard isShown else { return }
        state.withLock { ($0.done, $0.what, $0.day) = (done, what, day) }
    }

    /// Leaves the line as if nothing had been there.
    func clear() {
        state.withLock { state in
            state.isOver = true
            if state.hasShown { say("\r\u{1B}[K") }
        }
    }

    /// - Returns: whether there is more to come.
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

    /// Nothing is known of it before something is done.
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

/// Ctrl-C, SIGTERM, SIGHUP or SIGQUIT ends an experiment, not the program: what has been simulated
/// is still reported.
enum Interruption {
    /// By custom, 128 and the number of the signal.
    static var exitCode: Int32 { 128 + received.load(ordering: .relaxed) }

    private static let received = Atomic<Int32>(SIGINT)
    /// A program that was started by `nohup` goes on when its terminal is closed.
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

    /// Where a handler writes; -1: nowhere.
    private static let bell = Atomic<Int32>(-1)
    /// Where its byte is read. It waits there for whoever begins to look, so no signal is lost,
    /// however busy the machine; `nil`: this process may open no more files.
    private static let ears: Int32? = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        bell.store(ends[1], ordering: .relaxed)
        return ends[0]
    }()

    /// The value of `body`, whose task is cancelled by the first such signal. A second one
    /// ends the program.
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        guard let ears else { return await body() }
        // First, so that nothing of the body can be cut off halfway.
        for number in signals { signal(number, ring) }
        let task = Task { await body() }
        let source = DispatchSource.makeReadSource(fileDescriptor: ears)
        source.setEventHandler {
            task.cancel()
            // The byte stays in the pipe: what begins after an interruption is cancelled as well.
            source.cancel()
        }
        source.resume()
        defer {
            source.cancel()
            for number in signals { signal(number, SIG_DFL) }
        }
        return await task.value
    }

    /// Does nothing but what a handler may: it stores, writes, and sets handlers.
    private static let ring: @convention(c) (Int32) -> Void = { number in
        let before = errno
        for number in signals { signal(number, SIG_DFL) }
        received.store(number, ordering: .relaxed)
        var byte: UInt8 = 0
        _ = write(bell.load(ordering: .relaxed), &byte, 1)
        errno = before
    }
}
