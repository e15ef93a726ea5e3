import Kernel

extension WorldProfile {
    /// What comes again and again by itself: its key, the mean time from one to the next and how
    /// many events each is.
    var recurrences: [(source: String, every: Seconds, events: Double)] {
        var found: [(String, Seconds, Double)] = []
        func add(_ source: String, _ every: Distribution<Seconds>?) {
            if let every { found.append((source, every.mean, 1)) }
        }
        func add(_ source: String, _ spells: Spells?) {
            guard let spells else { return }
            found.append((source, spells.every.mean + spells.duration.mean, 2))
        }
        for traffic in otherTraffic { add("other-traffic", traffic.every) }
        for log in recordedTraffic {
            guard let repeats = log.repeats else { continue }
            found.append(("other-traffic", repeats.seconds, Double(log.moments.count)))
        }
        add("incoming-calls", incomingCalls)
        add("phone-calls", phoneCalls)
        add("network-change", network.change)
        add("outages", network.outages)
        add("signal", signal?.residence)
        add("memory-pressure", memoryPressure?.every)
        add("restarts", restarts)
        add("other-apps", otherApps)
        for app in apps {
            add("sessions", app.sessions)
            add("force-quits", app.forceQuits)
            add("messages", app.messages?.every)
            add("outbox", app.outbox?.every)
            add("pauses", app.pauses)
            add("recordings", app.recordings)
            add("out-of-range", app.outOfRange)
        }
        add("remote-control", sound?.remoteControl)
        add("next-track", sound?.nextTrack)
        add("previous-track", sound?.previousTrack)
        add("headset-removed", sound?.headsetRemoved)
        add("other-player", sound?.otherPlayer)
        add("air-play", sound?.airPlay?.spells)
        return found.map { (source: $0.0, every: $0.1, events: $0.2) }
    }

    /// What the world alone would take beyond the budget of a run; `nil`: it fits.
    ///
    /// A renewal process has t/μ − 1 events or more by t in the mean (Wald), so this refuses
    /// nothing that could be expected to fit.
    func excess(until horizon: TimeSpan, _ budget: RunBudget) -> RunExcess? {
        let rates = recurrences.map { ($0, horizon.seconds / $0.every * $0.events - $0.events) }
        guard let most = rates.max(by: { $0.1 < $1.1 }) else { return nil }
        let events = rates.reduce(0) { $0 + max(0, $1.1) }
        guard events > Double(budget.events) else { return nil }
        return .foreseen(
            events: events, most: budget.events, source: most.0.source, every: most.0.every)
    }
}
