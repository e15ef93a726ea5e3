import EventKernel

/// How long a player waits and plays at a time.
struct PlayerIntervals: Sendable {
    private var since: Instant = .start
    private var waits = DurationHistogram()
    private var stalls = DurationHistogram()
    private var plays = DurationHistogram()

    /// What took no time was no interval.
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

    /// The intervals that have ended.
    ///
    /// - Parameters:
    ///   - metrics: filled in.
    ///   - status: at the horizon, where one has not ended.
    func report(into metrics: inout MetricValues, in status: StreamingPolicy.Status) {
        for (kind, intervals, own) in [
            (MeasuredDuration.startUpTime, waits, StreamingPolicy.Status.startingUp),
            (.rebufferingTime, stalls, .rebuffering), (.playedTime, plays, .playing),
        ] {
            var all = intervals
            all.unended = status == own ? 1 : 0
            metrics.durations[kind] = all
        }
    }
}
