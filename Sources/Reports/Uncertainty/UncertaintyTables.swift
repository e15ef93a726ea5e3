public enum UncertaintyTables {
    static let uncertainty = Table<UncertaintyEstimate>(
        name: "uncertainty",
        columns: [
            .group(asked, of: \.quantity),
            .integer("draws", "Number of profiles drawn.", \.means.count),
            .integer("replications", "Replications of each profile.", \.components?.size),
            .number("mean", "Mean over all draws and replications.", \.components?.mean),
            .interval(
                "ci", "the 95 % interval of the mean over all possible profiles",
                \.components?.interval),
            .number(
                "sd_profiles",
                "Spread from not knowing the phone: standard deviation between profiles; 0 "
                    + "if its estimated square is negative.", \.profileSpread),
            .interval("sd_profiles_ci", "its 95 % interval") {
                ConfidenceInterval(
                    $0.components?.betweenInterval.low.squareRoot(),
                    $0.components?.betweenInterval.high.squareRoot())
            },
            .number(
                "sd_replications",
                "Spread from chance: standard deviation between runs of one profile.",
                \.chanceSpread),
            .number(
                "share_profiles", "Share of the variance of one run that lies between profiles.",
                \.components?.shareBetween),
            .number(
                "p_profiles", "p-value of no difference between profiles, by the F test.",
                \.components?.pValue),
            .number("p05", "5th percentile of the draws' means, type 7.") { $0.percentile(0.05) },
            .number("p95", "95th percentile, type 7.") { $0.percentile(0.95) },
            .integer("draws_below_zero", "Draws whose mean is below 0.", \.below),
            .text("note", "Whether the variance between profiles was estimated below 0.") {
                $0.components?.isTruncated == true ? "negative component reported as 0" : nil
            },
        ])

    static let tornado = Table<TornadoBar>(
        name: "tornado",
        columns: [
            .text("parameter", "Path of the varied value.", \.parameter),
            .group(asked, of: \.quantity),
            .text(
                "low_value", "Its 5 % quantile; for alternatives, the one with the lowest result.",
                \.lowValue),
            .text(
                "high_value", "Its 95 % quantile, or the alternative with the highest result.",
                \.highValue),
            .number("low", "Mean at the low value, with the other values central.", \.low),
            .number("high", "Mean at the high value, with the other values central.", \.high),
            .number("swing", "high - low.") { $0.high - $0.low },
            .interval(
                "swing_ci", "the 95 % interval over replications that share random numbers",
                \.swing.interval),
        ])

    public struct IndexRow: Sendable {
        let all: QuantityIndices
        let index: Int

        var factor: SobolIndices.Factor { all.indices.factors[index] }
    }

    static func sobolRows(of found: [QuantityIndices]) -> [IndexRow] {
        found.flatMap { all in all.indices.factors.indices.map { IndexRow(all: all, index: $0) } }
    }

    static let sobol = Table<IndexRow>(
        name: "sobol",
        columns: [
            .group(asked, of: \.all.quantity),
            .text("parameter", "Path of the value.") { $0.all.parameters[$0.index] },
            .number(
                "variance", "Variance that not knowing the phone causes, without chance.",
                \.all.indices.variance),
            .number("first", "First-order index: the value's own share.", \.factor.first),
            .interval("first_ci", "the 95 % bootstrap interval of first", \.factor.firstInterval),
            .number(
                "total", "Total index: the value's share with all interactions.", \.factor.total),
            .interval("total_ci", "the 95 % bootstrap interval of total", \.factor.totalInterval),
        ])

    private static let asked: [Column<UncertainQuantity>] = [
        .text("policy", "Policy name.", \.policy),
        .text(
            "baseline", "Policy that it is compared with; empty for the metric itself.",
            \.baseline),
        .metric(\.metric),
    ]
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
            value.split(whereSeparator: { "{},".contains($0) })
                .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
        }
        let most = parts.map(\.count).min() ?? 0
        let before = (0..<most).prefix { at in Set(parts.map { $0[at] }).count == 1 }.count
        let after = (0..<(most - before)).prefix { at in
            Set(parts.map { $0[$0.count - 1 - at] }).count == 1
        }.count
        let different = parts.map { $0.dropFirst(before).dropLast(after).joined(separator: ", ") }
        return zip(different, values).map { $0.isEmpty ? $1 : $0 }
    }

    private static func cut(_ text: String) -> String {
        TextTable.width(of: text) <= width ? text : String(text.prefix(width - 1)) + "…"
    }
}
