public enum ResultTables {
    static let summary = Table<PolicySummary>("summary").with(columns: [
        .text("policy", "Policy name.", \.policy),
        .metric(\.metric),
        .integer(
            "n", "Replications, or antithetic pairs, that have the metric.", \.summary.count),
        .number("mean", "Mean of these replications.", \.summary.mean),
        .number(
            "sd", "Standard deviation, with divisor n - 1; empty for fewer than two.",
            \.summary.standardDeviation),
        .number(
            "ci_level",
            "Confidence level of the interval; empty if the interval is too short for one.",
            \.known.interval?.level),
        .interval("ci", "the interval of the mean by ci_method", \.known.shown),
        .number("median", "Median (Hyndman and Fan's type 7).", \.summary.median),
        .number("p05", "5th percentile, type 7.", \.summary.percentile05),
        .number("p95", "95th percentile, type 7.", \.summary.percentile95),
        .group(knowledge, of: \.known),
    ])

    static let comparison = Table<PolicyComparison>("comparison").with(columns: [
        .text("baseline", "Policy that the others are compared with.", \.baseline),
        .text("policy", "Policy name.", \.policy),
        .metric(\.metric),
        .integer(
            "n", "Replications, or antithetic pairs, in which both have the metric.",
            \.paired.count),
        .number(
            "difference", "Policy minus baseline, paired by replication: mean.",
            \.paired.difference),
        .interval(
            "ci", "the interval of the difference, at 95 % unless ci_method is skewed",
            \.known.shown),
        .number(
            "ratio", "Mean of the policy divided by mean of the baseline; empty for 0.",
            \.paired.ratio),
        .interval(
            "ratio_ci", "Fieller's 95 % interval of the ratio",
            lower: "; empty if unbounded, or if ci_method is not exact, t or skewed.",
            \.ratioInterval),
        .number("p_value", "Two-sided paired t test of no difference.", \.paired.pValue),
        .number(
            "p_adjusted", "p_value, adjusted by Holm for the number of policies.",
            \.adjustedPValue),
        .text(
            "verdict",
            "lower or higher if p_adjusted is below 0.05; else equivalent within the margin if "
                + "equivalence_p_adjusted is below 0.05; else no difference shown.",
            \.verdictText),
        .group(ranks, of: \.self), .group(resampled, of: \.self), .group(sizes, of: \.self),
        .group(knowledge, of: \.known),
    ])

    private static var knowledge: [Column<MeanInterval>] {
        [
            .text(
                "ci_method",
                "Method of ci_low and ci_high: "
                    + MeanInterval.Method.allCases.map { "\($0.rawValue) (\($0.meaning))" }
                    .joined(separator: ", ") + ".", \.method.rawValue),
            .integer(
                "unlike",
                "Replications unlike the others, where half or more are alike; empty where "
                    + "the two are not separated.", \.unlike),
            .number(
                "unlike_at_most", "Exact upper bound at 95 % of the share of unlike replications.",
                \.unlikeShare?.high),
        ]
    }

    /// Rank statistics, which a few large differences do not dominate.
    private static var ranks: [Column<PolicyComparison>] {
        [
            .number(
                "hl_difference",
                "Hodges-Lehmann estimate: median of the pairwise means of the differences; "
                    + "empty above 10000 pairs.", \.shift?.estimate),
            .interval(
                "hl", "the 95 % interval of hl_difference", lower: "; empty below 6 pairs.",
                \.shift?.interval),
            .number(
                "wilcoxon_p", "Wilcoxon's two-sided signed-rank test of no difference.",
                \.signedRank?.pValue),
            .number(
                "wilcoxon_p_adjusted", "wilcoxon_p, adjusted by Holm for the number of policies.",
                \.adjustedRankPValue),
        ]
    }

    private static var resampled: [Column<PolicyComparison>] {
        [
            .interval(
                "boot", "the 95 % bootstrap interval (BCa) of the difference",
                lower: "; empty below 10 pairs, above 250 unless they are skewed, and if ci_low is "
                    + "empty or a bound.", \.knownBootstrap?.differenceInterval),
            .interval(
                "boot_ratio", "the 95 % bootstrap interval (BCa) of the ratio",
                lower: "; empty like boot_low, and if unbounded.", \.knownBootstrap?.ratioInterval),
        ]
    }

    private static var sizes: [Column<PolicyComparison>] {
        [
            .number(
                "effect_size",
                "Difference divided by its standard deviation between worlds (Cohen's d_z with "
                    + "Hedges' correction); empty without spread.", \.effectSize?.standardised),
            .number(
                "superiority",
                "Share of replications with a larger value of the policy; equal ones count half.",
                \.effectSize?.superiority),
            .number(
                "equivalence_margin",
                "Largest difference that counts as none: a share of the baseline's mean.",
                \.equivalence?.margin),
            .number(
                "equivalence_p",
                "Two one-sided t tests of a difference as large as the margin; empty for a "
                    + "baseline of 0.", \.equivalence?.pValue),
            .number(
                "equivalence_p_adjusted",
                "equivalence_p, adjusted by Holm for the number of policies.",
                \.adjustedEquivalence),
            .text(
                "warnings",
                "Reasons why the figures may mislead, separated by spaces: "
                    + ComparisonWarning.allCases.map { "\($0.rawValue) (\($0.rule))" }
                    .joined(separator: ", ") + ".",
                \.warningNames),
        ]
    }

