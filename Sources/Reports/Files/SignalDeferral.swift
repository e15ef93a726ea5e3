import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The signal that came while signals had to wait; 0: none.
private let waiting = Atomic<Int32>(0)

/// Lets files be written to their end before the program is.
enum SignalDeferral {
    private static let signals = [SIGINT, SIGTERM]

    /// Runs `body`; SIGINT and SIGTERM that come meanwhile are delivered afterwards.
    static func during<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let before = signals.map { signal($0) { waiting.store($0, ordering: .relaxed) } }
        defer {
            for (number, handler) in zip(signals, before) { _ = signal(number, handler) }
            let number = waiting.exchange(0, ordering: .relaxed)
            if number != 0 { kill(getpid(), number) }
        }
        return try body()
    }
}
