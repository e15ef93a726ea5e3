import Kernel

@testable import DeviceModel

/// The computing cost of a run.
public struct RunWork: Hashable, Sendable {
    /// As in `RunResult`.
    public var events: UInt64
    /// Events put into the queue, cancelled ones included.
    public var insertions: UInt64
    /// Words drawn from all random streams; `nil` if one stream drew more than a million.
    public var words: Int?
}

extension RunPlan {
    /// The changes of cell, for tests that compare the worlds of policies.
    public func cellChanges(replication: Int) -> [CellChange] {
        var run = DeviceRun(self, replication: replication, record: nil)
        return run.cellChanges()
    }

    /// The computing cost of a run, for tests that watch it.
    public func work(replication: Int) -> RunWork {
        var run = DeviceRun(self, replication: replication, record: nil)
        let before = run.streams
        let result = run.run()
        let words = zip(before, run.streams).map { $0.words(until: $1, limit: 1_000_000) }
        return RunWork(
            events: result.eventCount, insertions: run.insertions,
            words: words.contains(nil) ? nil : words.compactMap { $0 }.reduce(0, +))
    }
}

extension RandomStream {
    /// Draws until the stream equals `later`; `nil` beyond `limit`.
    ///
    /// For tests: counting while drawing would slow every run.
    public func words(until later: RandomStream, limit: Int) -> Int? {
        var stream = self
        for count in 0...limit {
            if stream == later { return count }
            _ = stream.next()
        }
        return nil
    }
}
