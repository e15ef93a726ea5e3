extension ResultTables {
    /// One row of `residence.csv`: means over replications.
    public typealias Residence = (
        policy: String, component: String, state: String, seconds: Double, share: Double,
        joules: Double, entries: Double
    )

    static func residenceRows(of result: ExperimentResult) -> [Residence] {
        let horizon = result.scenario.horizon.seconds.magnitude
        let runs = Double(result.replicationCount)
        return result.policies.flatMap { policy in
            policy.table.residenceRows().map { row in
                let seconds = Double(row.nanoseconds) / 1e9 / runs
                return (
                    policy.policy.name, row.component.rawValue, row.state, seconds,
                    seconds / horizon, row.energy.magnitude / 1000 / runs,
                    Double(row.entries) / runs
                )
            }
        }
    }

    /// For one run: also the states of its apps, which draw nothing.
    public static func residenceRows(of run: SingleRun) -> [Residence] {
        let horizon = run.books.scenario.horizon.seconds
        return residenceRows(of: run.books)
            + run.appStates.map {
                (
                    run.policy.name, $0.app.isEmpty ? "app" : "app \($0.app)", $0.state.rawValue,
                    $0.time.seconds.magnitude, $0.time.seconds / horizon, 0, Double($0.entries)
                )
            }
    }

    /// For replays: radios replace policies, and figures are exact.
    static func residenceRows(of radios: [ReplayedRadio]) -> [Residence] {
        radios.flatMap { replayed in
            replayed.table.residenceRows().map { row in
                let share =
                    replayed.duration > .zero
                    ? Double(row.nanoseconds) / Double(replayed.duration.nanoseconds) : 0
                return (
                    replayed.radio.name, row.component.rawValue, row.state,
                    Double(row.nanoseconds) / 1e9, share, row.energy.magnitude / 1000,
                    Double(row.entries)
                )
            }
        }
    }

    static let residence = Table<Residence>("residence").with(columns: [
        .text("policy", "Policy name; for a replay, the radio name.", \.policy),
        .text(
            "component",
            "Component of the phone. For one run also the app, with its name if there are "
                + "several.", \.component),
        .text(
            "state",
            "Protocol or power state; of an app: active, inactive, background, suspended, "
                + "not-running.", \.state),
        .number(
            "residence_s",
            "Time in the state, including promotions out of it; mean, exact for a replay.",
            \.seconds),
        .number("share", "Residence time divided by the horizon, from 0 to 1.", \.share),
        .number("energy_J", "Energy drawn in the state, mean.", \.joules),
        .number("entries", "Entries into the state, including the start; mean.", \.entries),
    ])

    /// One row of `causes.csv`: means over replications.
    public typealias Cause = (policy: String, row: CauseRow, runs: Double)

    static func causeRows(of result: ExperimentResult) -> [Cause] {
        result.policies.flatMap { policy in
            policy.table.causeRows().map {
                (policy.policy.name, $0, Double(result.replicationCount))
            }
        }
    }

    /// For replays: radios replace policies, and figures are exact.
    static func causeRows(of radios: [ReplayedRadio]) -> [Cause] {
        radios.flatMap { replayed in
            replayed.table.causeRows().map { (replayed.radio.name, $0, 1) }
        }
    }

    static let causes = Table<Cause>("causes").with(columns: [
        .text("policy", "Policy name; for a replay, the radio name.", \.policy),
        .text("component", "Component of the phone.", \.row.component.rawValue),
        .text(
            "activity",
            "Activity that caused the energy; a tail belongs to the activity that last "
                + "reset its timer.", \.row.activity),
        .text("kind", "Kind of energy.", \.row.kind.rawValue),
        .number("energy_J", "Energy, mean over replications.") {
            $0.row.energy.magnitude / 1000 / $0.runs
        },
    ])

    public struct TimelineRow: Sendable {
        let from: Int64
        let until: Int64
        let component: String
        let state: String
        let milliwatts: Double
        let activity: String
        let kind: String

        /// - `posting`: Longer than zero.
        public init(_ posting: Posting, in plan: LedgerPlan) {
            let line = plan.lines[posting.line]
            let name = plan.activities[Int(posting.cause.activity)]
            let serial = posting.cause.serial
            from = posting.from.nanoseconds
            until = posting.until.nanoseconds
            component = line.component.rawValue
            state = line.state
            milliwatts = (posting.energy(plan) / (posting.until - posting.from).seconds).magnitude
            activity = serial > 0 ? "\(name) \(serial)" : name
            kind = line.kind.rawValue
        }

        /// An app's state, which draws nothing.
        public init(_ interval: AppInterval) {
            from = interval.from.nanoseconds
            until = interval.until.nanoseconds
            component = "app"
            state = interval.state.rawValue
            milliwatts = 0
            activity = interval.app
            kind = "state"
        }
    }

    /// The columns of the timeline, for a `TableWriter`, as there may be too many rows to keep.
    ///
    /// Rows come in the order in which a run emits them.
    public static var timeline: Table<TimelineRow> {
        let components = Component.allCases.map(\.rawValue).joined(separator: ", ")
        return Table("timeline").with(columns: [
            .seconds("from_s", "Time since the start of the run.", nanoseconds: \.from),
            .seconds(
                "until_s", "End of the stretch. Rows are ordered by this, then by component.",
                nanoseconds: \.until),
            .text(
                "component",
                "Component of the phone, or app; order: \(components), app.", \.component),
            .text("state", "Protocol or power state, or the app's state.", \.state),
            .number("power_mW", "Mean power over the stretch, everything included.", \.milliwatts),
            .text(
                "activity",
                "Causing activity, with its number if counted; for an app's state, the app.",
                \.activity),
            .text("kind", "Kind of energy; state: none.", \.kind),
        ])
    }

    public struct TrackRow: Sendable {
        let moment: TrackMoment
        let truth: Position
        let reported: Position?

        public init(_ moment: TrackMoment, on map: LocalMap) {
            self.moment = moment
            truth = map.position(of: moment.point)
            reported = moment.last.map { map.position(of: $0.point) }
        }
    }

    /// The columns of the track, for a `TableWriter`, as there may be too many rows to keep.
    public static var track: Table<TrackRow> {
        Table("track").with(columns: [
            .seconds(
                "t_s", "Time since the start of the run.",
                nanoseconds: \.moment.time.nanoseconds),
            .text(
                "event",
                "Reason for the row: start, waypoint, cell (cell change), step, report, end."
            ) { $0.moment.reason.rawValue },
            .text(
                "mode", "Movement of the phone from here on; unknown in a gap of a recorded track."
            ) { $0.moment.mode.rawValue },
            .number("true_lat_deg", "True position: degrees north.", \.truth.latitude.magnitude),
            .number("true_lon_deg", "True position: degrees east.", \.truth.longitude.magnitude),
            .number(
                "reported_lat_deg", "Last reported position: degrees north; empty before the first."
            ) { $0.reported?.latitude.magnitude },
            .number(
                "reported_lon_deg", "Last reported position: degrees east; empty before the first."
            ) { $0.reported?.longitude.magnitude },
            .text("source", "Source of the position: gnss, wi-fi, cell.") {
                $0.moment.last?.source.rawValue
            },
            .number("accuracy_m", "Median error of the source.", \.moment.last?.accuracy.magnitude),
            .number(
                "error_m",
                "Distance from the reported to the true position; empty in an unknown gap."
            ) { $0.moment.error?.magnitude },
            .seconds("age_s", "Time since the reported position was measured.") {
                $0.moment.age?.nanoseconds
            },
            .integer(
                "cell",
                "Number of the serving cell in its layout, from 0; empty without radio cells."
            ) { $0.moment.cell?.listed.cell },
            .integer("area", "Location or tracking area of that cell, from 0.") {
                $0.moment.cell?.listed.area
            },
        ])
    }
}
