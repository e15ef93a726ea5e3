/// A comparison, and the typical run that its pictures and its page show in detail.
public struct ComparisonFiles {
    let result: ExperimentResult
    let comparisons: [PolicyComparison]
    let run: TypicalRun

    package static var pictures: [ListedPicture<ComparisonFiles>] {
        [
            .init("policies", "What each policy costs") { .policies($0.result) },
            .init("differences", "How certain is the difference?") {
                .differences($0.result, $0.comparisons)
            },
            .init("bought", "Which policies are worth their energy?") { .bought($0.result) },
            .init("power", "Power over time by component and cause") { PowerChart($0.run)?.chart },
            .init("errand", "The first errand in detail") { $0.run.errand.flatMap(Chart.errand) },
        ]
    }

    /// Simulates a typical run again.
    public init(_ result: ExperimentResult) {
        self.result = result
        comparisons = result.comparisons(of: [result.leadingMetric], hasRanks: false)
        run = TypicalRun(result, bins: PowerChart.bins, atMost: PowerChart.policies)
    }
}

struct ComparisonPage {
    private let files: ComparisonFiles
    private let context: PageContext

    init(_ files: ComparisonFiles, _ context: PageContext) {
        (self.files, self.context) = (files, context)
    }

    private var result: ExperimentResult { files.result }

    var bytes: [UInt8] {
        let scenario = result.scenario
        let notes = ResultNotes(result: result)
        var page = ReportPage(
            title: scenario.question, answer: AnswerSentence(result)?.text,
            facts: "\(scenario.name): \(scenario.phoneName); \(scenario.horizon.seconds) a run; "
                + "seed \(scenario.seed); \(notes.replications)", context)
        page.text.heading("What each policy costs")
        figure("policies", in: &page)
        if let differences {
            page.text.heading("How certain is the difference?")
            figure(
                "differences", in: &page,
                "Each run is one world lived through under both policies, so that what the world "
                    + "adds cancels.")
            page.text.table(differences, caption: "Differences, with 95 % intervals")
        }
        let text = ComparisonText(result)
        page.text.paragraphs(text.leadingNotes)
        bought(&page)
        page.text.openDetail()
        page.text.heading("Where the energy goes")
        figure(
            "power", in: &page,
            "One run in detail: tailwatt run \(context.scenario ?? scenario.name) --policy NAME "
                + "--replication \(files.run.replication) --timeline has every stretch of it.")
        figure("errand", in: &page)
        if let table = table({ $0.role == .means }) {
            page.text.table(table, caption: "What it took: mean a run, with 95 % intervals")
        }
        page.text.closeDetail()
        page.text.paragraphs(text.footnotes)
        let lines = (notes.end + notes.combination).split(separator: "\n").map(String.init)
        return page.document(notes: lines)
    }

    private func figure(_ name: String, in page: inout ReportPage, _ caption: String = "") {
        guard let picture = context.picture(name) else { return }
        page.text.figure(picture, caption: caption)
    }

    private func bought(_ page: inout ReportPage) {
        let table = table { $0.role == .service }
        guard table != nil || context.picture("bought") != nil else { return }
        page.text.heading("Which policies are worth their energy?")
        figure("bought", in: &page)
        if let table {
            page.text.table(
                table,
                caption: "What each policy does for its user: mean a run, with 95 % intervals")
        }
    }

    private var differences: TextTable? {
        guard !files.comparisons.isEmpty else { return nil }
        return files.comparisons.table([
            .left("against \(result.baseline.policy.name)", \.policy),
            .right("difference" + result.leadingMetric.unitInBrackets) { comparison in
                comparison.paired.difference.map { comparison.known.text(ofDifference: $0) }
                    ?? "-"
            },
            .right("ratio", \.ratioText), .left("verdict", \.longVerdictText),
        ])
    }

    private func table(_ include: (Metric) -> Bool) -> TextTable? {
        result.table(
            "metric", of: result.metrics.filter { include($0) && $0 != result.leadingMetric })
    }
}
