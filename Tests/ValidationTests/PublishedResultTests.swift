import Foundation
import Profiles
import TestSupport
import Testing
import Traces

@testable import Lab

/// Compares every published result of the collections with ours.
@Suite struct PublishedResultTests {
    private static let library = ProfileLibrary(root: Repository.profiles)
    private static let table = Repository.profiles + "/published/" + PublishedStudy.fileName

    /// Computed once.
    static let results = Result {
        try PublishedStudy(PublishedRows(contentsOf: table).rows, library: library)
            .run(ranges: false)
    }

    private static func study(
        _ lines: String..., in path: String = "mine.csv"
    ) throws -> [PublishedResult] {
        let text =
            "result,published,bound,evidence,because,measure,with\n"
            + lines.joined(separator: "\n") + "\n"
        let rows = try PublishedRows(path: path, bytes: Array(text.utf8)).rows
        return try PublishedStudy(rows, library: library).run()
    }

    @Test("Every check of arithmetic agrees; a miss must not be one")
    func arithmetic() throws {
        for result in try Self.results.get() where result.row.standing == .arithmetic {
            #expect(result.isKept == true, "\(result.row.result): \(result.ours ?? .nan)")
        }
    }

    @Test("All classes occur, and every compared result has a publisher")
    func complete() throws {
        let results = try Self.results.get()
        for standing in PublishedRow.Standing.allCases {
            #expect(results.contains { $0.row.standing == standing }, "\(standing)")
        }
        for result in results {
            #expect((result.isKept != nil) == result.row.standing.isCompared, "\(result.row)")
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

    /// The rows that the column `ids` names: single rows, ranges of rows, and whole collections by
    /// their prefix.
    private static func named(
        in ids: String
    ) -> (rows: Set<String>, collections: Set<String>) {
        var (rows, collections): (Set<String>, Set<String>) = ([], [])
        for part in ids.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            let found = part.matches(of: /([A-Za-z]+)-([0-9]{3})/).map { ($0.1, $0.2) }
            if found.isEmpty {
                let word = part.replacingOccurrences(of: " rows", with: "")
                if word.allSatisfy(\.isLetter) { collections.insert(word) }
            } else if part.contains(" to "), let first = Int(found[0].1),
                let last = Int(found[found.count - 1].1)
            {
                for number in first...last {
                    rows.insert("\(found[0].0)-" + String(String(1000 + number).dropFirst()))
                }
            } else {
                for row in found { rows.insert("\(row.0)-\(row.1)") }
            }
        }
        return (rows, collections)
    }

    @Test(
        "Each row of the collections of measurements is in the table",
        SharedData.isThere("measurements-modern.csv"))
    func allMeasurements() throws {
        var (rows, whole): (Set<String>, Set<String>) = ([], [])
        for result in try Self.results.get() {
            let named = Self.named(in: result.row.ids)
            rows.formUnion(named.rows)
            whole.formUnion(named.collections)
        }
        for file in ["measurements.csv", "measurements-modern.csv"] {
            let text = try String(contentsOfFile: SharedData.path(file), encoding: .utf8)
            for line in text.split(whereSeparator: \.isNewline) {
                let id = String(line.prefix { $0 != "," })
                guard id.wholeMatch(of: /[A-Za-z]+-[0-9]{3}/) != nil else { continue }
                let collection = String(id.prefix { $0 != "-" })
                #expect(rows.contains(id) || whole.contains(collection), "\(id) is in no row")
            }
        }
    }

    /// A radio without packets for the inactivity timer is asleep except for on-durations, which
    /// count from the last packet. Poisson packets find it there with probability exp(-rate x
    /// inactivity).
    @Test(
        "The share of the time asleep has the closed form of its DRX",
        arguments: [(1, 40), (5, 40), (1, 100), (5, 100)])
    func asleep(rate: Int, inactivity: Int) throws {
        let with = "radio=nr-tr38840; set=states.NR_CONNECTED.drx.inactivity=\(inactivity) ms"
        let silent = try Self.study(
            "silent,0.95,1e-9,validation,y,asleep-share,\(with); rate=0")[0]
        #expect(silent.isKept == true, "\(silent.ours ?? .nan)")
        let ours = try #require(
            Self.study("busy,1,1,validation,y,asleep-share,\(with); rate=\(rate)")[0].ours)
        // Pauses are many on-durations long, or shorter than one: between all of them and none.
        let quiet = exp(-2 * Double(rate * inactivity) / 1000)
        #expect(ours > 0.93 * quiet && ours < quiet, "\(ours) of \(quiet)")
    }

    @Test("A row names its own file by a path relative to the table")
    func ownFile() throws {
        let row = "tail,9,50 %,validation,y,burst,radio=umts-att-2010.yaml"
        let found = try Self.study(row, in: Repository.profiles + "/radios/mine.csv")
        #expect(found.map(\.isKept) == [true])
        #expect(throws: ProfileFailure.self) { try Self.study(row) }
    }

