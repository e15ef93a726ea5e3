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
            events: result.eventCount, insertions: run.phone.calendar.insertionCount,
            words: words.contains(nil) ? nil : words.compactMap { $0 }.reduce(0, +))
    }
}

extension DeviceRun {
    /// All streams, in a fixed order.
    fileprivate var streams: [RandomStream] { world.streams + phone.delayStreams }
}

extension World {
    fileprivate var streams: [RandomStream] {
        var streams = [
            natIdleTimeouts, networkChanges, incomingCalls, phoneCalls, ground.firstFixes, tracks,
        ]
        for source in traffic.indices { streams.append(traffic[source]) }
        let parts: [Any?] = [
            apps, wifi, charging, memoryPressure, restarts, otherApps, outages, udpTimeouts, signal,
            ownWork, user, sound,
        ]
        return streams + parts.flatMap(Self.streams)
    }

    /// The streams that a value is or has, at any depth.
    private static func streams(in value: Any?) -> [RandomStream] {
        guard let value else { return [] }
        if let stream = value as? RandomStream { return [stream] }
        return Mirror(reflecting: value).children.flatMap { streams(in: $0.value) }
    }
}

extension Phone {
    /// Streams of the promotion delays: first the phone's main radio, then the other.
    fileprivate var delayStreams: [RandomStream] {
        guard let other else { return [radio.delays] }
        let streams = [radio.delays, other.radio.delays]
        return isOnWiFi ? streams.reversed() : streams
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
