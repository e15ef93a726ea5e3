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
            deferring.before = signals.map { number in
                var action = sigaction()
                sigaction(number, nil, &action)
                signal(number, came)
                return action
            }
        }
        defer {
            deferring.withLock { deferring in
                deferring.count -= 1
                if deferring.count > 0 { return }
                for index in signals.indices {
                    sigaction(signals[index], &deferring.before[index], nil)
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

    /// How many bodies run, and what was done about the signals before the first of them. No
    /// handlers alone: the one that ignores a signal is the address 1, which an optional in Swift
    /// may take for nothing.
    private struct Bodies {
        var count = 0
        var before: [sigaction] = []
    }

    private static let deferring = Mutex(Bodies())
    private static let isDeferring = Atomic(false)
    /// The signal that came while signals had to wait; 0: none.
    private static let waiting = Atomic<Int32>(0)
}
