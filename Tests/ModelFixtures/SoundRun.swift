import Kernel

@testable import DeviceModel

extension RecordedRun {
    /// The times in seconds when a component was in a state, booked to apps; adjacent intervals are
    /// merged.
    public func spans(_ component: Component, _ state: String, ofApps: Bool = true)
        -> [(from: Double, until: Double)]
    {
        let plan = table.plan
        var spans: [(from: Double, until: Double)] = []
        for posting in timeline {
            let line = plan.lines[posting.line]
            let isApps = posting.cause.activity >= Int32(LedgerPlan.firstPolicyActivity)
            guard line.component == component, line.state == state, !ofApps || isApps else {
                continue
            }
            let (from, until) = (posting.from.seconds.magnitude, posting.until.seconds.magnitude)
            if let last = spans.last, last.until == from {
                spans[spans.count - 1].until = until
            } else {
                spans.append((from, until))
            }
        }
        return spans
    }

    public func time(_ component: Component, _ state: String, ofApps: Bool = true) -> Double {
        spans(component, state, ofApps: ofApps).reduce(0) { $0 + $1.until - $1.from }
    }

    /// Whether the app is silent, and the phone sends and receives nothing, between two times.
    public func isQuiet(_ from: Double, _ until: Double) -> Bool {
        let plan = table.plan
        return !timeline.contains {
            let line = plan.lines[$0.line]
            let isApps = $0.cause.activity >= Int32(LedgerPlan.firstPolicyActivity)
            guard isApps, line.kind == .playback || line.kind == .transfer else { return false }
            return $0.from.seconds.magnitude < until && $0.until.seconds.magnitude > from
        }
    }

    /// Whether the app plays at some time between two times.
    public func plays(_ from: Double, _ until: Double) -> Bool {
        spans(.audio, "playing").contains { $0.from < until && $0.until > from }
    }
}
