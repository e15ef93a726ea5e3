import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Lets files be written to their end before the program is.
enum SignalDeferral {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Runs `body`; SIGINT, SIGTERM, SIGHUP and SIGQUIT that come meanwhile are delivered
    /// afterwards.
    static func during<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        deferring.withLock { deferring in
            deferring.count += 1
            if deferring.count > 1 { return }
            isDeferring.store(true, ordering: .sequentiallyConsistent)
            deferring.before = signals.map { signal($0, came) }
        }
        defer {
            deferring.withLock { deferring in
                deferring.count -= 1
                if deferring.count > 0 { return }
                for (number, handler) in zip(signals, deferring.before) {
                    _ = signal(number, handler)
                }
                isDeferring.store(false, ordering: .sequentiallyConsistent)
            }
            deliver()
        }
        return try body()
    }

    /// The handler while signals wait.
    ///
    /// A thread may be told to run it while they wait, and, on a busy machine, come to do so when
    /// they no longer do and nobody looks any more: then it delivers the signal itself.
    static let came: @convention(c) (Int32) -> Void = { number in
        waiting.store(number, ordering: .sequentiallyConsistent)
        deliver()
    }

    /// Sends the program the signal that waits, if any does and none has to.
    private static func deliver() {
        if isDeferring.load(ordering: .sequentiallyConsistent) { return }
        let number = waiting.exchange(0, ordering: .sequentiallyConsistent)
        if number != 0 { kill(getpid(), number) }
    }

    private typealias Handler = @convention(c) (Int32) -> Void

    /// How many bodies run, and what handled the signals before the first of them.
    private struct Bodies {
        var count = 0
        var before: [Handler?] = []
    }

    private static let deferring = Mutex(Bodies())
    private static let isDeferring = Atomic(false)
    /// The signal that came while signals had to wait; 0: none.
    private static let waiting = Atomic<Int32>(0)
}
