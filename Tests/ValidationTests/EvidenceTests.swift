import Profiles
import TestSupport
import Testing
import Traces

@testable import Lab

/// Tests of classes, their proof, and the scores of published results.
@Suite struct EvidenceTests {
    private static let library = ProfileLibrary(root: Repository.profiles)

    private static func rows(_ lines: [String]) throws -> [PublishedRow] {
        let text =
            "group,result,unit,kind,published,class,grade,because_inputs,because,measure,with\n"
            + lines.joined(separator: "\n") + "\n"
        return try PublishedRows(path: "mine.csv", bytes: Array(text.utf8)).rows
    }

    @Test(
        "A row cannot be independent if a profile that it uses names its source",
        arguments: [
            ("NR-007", "nr-tmobile-nsa-2021", true), ("Narayanan et al.", "pixel-6-2021-lte", true),
            ("SIGCOMM21-5G/artifact", "pixel-6-2021-lte", true),
            ("NR-00", "pixel-6-2021-lte", false),
            ("another author", "pixel-6-2021-lte", false),
            // A source of the device counts as well.
            ("android_device_google_raviole", "lte-huang-2012", true),
        ])
    func proof(word: String, radio: String, isRefused: Bool) throws {
        func run(_ standing: String) throws -> [PublishedResult] {
            let state = radio == "nr-tmobile-nsa-2021" ? "NR_CONNECTED" : "RRC_CONNECTED"
            let used = radio.hasPrefix("lte-huang") ? "CONTINUOUS_RECEPTION" : state
            return try PublishedStudy(
                Self.rows([
                    "g,x,mW,power,260,\(standing),A,my own meter; \(word),y,radio-power,"
                        + "device=pixel-6-2021; radio=\(radio); system=android-14; state=\(used)"
                ]), library: Self.library
            ).run(ranges: false)
        }
        if isRefused {
            let error = #expect(throws: InputError.self) { try run("independent") }
            #expect(error?.description.contains("names \"\(word)\"") == true)
        } else {
            #expect(try run("independent").count == 1)
        }
        #expect(try run("partly").count == 1)
    }

