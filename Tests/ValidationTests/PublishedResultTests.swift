import Foundation
import Profiles
import TestSupport
import Testing
import Traces

@testable import Published

/// Every published result that the collections hold, beside ours.
@Suite struct PublishedResultTests {
    private static let library = ProfileLibrary(root: Repository.profiles)
    private static let table = Repository.profiles + "/published/" + PublishedStudy.fileName

    /// Computed once.
    static let results = Result {
        try PublishedStudy(PublishedRows(contentsOf: table).rows, library: library).run()
    }

    private static func study(_ lines: String...) throws -> [PublishedResult] {
        let text =
            "result,published,bound,evidence,because,measure,with\n"
            + lines.joined(separator: "\n") + "\n"
        let rows = try PublishedRows(path: "mine.csv", bytes: Array(text.utf8)).rows
        return try PublishedStudy(rows, library: library).run()
    }

    @Test("A check of arithmetic comes out again; what misses is no check of arithmetic")
    func arithmetic() throws {
        for result in try Self.results.get() where result.row.evidence == .arithmetic {
            #expect(result.isKept == true, "\(result.row.result): \(result.ours ?? .nan)")
        }
    }

    @Test("All kinds of evidence are there, and every result that is compared has its publisher")
    func complete() throws {
        let results = try Self.results.get()
        for evidence in PublishedRow.Evidence.allCases {
            #expect(results.contains { $0.row.evidence == evidence }, "\(evidence)")
        }
        for result in results {
            #expect((result.isKept != nil) == result.row.evidence.isCompared, "\(result.row)")
            #expect(!result.row.ids.isEmpty && !result.row.source.isEmpty, "\(result.row)")
        }
    }

    @Test("Every measure finds something that the shipped table or a test asks for")
    func measures() throws {
        let used = Set(try Self.results.get().compactMap { $0.row.measure?.name })
        #expect(Set(Measure.all.map(\.name)) == used)
        #expect(Set(Measure.all.map(\.name)).count == Measure.all.count)
    }

    @Test(
        "Each row that the table names is in the collections",
        SharedData.isThere("measurements-modern.csv"))
    func named() throws {
        let files = [
            "measurements.csv", "measurements-modern.csv", "system-rules.csv",
            "system-rules-modern.csv", "validation.csv",
        ]
        var known: Set<String> = []
        for file in files {
            let text = try String(contentsOfFile: SharedData.path(file), encoding: .utf8)
            for line in text.split(whereSeparator: \.isNewline) {
                known.insert(String(line.prefix { $0 != "," }))
            }
        }
        for result in try Self.results.get() {
            for id in result.row.ids.matches(of: /[A-Za-z]+-[0-9]{3}|V[0-9]{2}/) {
                #expect(known.contains(String(id.output)), "\(id.output): \(result.row.result)")
            }
        }
    }

    /// A share of nothing is nothing; a range says nothing of the published figure.
    @Test(
        "A bound is a share, a distance or a range, and its ends are within",
        arguments: [
            ("41", "2.5 %", true), ("41", "2.4 %", false), ("41", "1", true), ("41", "0.9", false),
            ("0", "100 %", false), ("0", "40 to 41", true), ("0", "41 to 42", false),
        ])
    func bounds(published: String, bound: String, isKept: Bool) throws {
        let result = try Self.study(
            "x,\(published),\(bound),validation,y,line,from=30; slope=5; at=3")[0]
        #expect(result.ours == 40)
        #expect(result.isKept == isKept)
    }

    @Test("A row of one's own names a scenario, a policy and a metric")
    func scenario() throws {
        let found = try Self.study(
            "none,100,1 %,validation,y,scenario,"
                + "scenario=keep-alive; policy=none; metric=energy; replications=2",
            "more,100,1 %,validation,y,scenario,"
                + "scenario=keep-alive; policy=keep-alive-10; metric=energy; replications=2",
            "difference,100,1 %,validation,y,scenario,"
                + "scenario=keep-alive; policy=keep-alive-10; less=none; metric=energy; "
                + "replications=2"
        ).compactMap(\.ours)
        #expect(found[1] > found[0] && found[0] > 0)
        #expect(abs(found[2] - (found[1] - found[0])) < 1e-9 * found[1])
    }

    @Test(
        "What a row cannot name is refused with its line, and with what is possible",
        arguments: [
            ("x,1,1,guess,y,line,at=1", "\"guess\" is no kind of evidence"),
            ("x,1,much,validation,y,line,at=1", "\"much\" is no bound"),
            ("x,one,1,validation,y,line,at=1", "\"one\" is no number for a published value"),
            ("x,,1,validation,y,line,at=1", "published of a row that is compared"),
            ("x,1,1,validation,,line,at=1", "\"\" is no reason"),
            ("x,1,1,validation,y,curve,at=1", "\"curve\" is no measure"),
            ("x,1,1,validation,y,line,from=1; slope=1", "\"\" is no at of line"),
            ("x,1,1,validation,y,line,from=1; slope=1; to=2", "\"to\" is no argument of line"),
            ("x,1,1,validation,y,line,from=1; from=2", "is no argument"),
            ("x,1,1,validation,y,line,from=-1; slope=1; at=2", "\"-1\" is no from"),
            (
                "x,1,1,validation,y,keep-alive-ratio,"
                    + "radio=umts-att-2010; every_s=0.000001; volts=3.7; floor_mA=6",
                "\"0.000001\" is no every_s"
            ),
            (
                "x,1,1,validation,y,keep-alive-current,"
                    + "radio=umts-att-2010; every_s=1e9; volts=3.7; floor_mA=6",
                "\"1e9\" is no every_s"
            ),
            (
                "x,1,1,validation,y,level-current,"
                    + "radio=nr-x55-sa-2024; state=NR_CONNECTED; of=light; volts=4.2",
                "\"light\" is no of"
            ),
            (
                "x,1,1,validation,y,scenario,scenario=keep-alive; policy=q; metric=energy",
                "\"q\" is no policy"
            ),
            (
                "x,1,1,validation,y,scenario,scenario=keep-alive; policy=none; metric=joy",
                "\"joy\" is no metric"
            ),
        ])
    func refused(line: String, message: String) throws {
        let error = #expect(throws: LogError.self) { try Self.study(line) }
        #expect(error?.description.hasPrefix("mine.csv:2, column ") == true)
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test("A figure that is none, as of a phone that draws nothing, is refused and not printed")
    func noFigure() throws {
        let text = try String(
            contentsOfFile: Repository.profiles + "/devices/iphone-4.yaml", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("floor:") ? "floor: { value: 0 mW, assumption: none }" : String(line)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "iphone-4-\(UUID().uuidString).yaml")
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let error = #expect(throws: LogError.self) {
            try Self.study(
                "x,1,1,validation,y,battery-hours,device=\(file.path); of=standby")
        }
        #expect(error?.description.contains("no measure that has a value") == true)
    }
}
