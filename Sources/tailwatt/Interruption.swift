import Dispatch
import Foundation
import Synchronization

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
