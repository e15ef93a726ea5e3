import Experiments
import Reports
import Show

/// The result files of tailwatt's studies of itself.
public enum LabCatalogue {
    /// In the order of the columns page.
    public static let kinds = [
        ResultKind("validate", "coverage") { coverage },
        ResultKind("validate", "stopping") { stopping },
        ResultKind("validate", "optimum") { optimumStudy },
        ResultKind("validate", "published") { published },
    ]

    public static var coverage: [ResultFile<CoverageFiles>] {
        [
            .table(listing: ValidationTables.emptyCoverage) {
                ValidationTables.coverage($0.coverage)
            },
            .table(listing: ValidationTables.emptyPower) { ValidationTables.power($0.power) },
            .page { result, context in
                OtherPages.plain(
                    "Coverage of intervals, and power of tests", context
                ) {
                    $0.table(ValidationTables.coverage(result.coverage))
                    $0.table(ValidationTables.power(result.power))
                }
            },
        ]
    }

    public static var stopping: [ResultFile<[StoppingStudy.Row]>] {
        [
            .table(listing: ValidationTables.emptyStopping, ValidationTables.stopping),
            .page { result, context in
                OtherPages.plain(
                    "Coverage of intervals if a rule ends the experiment", context
                ) {
                    $0.table(ValidationTables.stopping(result))
                }
            },
        ]
    }

    public static var optimumStudy: [ResultFile<[OptimumStudy.CurveTrials]>] {
        [
            .table(listing: OptimumStudyTable.empty, OptimumStudyTable.optimum),
            .page { result, context in
                OtherPages.plain("How often the answer of optimize holds the optimum", context) {
                    $0.table(OptimumStudyTable.optimum(result))
                }
            },
        ]
    }

    public static var published: [ResultFile<[PublishedResult]>] {
        [
            .table(PublishedTables.results, PublishedTables.rows),
            .table(PublishedTables.skill) { EvidenceScores($0).scores },
        ] + ResultFile.pictures([.init("validation", chart: PublishedChart.chart)])
            + [.page(page)]
    }

    private static func page(_ results: [PublishedResult], _ context: PageContext) -> [UInt8] {
        let text = PublishedText(results)
        var page = ReportPage(
            title: "Published results beside ours", answer: text.answer, facts: "", context)
        page.figures()
        page.text.table(
            text.scoreTable, caption: "Off by and bias: geometric means; skill against a constant")
        for part in text.tables {
            page.text.heading(part.caption)
            if part.isCompared {
                page.text.table(part.figures, caption: "What was published, and ours")
            }
            page.text.table(part.reasons, caption: "Who published it, and what ours rests on")
        }
        return page.document()
    }
}

/// The contents of the files of a study of intervals and tests.
public struct CoverageFiles {
    public let coverage: [CoverageStudy.Combination]
    public let power: [PowerStudy.Situation]

    public init(_ coverage: [CoverageStudy.Combination], _ power: [PowerStudy.Situation]) {
        (self.coverage, self.power) = (coverage, power)
    }
}
