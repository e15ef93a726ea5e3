import Experiments
import Show
import Statistics

/// The files that a fit writes, each with its columns declared once.
public enum FitTables {
    /// One row for each number that was fitted.
    static let fit = Table<FittedQuantity>(
        name: "fit",
        columns: [
            .text("group", "A state, step or network; empty for the whole data.") {
                $0.group.isEmpty ? nil : $0.group
            },
            .text("quantity", "What was fitted; see docs/guide/fitting.md.", \.quantity),
            .text("unit", "Its unit; empty for a share.") { $0.unit.isEmpty ? nil : $0.unit },
            .number("estimate", "The value in that unit.", \.estimate),
            .number(
                "ci_level", "The confidence of the interval; empty without one.",
                \.interval?.level),
            .number("ci_low", "The interval's lower end.", \.interval?.low),
            .number("ci_high", "The interval's upper end.", \.interval?.high),
            .text("interval_by", "Where the interval is from.") {
                $0.method.isEmpty ? nil : $0.method
            },
        ])

    /// One row for each observation; of a power log, for each cell that was averaged over.
    static let residuals = Table<FitResidual>(
        name: "residuals",
        columns: [
            .text("group", "The state or network.") { $0.group.isEmpty ? nil : $0.group },
            .number(
                "place",
                "rrc-probe: silence in s; transfer-power: Mbit/s; tail: time in s.", \.place),
            .number(
                "observed", "rrc-probe: round trip in ms; transfer-power and tail: mW.",
                \.observed),
            .number("fitted", "What the fit gives for it, in the same unit.", \.fitted),
            .number("residual", "Observed less fitted.") { $0.observed - $0.fitted },
        ])

    /// One row for each stay of a power log in a state.
    static let stays = Table<PowerStay>(
        name: "stays",
        columns: [
            .integer("state", "The state's number, 0 being the lowest power.", \.state),
            .number("from_s", "In the log's own time.", \.from.magnitude),
            .number("until_s", "Where the stay ends.", \.until.magnitude),
            .number("duration_s", "Its length.", \.duration.magnitude),
            .number("power_mW", "Mean power, less the log's drift.", \.power.magnitude),
            .text(
                "kind",
                "peak: activity and its timer; tail: a timer; rise: a promotion; rest; cut by "
                    + "the log's end or a gap.", \.kind.rawValue),
        ])
}
