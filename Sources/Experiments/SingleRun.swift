import DeviceModel

/// One run of one policy, with the reference run of the same world for its marginal metrics.
public struct SingleRun: Sendable {
    public let policy: NamedPolicy
    public let replication: Int
    public let result: RunResult
    /// Whether `result` has a timeline.
    public let isRecorded: Bool
    /// The run as an experiment of one replication, which has no intervals.
    public let books: ExperimentResult

    public init(_ scenario: Scenario, policy: NamedPolicy, replication: Int, isRecording: Bool) {
        self.policy = policy
        self.replication = replication
        isRecorded = isRecording
        var run = DeviceRun(
            scenario, policy: policy.options, replication: replication, isRecording: isRecording)
        result = run.run()
        let isReference = policy.options == .none
        let reference =
            isReference
            ? nil : DeviceRun.simulate(scenario, policy: .none, replication: replication)
        var books = PolicyResult(policy, scenario: scenario)
        books.add(result, reference: reference)
        self.books = ExperimentResult(scenario: scenario, policies: [books], end: .precise)
    }
}
