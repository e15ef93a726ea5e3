/// The lengths of a player's waits and playing times.
struct PlayerIntervals: Sendable {
    private var since: Instant = .start
    private var waits = DurationHistogram()
    private var stalls = DurationHistogram()
    private var plays = DurationHistogram()

    /// Ignores intervals without duration.
    mutating func change(
        from status: StreamingPolicy.Status, to next: StreamingPolicy.Status, at time: Instant
    ) {
        guard next != status else { return }
        let passed = time - since
        since = time
        guard passed > .zero else { return }
        switch status {
        case .startingUp: waits.add(passed)
        case .rebuffering: stalls.add(passed)
        case .playing: plays.add(passed)
        case .interrupted, .ended, .paused, .notYet: break
        }
    }

    /// - Parameter status: At the horizon, where one interval has not ended.
    func report(
        into metrics: inout MetricValues, in status: StreamingPolicy.Status, at horizon: Instant
    ) {
        for (kind, intervals, own) in [
            (MeasuredDuration.startUpTime, waits, StreamingPolicy.Status.startingUp),
            (.rebufferingTime, stalls, .rebuffering), (.playedTime, plays, .playing),
        ] {
            var all = intervals
            all.unended = status == own ? 1 : 0
            metrics.durations[kind] = all
        }
        let open = (horizon - since).seconds.magnitude
        metrics[.startUpTime] = Self.seconds(waits) + (status == .startingUp ? open : 0)
        metrics[.rebufferingTime] = Self.seconds(stalls) + (status == .rebuffering ? open : 0)
    }

    private static func seconds(_ ended: DurationHistogram) -> Double {
        TimeSpan(nanoseconds: Int64(ended.sum)).seconds.magnitude
    }
}
