import DeviceModel
import Experiments
import Kernel
import Show

/// A comparison with its pictures, drawn once for files and page.
public struct ComparisonFiles: Illustrated {
    let result: ExperimentResult
    let comparisons: [PolicyComparison]
    package let pictures: [Picture]
    let replication: Int

    package typealias Source = (
        result: ExperimentResult, comparisons: [PolicyComparison], run: TypicalRun
    )

    static let policies = ListedPicture<Source>("policies", "What each policy costs") {
        .policies($0.result)
    }
    static let differences = ListedPicture<Source>(
        "differences", "How the policies differ, run by run"
    ) { .differences($0.result, $0.comparisons) }
    static let bought = ListedPicture<Source>("bought", "What the energy bought") {
        .bought($0.result)
    }
    static let power = RunFiles.power.of { (source: Source) in source.run }
    static let errand = RunFiles.errand.of { (source: Source) in source.run }
    package static let listed = [policies, differences, bought, power, errand]

    /// Draws the pictures, for which it simulates a typical run again.
    public init(_ result: ExperimentResult) {
        self.result = result
        comparisons = result.comparisons(of: [result.leadingMetric], hasRanks: false)
        let run = TypicalRun(result, bins: PowerChart.bins, atMost: PowerChart.policies)
        replication = run.replication
        pictures = Self.pictures(of: (result, comparisons, run))
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
        figure(ComparisonFiles.policies, in: &page)
        if let differences {
            page.text.heading("How surely they differ")
            figure(
                ComparisonFiles.differences, in: &page,
                "Each run is one world lived through under both policies, so that what the world "
                    + "adds cancels.")
            page.text.table(differences, caption: "Differences, with 95 % intervals")
        }
        let text = ComparisonText(result)
        page.text.paragraphs(text.leadingNotes)
        bought(&page)
        page.text.heading("Where the energy goes")
        figure(
            ComparisonFiles.power, in: &page,
            "One run in detail: tailwatt run \(context.scenario ?? scenario.name) --policy NAME "
                + "--replication \(files.replication) --timeline has every stretch of it.")
        figure(ComparisonFiles.errand, in: &page)
        if let table = table({ $0.role == .means }) {
            page.text.table(table, caption: "What it took: mean a run, with 95 % intervals")
        }
        page.text.paragraphs(text.footnotes)
        let lines = (notes.end + notes.combination).split(separator: "\n").map(String.init)
        return page.document(notes: lines)
    }

    private func figure(
        _ listed: ListedPicture<ComparisonFiles.Source>, in page: inout ReportPage,
        _ caption: String = ""
    ) {
        guard let picture = picture(listed) else { return }
        page.text.figure(picture, caption: caption)
    }

    private func picture(_ listed: ListedPicture<ComparisonFiles.Source>) -> Picture? {
        files.pictures.first { $0.name == listed.name }
    }

    private func bought(_ page: inout ReportPage) {
        let table = table { $0.role == .service }
        guard table != nil || picture(ComparisonFiles.bought) != nil else { return }
        page.text.heading("What it bought")
        figure(ComparisonFiles.bought, in: &page)
        if let table {
            page.text.table(table, caption: "What it bought: mean a run, with 95 % intervals")
        }
    }

    private var differences: TextTable? {
        guard !files.comparisons.isEmpty else { return nil }
        let metric = result.leadingMetric
        var table = TextTable(columns: [
            .init("against \(result.baseline.policy.name)"),
            .init("difference" + metric.unitInBrackets, .right), .init("ratio", .right),
            .init("verdict"),
        ])
        for comparison in files.comparisons {
            let paired = comparison.paired
            table.add([
                comparison.policy,
                paired.difference.map { comparison.known.text(ofDifference: $0) } ?? "-",
                paired.ratio.map { ReadableNumber.text($0, decimals: 3) } ?? "",
                comparison.longVerdictText,
            ])
        }
        return table
    }

    private func table(_ include: (Metric) -> Bool) -> TextTable? {
        let metrics = result.metrics.filter { include($0) && $0 != result.leadingMetric }
        guard !metrics.isEmpty else { return nil }
        var table = TextTable(
            columns: [.init("metric")] + result.policies.map { .init($0.policy.name, .right) })
        for metric in metrics {
            table.add(
                [metric.words + metric.unitInBrackets]
                    + result.policies.map { policy in
                        result.interval(of: metric, for: policy).text(
                            of: policy.summary(of: metric).mean, metric)
                    })
        }
        return table
    }
}
