/// The apps in a trace: their states, and each job with a flow to its effects.
struct WorkTracks {
    private typealias Track = PerfettoTrace.Track

    /// Activity of one cause that resumes within this pause is one job.
    private static let pause = TimeSpan(nanoseconds: 1_000_000_000)
    /// The time after a job for which its flow is kept; every tail is shorter.
    private static let memory = TimeSpan(nanoseconds: 3_600_000_000_000)

    private let plan: LedgerPlan
    private let apps: [App]
    private var states: [Track?]
    private var world: Track?
    /// By activity: tracks with one name, for overlapping jobs.
    private var lanes: [[Lane]]
    private var pieces: [Piece] = []
    private var flows: [Cause: (flow: UInt64, until: Instant)] = [:]
    private var nextTidying = Instant.start + memory

    private struct App {
        /// Empty for a single app.
        let name: String
        let activities: Range<Int>
    }

    private struct Lane {
        let track: Track
        var isBusy = true
    }

    private struct Piece {
        let cause: Cause
        let flow: UInt64
        let lane: Int
        var until: Instant
    }

    init(_ plan: LedgerPlan, of policy: PolicyOptions) {
        self.plan = plan
        if let several = policy.severalApps {
            apps = zip(several.apps, several.ledgerActivities).map {
                App(name: $0.name, activities: $1)
            }
        } else {
            apps = [App(name: "", activities: plan.policyActivities)]
        }
        states = Array(repeating: nil, count: apps.count)
        lanes = Array(repeating: [], count: plan.activities.count)
    }

    mutating func add(_ interval: AppInterval, _ trace: inout PerfettoTrace) throws(OutputError) {
        guard let app = apps.firstIndex(where: { $0.name == interval.app }) else { return }
        let track = try state(of: app, &trace)
        try trace.begin(
            interval.state.rawValue, on: track, at: interval.from, category: "app state")
        try trace.end(on: track, at: interval.until)
    }

    private mutating func state(
        of app: Int, _ trace: inout PerfettoTrace
    ) throws(OutputError) -> Track {
        if let track = states[app] { return track }
        let name = apps[app].name.isEmpty ? "app" : "app \(apps[app].name)"
        let track = try trace.track(
            name, rank: 100 + app, about: "The app's state, and below it what it was at.")
        states[app] = track
        return track
    }

    /// Advances to a time before which nothing more begins.
    mutating func pass(_ time: Instant, _ trace: inout PerfettoTrace) throws(OutputError) {
        for piece in pieces where piece.until + Self.pause < time { try end(piece, &trace) }
        pieces.removeAll { $0.until + Self.pause < time }
        if time < nextTidying { return }
        nextTidying = time + Self.memory
        flows = flows.filter { $0.value.until + Self.memory > time }
    }

    /// The flow of an interval, in the order of beginnings; `nil` unless it is the radio's for a
    /// job.
    mutating func flow(
        of posting: Posting, _ kind: EnergyKind, _ trace: inout PerfettoTrace
    ) throws(OutputError) -> UInt64? {
        let cause = posting.cause
        if kind == .baseline || cause.activity == Cause.noActivity.activity { return nil }
        if kind != .tail { try work(posting, &trace) }
        switch kind {
        case .promotion, .transfer, .tail:
            guard let found = flows[cause] else { return nil }
            flows[cause] = (found.flow, max(found.until, posting.until))
            return found.flow
        case .baseline, .wakeUp, .acquisition, .tracking, .playback, .alert, .use: return nil
        }
    }

    private mutating func work(
        _ posting: Posting, _ trace: inout PerfettoTrace
    ) throws(OutputError) {
        let cause = posting.cause
        if let place = pieces.firstIndex(where: { $0.cause == cause }) {
            pieces[place].until = max(pieces[place].until, posting.until)
            return
        }
        // A job is over once another of its kind follows; if it resumes later, that is a new job.
        let over = pieces.filter { $0.cause.activity == cause.activity && $0.until <= posting.from }
        for piece in over { try end(piece, &trace) }
        pieces.removeAll { $0.cause.activity == cause.activity && $0.until <= posting.from }
        let activity = Int(cause.activity)
        let lane = try freeLane(of: activity, &trace)
        let flow = trace.newFlow()
        flows[cause] = (flow, posting.until)
        pieces.append(Piece(cause: cause, flow: flow, lane: lane, until: posting.until))
        try trace.begin(
            plan.activities[activity], on: lanes[activity][lane].track, at: posting.from,
            category: "work",
            cause.serial > 0 ? [("number", .count(Int64(cause.serial)))] : [], flow: flow)
    }

    private mutating func end(_ piece: Piece, _ trace: inout PerfettoTrace) throws(OutputError) {
        let activity = Int(piece.cause.activity)
        lanes[activity][piece.lane].isBusy = false
        try trace.end(on: lanes[activity][piece.lane].track, at: piece.until)
    }

    mutating func finish(_ trace: inout PerfettoTrace) throws(OutputError) {
        for piece in pieces { try end(piece, &trace) }
        pieces = []
    }

    private mutating func freeLane(
        of activity: Int, _ trace: inout PerfettoTrace
    ) throws(OutputError) -> Int {
        if let free = lanes[activity].firstIndex(where: { !$0.isBusy }) {
            lanes[activity][free].isBusy = true
            return free
        }
        let name = plan.activities[activity]
        let parent = try parent(of: activity, &trace)
        lanes[activity].append(Lane(track: try trace.track(name, in: parent, rank: activity)))
        return lanes[activity].count - 1
    }

    private mutating func parent(
        of activity: Int, _ trace: inout PerfettoTrace
    ) throws(OutputError) -> Track {
        if let app = apps.firstIndex(where: { $0.activities.contains(activity) }) {
            return try state(of: app, &trace)
        }
        if let world { return world }
        let track = try trace.track(
            "world and phone", rank: 50,
            about: "Work outside the scenario's apps: other apps, the user, the system.")
        world = track
        return track
    }
}
