import Kernel

/// A run, with what Doze did in it.
public struct DozeRecord: Sendable {
    public let result: RunResult
    /// When windows between idle periods began, in order, and whether of the deep machine.
    public let windows: [(from: Instant, isDeep: Bool)]
    /// Whether the phone dozes deeply at the horizon.
    public let isDeepIdle: Bool
}

extension RunPlan {
    /// One run from the start to the horizon, with what Doze did.
    ///
    /// - Parameter replication: from 0.
    public func dozing(replication: Int) -> DozeRecord {
        var run = DeviceRun(self, replication: replication, record: nil)
        let result = run.run()
        let doze = run.phone.deferrals?.doze
        return DozeRecord(
            result: result, windows: (doze?.windows ?? []).map { ($0.from, $0.isDeep) },
            isDeepIdle: doze?.isDeepIdle ?? false)
    }
}
