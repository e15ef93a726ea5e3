/// What one run yields.
public struct RunResult: Sendable {
    /// The closed books.
    public let table: LedgerTable<Int64>
    public let metrics: MetricValues
    /// What the errands came to, in the order of the policy's ``PolicyOptions/errandRules``; empty
    /// also where the run was cut short.
    public let errands: [ErrandBook]
    /// Times at which the run stopped: planned events, and what the radio did next while the policy
    /// waited for it, mostly the end of a transfer.
    public let eventCount: UInt64
    /// Why the run ended before its horizon, so that nothing can be said by it; `nil`: it did not.
    public let excess: RunExcess?
}
