import Dispatch
import Foundation

/// Ctrl-C ends an experiment, not the program: what has been simulated is still reported.
enum Interruption {
    /// By custom, 128 and the number of the signal.
    static let exitCode: Int32 = 130

    /// The value of `body`, whose task is cancelled by the first SIGINT. A second one ends the
    /// program.
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        // First, so that nothing of the body can be cut off halfway.
        signal(SIGINT, SIG_IGN)
        let task = Task { await body() }
        let source = DispatchSource.makeSignalSource(signal: SIGINT)
        source.setEventHandler {
            task.cancel()
            signal(SIGINT, SIG_DFL)
        }
        source.resume()
        defer {
            source.cancel()
            signal(SIGINT, SIG_DFL)
        }
        return await task.value
    }
}