    @Test("A row can put other values into a radio")
    func set() throws {
        let found = try Self.study(
            "as shipped,1,1,validation,y,level-current,"
                + "radio=nr-tr38840; state=NR_CONNECTED; of=awake; volts=1",
            "in units,1,1,validation,y,level-current,"
                + "radio=nr-tr38840; state=NR_CONNECTED; of=awake; volts=1; set=scale.unit=1 mW",
            "both,1,1,validation,y,level-current,"
                + "radio=nr-tr38840; state=NR_CONNECTED; of=awake; volts=1; set=scale.unit=1 mW "
                + "and states.NR_CONNECTED.power=50 mW"
        ).compactMap(\.ours)
        #expect(found == [826, 100, 50])
        #expect(throws: ProfileFailure.self) {
            try Self.study(
                "x,1,1,validation,y,level-current,radio=nr-tr38840; state=NR_CONNECTED; "
                    + "of=awake; volts=1; set=states.NOWHERE.power=50 mW")
        }
    }

    /// A share of zero means nothing, and a range says nothing about the published figure.
    @Test(
        "A bound is a share, a distance or a range, and includes its ends",
        arguments: [
            ("41", "2.5 %", true), ("41", "2.4 %", false), ("41", "1", true), ("41", "0.9", false),
            ("0", "100 %", false), ("0", "40 to 41", true), ("0", "41 to 42", false),
            ("26", "x 1.6", true), ("26", "x 1.5", false), ("60", "x 1.5", true),
            ("0", "x 9", false),
        ])
    func bounds(published: String, bound: String, isKept: Bool) throws {
        let result = try Self.study(
            "x,\(published),\(bound),validation,y,line,from=30; slope=5; at=3")[0]
        #expect(result.ours == 40)
        #expect(result.isKept == isKept)
    }

    @Test("A row of the user's own names a scenario, a policy and a metric")
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
        "An invalid row is refused with its line and with what is valid",
        arguments: [
            ("x,1,1,guess,y,line,at=1", "\"guess\" is not a valid class"),
            ("x,1,much,validation,y,line,at=1", "\"much\" is not a valid bound"),
            ("x,one,1,validation,y,line,at=1", "\"one\" is not a number for a published value"),
            ("x,,1,validation,y,line,at=1", "published of a row that is compared"),
            ("x,1,1,validation,,line,at=1", "\"\" is not a valid reason"),
            ("x,1,1,validation,y,curve,at=1", "\"curve\" is not a valid measure"),
            ("x,1,1,validation,y,line,from=1; slope=1", "\"\" is not a valid at of line"),
            (
                "x,1,1,validation,y,line,from=1; slope=1; to=2",
                "\"to\" is not a valid argument of line"
            ),
            ("x,1,1,validation,y,line,from=1; from=2", "is not a valid argument"),
            ("x,1,1,validation,y,line,from=-1; slope=1; at=2", "\"-1\" is not a valid from"),
            (
                "x,1,1,validation,y,keep-alive-ratio,"
                    + "radio=umts-att-2010; every_s=0.000001; volts=3.7; floor_mA=6",
                "\"0.000001\" is not a valid every_s"
            ),
            (
                "x,1,1,validation,y,keep-alive-current,"
                    + "radio=umts-att-2010; every_s=1e9; volts=3.7; floor_mA=6",
                "\"1e9\" is not a valid every_s"
            ),
            (
                "x,1,1,validation,y,level-current,"
                    + "radio=nr-x55-sa-2024; state=NR_CONNECTED; of=light; volts=4.2",
                "\"light\" is not a valid of"
            ),
            (
                "x,1,1,validation,y,asleep-share,radio=umts-telia; rate=1",
                "\"umts-telia\" is not a valid radio"
            ),
            (
                "x,1,1,validation,y,asleep-share,radio=nr-tr38840; rate=-1",
                "\"-1\" is not a valid rate"
            ),
            (
                "x,1,1,validation,y,idle-current,radio=wifi-dtim-1; volts=1; set=states",
                "\"states\" is not a valid set"
            ),
            (
                "x,1,1,validation,y,scenario,scenario=keep-alive; policy=q; metric=energy",
                "\"q\" is not a valid policy"
            ),
            (
                "x,1,1,validation,y,scenario,scenario=keep-alive; policy=none; metric=joy",
                "\"joy\" is not a valid metric"
            ),
        ])
    func refused(line: String, message: String) throws {
        let error = #expect(throws: InputError.self) { try Self.study(line) }
        #expect(error?.description.hasPrefix("mine.csv:2, column ") == true)
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test("An undefined figure, as of a phone that draws nothing, is refused and not printed")
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
        let error = #expect(throws: InputError.self) {
            try Self.study(
                "x,1,1,validation,y,battery-hours,device=\(file.path); of=standby")
        }
        #expect(error?.description.contains("not a valid measure that has a value") == true)
    }
}
