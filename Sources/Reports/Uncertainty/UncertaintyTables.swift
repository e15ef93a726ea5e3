import Experiments
import Show
import Statistics

/// The tables of a comparison of uncertain profiles.
public enum UncertaintyTables {
    public static func uncertainty(_ rows: [UncertaintyEstimate]) -> Table<UncertaintyEstimate> {
        Table(
            name: "uncertainty",
            columns: asked(\.quantity) + [
                .integer("draws", "Number of profiles drawn.") { $0.means.count },
                .integer("replications", "Replications of each profile.") { $0.components?.size },
                .number("mean", "Mean over all draws and replications.") { $0.components?.mean },
                .number(
                    "ci_low",
                    "Lower end of the 95 % interval of the mean over all possible profiles."
                ) { $0.components?.interval.low },
                .number("ci_high", "Upper end of the interval.") { $0.components?.interval.high },
                .number(
                    "sd_profiles",
                    "Spread from not knowing the phone: standard deviation between profiles; 0 "
                        + "if its estimated square is negative.", \.profileSpread),
                .number("sd_profiles_ci_low", "Lower end of its 95 % interval.") {
                    $0.components.map { $0.betweenInterval.low.squareRoot() }
                },
                .number("sd_profiles_ci_high", "Upper end of the interval.") {
                    $0.components.map { $0.betweenInterval.high.squareRoot() }
                },
                .number(
                    "sd_replications",
                    "Spread from chance: standard deviation between runs of one profile.",
                    \.chanceSpread),
                .number(
                    "share_profiles", "Share of the variance of one run that lies between profiles."
                ) { $0.components?.shareBetween },
                .number("p_profiles", "p-value of no difference between profiles, by the F test.") {
                    $0.components?.pValue
                },
                .number("p05", "5th percentile of the draws' means, type 7.") {
                    $0.percentile(0.05)
                },
                .number("p95", "95th percentile, type 7.") { $0.percentile(0.95) },
                .integer("draws_below_zero", "Draws whose mean is below 0.", \.below),
                .text("note", "Whether the variance between profiles was estimated below 0.") {
                    $0.components?.isTruncated == true ? "negative component reported as 0" : nil
                },
            ], rows: rows)
    }

    public static func tornado(_ bars: [TornadoBar]) -> Table<TornadoBar> {
        Table(
            name: "tornado",
            columns: [.text("parameter", "Path of the varied value.", \.parameter)]
                + asked(\.quantity) + [
                    .text(
                        "low_value",
                        "Its 5 % quantile; for alternatives, the one with the lowest result.",
                        \.lowValue),
                    .text(
                        "high_value",
                        "Its 95 % quantile, or the alternative with the highest result.",
                        \.highValue),
                    .number("low", "Mean at the low value, with the other values central.", \.low),
                    .number(
                        "high", "Mean at the high value, with the other values central.", \.high),
                    .number("swing", "high - low.") { $0.high - $0.low },
                    .number(
                        "swing_ci_low", "Lower end of its 95 % interval, paired by random numbers."
                    ) { $0.swing.interval?.low },
                    .number("swing_ci_high", "Upper end of the interval.") {
                        $0.swing.interval?.high
                    },
                ], rows: bars)
    }

    /// One row of `sobol.csv`.
    public struct IndexRow: Sendable {
        let all: QuantityIndices
        let index: Int

        var factor: SobolIndices.Factor { all.indices.factors[index] }
    }

    public static func sobol(_ found: [QuantityIndices]) -> Table<IndexRow> {
        Table(
            name: "sobol",
            columns: asked(\.all.quantity) + [
                .text("parameter", "Path of the value.") { $0.all.parameters[$0.index] },
                .number("variance", "Variance of the quantity from not knowing the phone alone.") {
                    $0.all.indices.variance
                },
                .number("first", "First-order index: the value's own share.", \.factor.first),
                .number("first_ci_low", "Lower end of its 95 % bootstrap interval.") {
                    $0.factor.firstInterval?.low
                },
                .number("first_ci_high", "Upper end of the interval.") {
                    $0.factor.firstInterval?.high
                },
                .number(
                    "total", "Total index: the value's share with all interactions.", \.factor.total
                ),
                .number("total_ci_low", "Lower end of its 95 % bootstrap interval.") {
                    $0.factor.totalInterval?.low
                },
                .number("total_ci_high", "Upper end of the interval.") {
                    $0.factor.totalInterval?.high
                },
            ],
            rows: found.flatMap { all in
                all.indices.factors.indices.map { IndexRow(all: all, index: $0) }
            })
    }

    private static func asked<Row>(
        _ quantity: @escaping @Sendable (Row) -> UncertainQuantity
    ) -> [Column<Row>] {
        [
            .text("policy", "Policy name.") { quantity($0).policy },
            .text("baseline", "Policy that it is compared with; empty for the metric itself.") {
                quantity($0).baseline
            },
            .text("metric", "Metric; see replications.csv.") {
                quantity($0).metric.columnName
            },
            .text("unit", "Unit of the metric; empty for a count.") {
                quantity($0).metric.unitText
            },
        ]
    }
}

/// The values of a parameter, shortened for a table; of mappings only the parts that differ.
struct ShortValues {
    /// In the order of the values, each at most `width` columns wide.
    let texts: [String]

    static let width = 28

    init(_ values: [String]) {
        let isLong = values.contains { TextTable.width(of: $0) > Self.width }
        let shown = isLong ? Self.differences(of: values) : values
        texts = shown.map(Self.cut)
    }

    /// The values without their common beginnings and ends.
    private static func differences(of values: [String]) -> [String] {
        let parts = values.map { value in
            value.split(whereSeparator: { "{},".contains($0) }).map(trimmed)
                .filter { !$0.isEmpty }
        }
        let most = parts.map(\.count).min() ?? 0
        let before = (0..<most).prefix { at in Set(parts.map { $0[at] }).count == 1 }.count
        let after = (0..<(most - before)).prefix { at in
            Set(parts.map { $0[$0.count - 1 - at] }).count == 1
        }.count
        let different = parts.map { $0.dropFirst(before).dropLast(after).joined(separator: ", ") }
        return zip(different, values).map { $0.isEmpty ? $1 : $0 }
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(separator: " ").joined(separator: " ")
    }

    private static func cut(_ text: String) -> String {
        TextTable.width(of: text) <= width ? text : String(text.prefix(width - 1)) + "…"
    }
}
