import Lab
import Testing

@testable import Reports

/// Tests of the catalogue of all files of results.
@Suite struct ResultCatalogueTests {
    private static let kinds = ResultCatalogue.kinds + LabCatalogue.kinds

    @Test("A file has one name, and is listed once")
    func unique() {
        let names = ResultCatalogue.all(Self.kinds).map(\.name)
        #expect(Set(names).count == names.count && names.count > 40)
        for file in ResultCatalogue.all(Self.kinds) where file.schema == nil {
            let isSeen = [".svg", ".vl.json", ".html", ".perfetto-trace", ".bin"].contains {
                file.name.hasSuffix($0)
            }
            #expect(isSeen, "\(file.name) has no columns")
        }
    }

    @Test("A file that several kinds of results have has the same columns in each")
    func sharedFiles() {
        let books = ["residence.csv", "causes.csv"]
        let kinds = [
            ResultCatalogue.comparison.map(\.listing), ResultCatalogue.run.map(\.listing),
            ResultCatalogue.replay.map(\.listing),
        ]
        for name in books {
            let schemas = kinds.map { kind in kind.first { $0.name == name }?.schema }
            #expect(schemas.allSatisfy { $0 != nil && $0 == schemas[0] }, "\(name)")
        }
    }

    private static let run = [
        "power.svg", "power.vl.json", "errand.svg", "errand.vl.json", "track.svg",
        "track.vl.json", "report.html",
    ]

    @Test(
        "A command can write only the files that its arguments name",
        arguments: [
            (
                ["run", "x"],
                ["residence.csv", "causes.csv", "errands.csv"] + run
            ),
            (
                ["run", "x", "--timeline", "--steady-state", "1 h"],
                [
                    "residence.csv", "causes.csv", "errands.csv", "timeline.csv", "steady.csv",
                ] + run
            ),
            (
                ["run", "x", "--perfetto"],
                [
                    "residence.csv", "causes.csv", "errands.csv", "timeline.perfetto-trace",
                ] + run
            ),
            (
                ["check", "b.yaml"],
                [
                    "check.csv", "report.html", "trace-check.csv", "trace-shares.csv",
                    "limits.svg", "limits.vl.json",
                ]
            ),
            (
                ["diff", "a", "b"],
                ["diff.csv", "report.html", "replay-diff.csv", "host-diff.csv"]
            ),
            (["validate", "optimum"], ["optimum-study.csv", "report.html"]),
            (
                ["compare", "x", "--sobol", "8"],
                [
                    "uncertainty.csv", "tornado.csv", "sobol.csv", "tornado.svg",
                    "tornado.vl.json", "report.html",
                ]
            ),
            (
                ["replay", "t", "--compare", "a,b"],
                [
                    "residence.csv", "causes.csv", "radios.csv", "promotions.csv", "radios.svg",
                    "radios.vl.json", "timeline.svg", "timeline.vl.json", "report.html",
                ]
            ),
        ])
    func possible(words: [String], names: [String]) {
        #expect(
            ResultCatalogue.names(of: words, in: Self.kinds)
                == names + ["datapackage.json", "manifest.json"])
    }
}
