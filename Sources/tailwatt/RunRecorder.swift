struct RunRecorder: ~Copyable {
    typealias Write = ([UInt8]) throws(OutputError) -> Void

    private var timeline: TableWriter<ResultTables.TimelineRow>?
    private var track: TableWriter<ResultTables.TrackRow>?
    private let writePerfetto: Write?
    private var perfetto: PerfettoRun?
    private let mapDay: Int?
    private var map: TrackMap?
    private let step: TimeSpan

    private static let limit = WriteLimit.usual
    private static let trackName = ResultTables.track.fileName

    /// Limits the events to the room in the timeline's file, which has about a row per event.
    private var budget: RunBudget {
        var budget = RunBudget.usual
        if timeline != nil || writePerfetto != nil {
            budget.events = min(budget.events, UInt64(Self.limit.bytes / WriteLimit.shortestRow))
        }
        return budget
    }

    /// Outputs that are `nil` are not written; `map` is the day to draw, from 0.
    init(
        timeline: Write?, track: Write?, perfetto: Write?, map: Int?, step: TimeSpan,
        _ dialect: CSVDialect = .rfc
    ) {
        if let timeline {
            self.timeline = TableWriter(
                ResultTables.timeline, dialect,
                to: Self.limit.limiting(ResultTables.timeline.fileName, timeline))
        }
        if let track {
            self.track = TableWriter(
                ResultTables.track, dialect, to: Self.limit.limiting(Self.trackName, track))
        }
        writePerfetto = perfetto.map { Self.limit.limiting(PerfettoRun.fileName, $0) }
        mapDay = map
        self.step = step
    }

    mutating func run(
        _ scenario: Scenario, _ policy: NamedPolicy, replication: Int
    ) throws -> SingleRun {
        let plan = RunPlan(scenario, policy: policy.options, budget: budget)
        let ground = plan.trueTrack(replication: replication)
        let books = plan.books
        map = mapDay.map { TrackMap(ground, day: $0) }
        perfetto = try writePerfetto.map {
            try Self.perfetto(scenario, policy, plan, replication: replication, to: $0)
        }
        let wantsTrack = track != nil || map != nil
        if track != nil {
            let moving = ground.itinerary.moving(until: ground.horizon)
            try Self.limit.check(rows: moving / step.seconds, of: Self.trackName)
        }
        let detail = RunDetail(hasTimeline: true, trackStep: wantsTrack ? step : nil)
        let run = try SingleRun(
            scenario, policy: policy, replication: replication, budget: budget, detail: detail
        ) { event in
            try Task.checkCancellation()
            switch event {
            case .interval(let posting):
                try timeline?.add(ResultTables.TimelineRow(posting, in: books))
                try perfetto?.add(posting)
            case .state(let state):
                try timeline?.add(ResultTables.TimelineRow(state))
                try perfetto?.add(state)
            case .moment(let moment):
                try track?.add(ResultTables.TrackRow(moment, on: ground.itinerary.map))
                map?.add(moment)
            }
        }
        if let failure = run.failure { throw failure }
        try timeline?.finish()
        try track?.finish()
        try perfetto?.finish()
        return run
    }

    private static func perfetto(
        _ scenario: Scenario, _ policy: NamedPolicy, _ plan: RunPlan, replication: Int,
        to write: @escaping Write
    ) throws -> PerfettoRun {
        var preparation = PerfettoRun.Preparation()
        _ = try plan.run(replication: replication, detail: RunDetail(hasTimeline: true)) { event in
            try Task.checkCancellation()
            if case .interval(let posting) = event { preparation.add(posting) }
        }
        return try PerfettoRun(
            plan.books, of: policy.options,
            about: "\(scenario.name), \(policy.name), replication \(replication)",
            horizon: scenario.horizon, preparation, to: write)
    }

    func drawing(of run: SingleRun) -> TrackPicture? {
        guard let map, let mapDay else { return nil }
        let scenario = run.books.scenario
        let days = Int((scenario.horizon.seconds.magnitude / 86_400).rounded(.up))
        let metrics = run.result.metrics
        var notes = [
            "Day \(mapDay + 1) of \(days), replication \(run.replication), seed \(scenario.seed)"
        ]
        if let fixes = metrics[.fixes], let travelled = metrics[.distanceTravelled] {
            notes[0] += "; positions in the whole run: \(Int(fixes)), on \(figure(travelled)) km"
        }
        if let median = metrics[.positionErrorMedian], let high = metrics[.positionError95] {
            notes.append(
                "Half of the time at most \(figure(median)) m off, 95 % of it \(figure(high)) m")
            if let within = metrics[.within500] {
                notes[1] += "; within 500 m for \(figure(within)) %"
            }
        }
        return TrackPicture(map, title: "\(scenario.name): \(run.policy.name)", notes: notes)
    }

    private func figure(_ value: Double) -> String {
        ReadableNumber.text(value, significantDigits: 3)
    }
}

extension Itinerary {
    fileprivate func moving(until horizon: Instant) -> Seconds {
        (0..<legCount).lazy.map(leg).filter { $0.begin < horizon && $0.speed > .zero }
            .reduce(.zero) { $0 + (min($1.end, horizon) - $1.begin).seconds }
    }
}

extension SingleRun {
    var screen: Screen {
        let scenario = books.scenario
        return Screen(
            answer: answer, table: .table(residence),
            notes: WrappedText.line(
                "\(scenario.name), policy \(policy.name), replication \(replication)")
                + WrappedText.line(
                    "\(scenario.phoneName); \(scenario.horizon.seconds); seed \(scenario.seed)"),
            details: [.table(metrics), .table(causes)])
    }

    private var answer: String {
        let values = books.policies[0].replications[0]
        guard let energy = values[.energy] else { return "The run has no energy." }
        let due = values[.marginalEnergy].map { ", \(figure($0)) J of it due to the app" } ?? ""
        return "\(policy.name) draws \(figure(energy)) J in "
            + "\(books.scenario.horizon.seconds)\(due)."
    }

    private var metrics: TextTable {
        let values = books.policies[0].replications[0]
        return TextTable(
            books.metrics.filter { values[$0] != nil },
            [
                .left("metric", \.columnName), .right("value") { values[$0].map(figure) },
                .left("unit", \.unitInWords),
            ])
    }

    private var residence: TextTable {
        ResultTables.residenceRows(of: self).table([
            .left("component", \.component), .left("state", \.state),
            .right("residence [s]") { figure($0.seconds) },
            .right("energy [J]") { figure($0.joules) },
            .right("entries") { figure($0.entries) },
        ])
    }

    private var causes: TextTable {
        TextTable(
            result.table.causeRows().filter { $0.energy != .zero },
            [
                .left("component", \.component.rawValue), .left("activity", \.activity),
                .left("kind", \.kind.rawValue),
                .right("energy [J]") { figure($0.energy.magnitude / 1000) },
            ])
    }

    /// Prints a whole number without decimals, as most are counts.
    private func figure(_ value: Double) -> String {
        ReadableNumber.text(value, decimals: value == value.rounded() ? 0 : 3)
    }
}
