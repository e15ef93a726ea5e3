public struct RunFiles {
    let run: SingleRun
    let steady: SteadyState?
    let timeline: StagedFile?
    let track: StagedFile?
    let perfetto: StagedFile?
    let map: TrackPicture?

    /// The run by power over time, for its pictures: simulated again.
    var typical: TypicalRun {
        let scenario = run.books.scenario
        return TypicalRun(
            scenario,
            policies: scenario.policies.indices.filter {
                scenario.policies[$0].name == run.policy.name
            }, replication: run.replication, bins: PowerChart.bins)
    }

    /// `nil` marks what was not requested.
    public init(
        _ run: SingleRun, steady: SteadyState?, timeline: StagedFile? = nil,
        track: StagedFile? = nil, perfetto: StagedFile? = nil, map: TrackPicture? = nil
    ) {
        (self.run, self.steady, self.map) = (run, steady, map)
        (self.timeline, self.track, self.perfetto) = (timeline, track, perfetto)
    }
}

/// The contents of a replay's files; a single radio has more files than several.
public struct ReplayFiles {
    let radios: [ReplayedRadio]
    /// The number of packets after the horizon, which were not replayed.
    let beyondHorizon: Int
    let one: TraceReplayResult?
    let advice: [ReplayAdvice]
    let perfetto: StagedFile?

    public init(
        one result: TraceReplayResult, advice: [ReplayAdvice], perfetto: StagedFile? = nil
    ) {
        (radios, beyondHorizon) = ([result.radio], result.beyondHorizon)
        (one, self.advice, self.perfetto) = (result, advice, perfetto)
    }

    public init(many radios: [ReplayedRadio], beyondHorizon: Int) {
        (self.radios, self.beyondHorizon) = (radios, beyondHorizon)
        (one, advice, perfetto) = (nil, [], nil)
    }
}

/// The contents of a sweep's files, also of merged shards.
public struct SweepFiles {
    let design: SweepTables.Design
    let rows: [SweepRow]
    let comparisons: [SweepComparisonRow]
    let scenario: String
    /// The metric that the picture shows, or would show; `nil`: no metric can be shown.
    let drawn: Metric?

    /// - `metric`: The metric of the picture; `nil` for the energy or the time to empty.
    public init(
        of scenario: String, _ design: SweepTables.Design, _ rows: [SweepRow],
        _ comparisons: [SweepComparisonRow], drawing metric: Metric? = nil
    ) {
        (self.design, self.rows, self.comparisons) = (design, rows, comparisons)
        self.scenario = scenario
        drawn = SweepChart.metric(rows, asked: metric)
    }
}