    public typealias Replication = (policy: String, number: Int, pair: Int?, metrics: MetricValues)

    /// One row for each policy and replication, one column for each metric of any run.
    static func replications(of result: ExperimentResult) -> Table<Replication> {
        let isAntithetic = result.scenario.replications.isAntithetic
        return replications(result.metrics, isAntithetic: isAntithetic).with(
            result.policies.flatMap { policy in
                policy.replications.enumerated().map {
                    (policy.policy.name, $0, isAntithetic ? $0 / 2 : nil, $1)
                }
            })
    }

    static func replications(_ metrics: [Metric], isAntithetic: Bool) -> Table<Replication> {
        let pair = Column<Replication>.integer(
            "pair",
            "Antithetic pair, from 0, whose two replications make one value; no column if "
                + "replications are independent.", \.pair)
        return Table(
            name: "replications",
            columns: [
                .text("policy", "Policy name.", \.policy),
                .integer(
                    "replication", "Number from 0; one number is one world for all policies.",
                    \.number),
            ] + (isAntithetic ? [pair] : [])
                + metrics.map { metric in
                    .number(metric.columnNameWithUnit, metric.meaning) { $0.metrics[metric] }
                })
    }

    /// `nil` if replications are independent.
    static func antitheticRows(of result: ExperimentResult) -> [AntitheticEffect]? {
        let effects = result.antitheticEffects()
        return effects.isEmpty ? nil : effects
    }

    static let antithetic = Table<AntitheticEffect>("antithetic").with(columns: [
        .text("policy", "Policy name.", \.policy),
        .text(
            "baseline", "Policy that it is compared with; empty for the policy's own mean.",
            \.baseline),
        .text("metric", "Metric; see replications.csv.", \.metric.columnName),
        .integer(
            "pairs", "Antithetic pairs in which both replications have the metric.", \.pairs
        ),
        .number(
            "variance_ratio",
            "Variance of the mean divided by that of as many independent replications: one "
                + "plus the correlation within pairs. Below 1, pairs help.", \.varianceRatio),
        .interval(
            "ci", "Fisher's 95 % interval of the correlation",
            lower: "; assumes normal values.", \.interval),
    ])

    /// The one row of `answer.csv`; `nil` if the scenario has no answer.
    static func answerRows(of result: ExperimentResult) -> [ExperimentResult]? {
        result.scenario.answer.map { _ in [result] }
    }

    static let answer = Table<ExperimentResult>("answer").with(columns: [
        .text("question", "Question of the scenario.", \.scenario.question),
        .text("answer", "Answer, with figures of the other files.") {
            AnswerSentence($0)?.text
        },
    ])

    public typealias AppRow = (
        policy: String, app: String, booked: Double, marginal: PairedDifference?, alone: Summary?
    )

    /// The cost of each app, then that of the world; `nil` unless the policies are several apps.
    static func appRows(of result: ExperimentResult) -> [AppRow]? {
        guard let costs = AppCosts(result) else { return nil }
        let apps: [AppRow] = costs.apps.map {
            (costs.policy, $0.name, $0.booked, $0.marginal, $0.alone)
        }
        let world: [AppRow] = costs.world.map { (costs.policy, $0.activity, $0.energy, nil, nil) }
        return apps + world
    }

    static let apps = Table<AppRow>("apps").with(columns: [
        .text("policy", "Policy with all apps.", \.policy),
        .text("app", "An app, or a user of energy outside the apps; nobody: no app.", \.app),
        .number(
            "booked_J",
            "Energy booked to the app, mean; the rows of a policy add up to its energy.", \.booked),
        .number(
            "marginal_J", "Energy with the app minus energy without it, mean over worlds.",
            \.marginal?.difference),
        .interval("marginal_ci", "Student's 95 % t interval of marginal_J", \.marginal?.interval),
        .number(
            "alone_J", "Energy of the app alone above an identical world without it, mean.",
            \.alone?.mean),
        .interval("alone_ci", "Student's 95 % t interval of alone_J", \.alone?.interval),
    ])
}

extension ResultNotes {
    /// Whether antithetic pairs helped, for the leading figures that gain least; empty without
    /// pairs.
    var antithetic: String {
        let effects = result.antitheticEffects(of: [result.leadingMetric])
        let least = [effects.filter { $0.baseline == nil }, effects.filter { $0.baseline != nil }]
            .compactMap { $0.max { $0.varianceRatio < $1.varianceRatio } }
        guard !least.isEmpty else { return "" }
        let what = least.map { effect in
            func number(_ value: Double) -> String {
                ReadableNumber.text(value, significantDigits: 2)
            }
            return (effect.baseline == nil ? "a mean" : "a difference")
                + " at most \(number(effect.varianceRatio)) (\(effect.policy), "
                + IntervalText.words(effect.interval) { interval in
                    IntervalText.cell(interval, number)
                } + ")"
        }
        let isHarmful = least.contains { $0.interval.low > 1 }
        return WrappedText.line(
            "Antithetic pairs: of the variance that as many independent replications leave in "
                + "\(result.leadingMetric.columnName), \(what.joined(separator: ", "))."
                + (isHarmful ? " They do harm here: better without." : ""))
    }
}
