import Kernel

/// How much work a run was.
struct RunWork: Hashable, Sendable {
    /// As in `RunResult`.
    var events: UInt64
    /// Events put into the queue, cancelled ones included.
    var insertions: UInt64
    /// Words drawn from all random streams together; `nil` beyond a million from one.
    var words: Int?
}

extension RunPlan {
    /// The changes of cell that a run meets; for tests that compare the worlds of policies.
    func cellChanges(replication: Int) -> [CellChange] {
        var run = DeviceRun(self, replication: replication, record: nil)
        return run.cellChanges()
    }

    /// A run for the sake of what it takes; for tests that watch the cost of a run.
    func work(replication: Int) -> RunWork {
        var run = DeviceRun(self, replication: replication, record: nil)
        let before = run.streams
        let result = run.run()
        let words = zip(before, run.streams).map { $0.words(until: $1, limit: 1_000_000) }
        return RunWork(
            events: result.eventCount, insertions: run.insertions,
            words: words.contains(nil) ? nil : words.compactMap { $0 }.reduce(0, +))
    }
}
