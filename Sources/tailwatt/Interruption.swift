import Dispatch
import Foundation
import Synchronization

/// Ctrl-C, or SIGTERM, ends an experiment, not the program: what has been simulated is still
/// reported.
enum Interruption {
    /// By custom, 128 and the number of the signal.
    static var exitCode: Int32 { 128 + received.load(ordering: .relaxed) }

    private static let received = Atomic<Int32>(SIGINT)
    private static let signals = [SIGINT, SIGTERM]

    /// The value of `body`, whose task is cancelled by the first SIGINT or SIGTERM. A second one
    /// ends the program.
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        // First, so that nothing of the body can be cut off halfway.
        for number in signals { signal(number, SIG_IGN) }
        let task = Task { await body() }
        let sources = signals.map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                received.store(number, ordering: .relaxed)
                task.cancel()
                for number in signals { signal(number, SIG_DFL) }
            }
            source.resume()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in signals { signal(number, SIG_DFL) }
        }
        return await task.value
    }
}