    @Test("No profile that an independent row uses has its figure of three digits")
    func absent() throws {
        let rows = try PublishedRows(
            contentsOf: Repository.profiles + "/published/" + PublishedStudy.fileName
        ).rows.filter { $0.standing == .independent }
        let study = try PublishedStudy(rows, library: Self.library)
        _ = try study.run(ranges: false)
        for row in rows {
            #expect(!study.files(of: row).isEmpty, "\(row.result)")
            #expect(throws: Never.self) {
                try HeldOut.require(row, isAbsentFrom: study.files(of: row), and: [])
            }
        }
    }

    @Test("A row that is called independent needs the words of its source")
    func proofNeeded() throws {
        let error = #expect(throws: InputError.self) {
            try Self.rows(["g,x,mW,power,1,independent,A,,y,line,from=1; slope=1; at=1"])
        }
        #expect(error?.description.contains("because_inputs") == true)
    }

    @Test("Each scored row that is shipped has a kind, a grade, a group and its source's words")
    func shipped() throws {
        let scored = try PublishedResultTests.results.get().filter { $0.row.standing.isScored }
        #expect(scored.count > 60)
        for row in scored.map(\.row) {
            #expect(row.kind != nil && row.grade != nil && !row.inputs.isEmpty, "\(row.result)")
            #expect(!row.group.isEmpty && row.bound != nil, "\(row.result)")
        }
    }

    @Test("Without a bound the grade sets it")
    func bounds() throws {
        let rows = try Self.rows(
            ["A", "B", "C"].map {
                "g,x,mW,power,1,independent,\($0),my own meter,y,line,from=1; slope=1; at=1"
            })
        #expect(rows.map(\.bound) == [.factor(1.3), .factor(1.5), .factor(2)])
    }

    /// Three groups with one figure each: 1, 2 and 4; ours are 1, 4 and 2.
    private static func three() throws -> [PublishedResult] {
        let rows = try rows(
            ["1", "2", "4"].map {
                "group \($0),x \($0),mW,power: asleep,\($0),independent,A,my own meter,y,line,"
                    + "from=1; slope=1; at=1"
            })
        return zip(rows, [1.0, 4, 2]).map { PublishedResult(row: $0, ours: $1) }
    }

    @Test("Skill is one minus our errors over those of the other groups' mean")
    func skill() throws {
        let scores = EvidenceScores(try Self.three())
        let baselines = scores.rows.compactMap(\.baseline)
        #expect(baselines.count == 3)
        // Of 2 and 4; of 1 and 4; of 1 and 2.
        for (found, square) in zip(baselines, [8.0, 4, 2]) {
            #expect(abs(found * found - square) < 1e-9)
        }
        let score = try #require(scores.score("independent"))
        // Ours: 0 + 1 + 1 doublings; the constant's: 1.5 + 0 + 1.5.
        #expect(abs(try #require(score.skill) - (1 - 2.0 / 3)) < 1e-9)
        #expect(abs(try #require(score.offBy) - 1.5874) < 1e-4)
        #expect(abs(try #require(score.bias) - 1) < 1e-9)
        #expect(score.within.half == 1 && score.within.double == 3 && score.groups == 3)
        let interval = try #require(score.interval)
        #expect(interval.low < 0 && interval.high > score.skill ?? 1)
        #expect(scores.order.pairs == 3 && scores.order.kept == 2)
    }

    @Test("Of one group there is no baseline, and no skill")
    func oneGroup() throws {
        let rows = try Self.rows(
            ["1", "2"].map {
                "one,x,mW,power,\($0),independent,A,my own meter,y,line,from=1; slope=1; at=1"
            })
        let score = EvidenceScores(rows.map { PublishedResult(row: $0, ours: 1) })
            .score("independent")
        #expect(score?.skill == nil && score?.based == 0 && score?.figures == 2)
    }

    @Test("Skill below zero is printed as such")
    func belowZero() throws {
        let worse = try zip(Self.three(), [10.0, 10, 10]).map {
            PublishedResult(row: $0.row, ours: $1)
        }
        let text = PublishedText(worse).answer
        #expect(text.hasPrefix("Skill -"), "\(text)")
        #expect(text.contains("A constant predicts them as well or better."))
    }

    @Test("Circular rows, other models' rows and checks of arithmetic leave the headline")
    func headline() throws {
        let others = try Self.rows(
            ["circular", "model-to-model", "arithmetic", "input"].map {
                "h,x,mW,power: asleep,1,\($0),A,my own meter,y,line,from=1; slope=1; at=1"
            }
        ).map { PublishedResult(row: $0, ours: 1000) }
        let (alone, beside) = (
            EvidenceScores(try Self.three()), EvidenceScores(try Self.three() + others)
        )
        #expect(alone.score("independent")?.skill == beside.score("independent")?.skill)
        #expect(alone.scores.map(\.name) == beside.scores.map(\.name))
        #expect(beside.rows.suffix(4).allSatisfy { $0.baseline == nil })
    }

    @Test("A picture shows each scored row; there is no picture without scored rows")
    func picture() throws {
        let chart = try #require(PublishedChart.chart(Self.three()))
        #expect(chart.panels[0].layers.last?.rows.count == 3)
        #expect(PublishedChart.chart([]) == nil)
    }

    @Test("A range follows from the ranges that the profiles state")
    func range() throws {
        let results = try PublishedStudy(
            Self.rows([
                "g,x,mW,power,700,independent,A,my own meter,y,device-power,"
                    + "device=iphone-4s; radio=umts-att-2010; system=ios-5; of=awake-background",
                "g,x,mW,power,700,independent,A,my own meter,y,radio-power,"
                    + "device=pixel-6-2021; radio=lte-verizon-2021; system=android-14; "
                    + "state=RRC_CONNECTED",
            ]), library: Self.library
        ).run()
        let range = try #require(results[0].range)
        let ours = try #require(results[0].ours)
        #expect(range.contains(ours) && range.upperBound > range.lowerBound)
        #expect(results[1].range == nil)
    }
}
