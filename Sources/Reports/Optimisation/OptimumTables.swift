/// The files that an optimisation writes, each with its columns declared once.
public enum OptimumTables {
    public struct Row: Sendable {
        let path: String
        let result: OptimisationResult
        let point: SampledPoint
        /// `nil` for the points of the judgement.
        let standing: PointStanding?
    }

    static func optimumRows(of result: OptimisationResult, path: String) -> [Row] {
        let searched = zip(result.points, result.standings).map {
            Row(path: path, result: result, point: $0, standing: $1)
        }
        let checks = [result.optimum, result.safe].compactMap { $0?.check }
        let judged = checks.enumerated().filter { index, check in
            !checks[..<index].contains { $0.x == check.x }
        }.map { Row(path: path, result: result, point: $1, standing: nil) }
        return searched + judged
    }

    static let optimum = Table<Row>("optimum").with(columns: [
        .text("path", "Path of the varied value.", \.path),
        .text(
            "stage",
            "grid and search: points of the search, all on the same replications; check: "
                + "results of the search, on other replications.",
            \.point.stage.rawValue),
        .text("value", "Value as written in a profile.", \.point.value),
        .number(
            "x", "Value as a number, in the unit of the range; empty for a list.",
            { $0.result.problem.isRange ? $0.point.x : nil }),
        .text("goal", "Metric that is minimised or maximised.", \.result.problem.goal.words),
        .text("better", "smaller or larger.", \.result.problem.goal.better.rawValue),
        .integer("n", "Replications.", \.point.goal.count),
        .number("mean", "Mean of the goal per run.", \.point.goal.mean),
        .interval("ci", "Student's t interval of the mean at --confidence", \.point.goal.interval),
        .text(
            "feasible",
            "At --confidence. yes: all limits are kept; no: one is broken; open: neither is shown.",
            { $0.point.isKept ? "yes" : $0.point.isBroken ? "no" : "open" }),
        .text(
            "standing",
            "not shown worse, worse than a point that keeps the limits, or breaks a limit; "
                + "empty for checks.",
            { $0.standing?.rawValue }),
    ])

    public typealias ConstraintRow = (row: Row, estimate: ConstraintEstimate)

    static func constraintRows(of result: OptimisationResult, path: String) -> [ConstraintRow] {
        optimumRows(of: result, path: path).flatMap { row in
            row.point.constraints.map { (row, $0) }
        }
    }

    static let constraints = Table<ConstraintRow>("constraints").with(columns: [
        .text("stage", "Stage, as in optimum.csv.", \.row.point.stage.rawValue),
        .text("value", "Value of the point, as in optimum.csv.", \.row.point.value),
        .text("constraint", "Constraint as given.", \.estimate.constraint.text),
        .number(
            "mean",
            "Mean of the metric per run. For a limit on a share of a count, the share from "
                + "0 to 1: the metric's sum over all replications divided by the count's sum.",
            \.estimate.value),
        .number(
            "ci_low",
            "Lower end of the interval at --confidence: Student's t for a mean; for a "
                + "share, the wider of Fieller's interval of the ratio of sums and the exact "
                + "binomial interval.",
            \.estimate.interval?.low),
        .number(
            "ci_high",
            "Upper end of the interval; for a count that was always 0, of the exact Poisson "
                + "interval.",
            \.estimate.interval?.high),
        .number("limit", "Limit, in the unit of the metric.", \.estimate.constraint.limit),
        .text("state", "kept, broken or open, by the interval.", \.estimate.state.rawValue),
    ])
}

extension OptimisationGoal {
    /// As a person reads it: `energy + 2500 calls missed`.
    var words: String {
        terms.map { term in
            term.weight == 1
                ? term.metric.words : "\(NumberText.text(term.weight)) \(term.metric.words)"
        }.joined(separator: " + ")
    }

    /// The unit of the first metric, in which the weights are expressed.
    var unitInBrackets: String { terms[0].weight == 1 ? terms[0].metric.unitInBrackets : "" }

    /// That unit, for use after a number.
    var unitBehind: String { terms[0].weight == 1 ? terms[0].metric.unitBehind : "" }
}

func percentText(_ level: Double) -> String {
    NumberText.text((level * 1e6).rounded() / 1e4) + " %"
}
