import DeviceModel
import Kernel
import Show

extension ResultTables {
    /// One row of `track.csv`.
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

    /// One row for each moment of a run's track. There may be too many to keep: without rows, for a
    /// `TableWriter`.
    public static var track: Table<TrackRow> {
        Table(
            name: "track",
            columns: [
                .seconds(
                    "t_s", "Since the start of the run.", nanoseconds: \.moment.time.nanoseconds),
                .text(
                    "event",
                    "Why there is a row: start, waypoint, cell (another serves), step, report, end."
                ) { $0.moment.reason.rawValue },
                .text(
                    "mode", "How the phone moves from here on; unknown in a recorded track's gap."
                ) { $0.moment.mode.rawValue },
                .number("true_lat_deg", "Where the phone is: degrees north.") {
                    $0.truth.latitude.magnitude
                },
                .number("true_lon_deg", "The same: degrees east.") {
                    $0.truth.longitude.magnitude
                },
                .number(
                    "reported_lat_deg",
                    "The last reported position: degrees north; empty before the first."
                ) { $0.reported?.latitude.magnitude },
                .number("reported_lon_deg", "The same: degrees east.") {
                    $0.reported?.longitude.magnitude
                },
                .text("source", "How it was found: gnss, wi-fi, cell.") {
                    $0.moment.last?.source.rawValue
                },
                .number(
                    "accuracy_m", "The median error that its source is good for."
                ) { $0.moment.last?.accuracy.magnitude },
                .number(
                    "error_m", "From the reported to the true position; empty in an unknown gap."
                ) { $0.moment.error?.magnitude },
                .seconds("age_s", "Since the reported position was measured.") {
                    $0.moment.age?.nanoseconds
                },
                .integer(
                    "cell",
                    "The serving cell's number in its layout, 0 and up; empty without radio cells."
                ) {
                    $0.moment.cell?.listed.cell
                },
                .integer("area", "The location or tracking area of that cell, 0 and up.") {
                    $0.moment.cell?.listed.area
                },
            ])
    }
}
