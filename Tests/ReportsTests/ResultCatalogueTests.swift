import Testing

@testable import Reports

/// What can be written, as the catalogue of all files of results says.
@Suite struct ResultCatalogueTests {
    @Test("A file has one name, and is listed once")
    func unique() {
        let names = ResultCatalogue.all.map(\.name)
        #expect(Set(names).count == names.count && names.count > 40)
        for file in ResultCatalogue.all where file.schema == nil {
            #expect(file.name.hasSuffix(".svg"), "\(file.name) has no columns")
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

    @Test(
        "A command can write the files that its words ask for, and no others",
        arguments: [
            (["run", "x"], ["residence.csv", "causes.csv", "errands.csv", "track.svg"]),
            (
                ["run", "x", "--timeline", "--steady-state", "1 h"],
                [
                    "residence.csv", "causes.csv", "errands.csv", "timeline.csv", "steady.csv",
                    "track.svg",
                ]
            ),
            (["check", "b.yaml"], ["check.csv"]), (["diff", "a", "b"], ["diff.csv"]),
            (["validate", "optimum"], ["optimum-study.csv"]),
            (
                ["compare", "x", "--sobol", "8"],
                ["uncertainty.csv", "tornado.csv", "sobol.csv", "tornado.svg"]
            ),
            (
                ["replay", "t", "--compare", "a,b"],
                ["residence.csv", "causes.csv", "radios.csv", "promotions.csv"]
            ),
        ])
    func possible(words: [String], names: [String]) {
        #expect(ResultCatalogue.names(of: words) == names + ["datapackage.json", "manifest.json"])
    }
}
