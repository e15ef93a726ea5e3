import Foundation
import TestSupport
import Testing

/// Requests far beyond any question about a phone are refused before any simulation, with what is
/// valid (docs/reference/limits.md).
@Suite struct LimitTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let words: [String]
        let code: Int32
        let said: [String]

        init(_ words: String, and last: [String] = [], _ code: Int32, _ said: String...) {
            self.words = words.split(separator: " ").map(String.init) + last
            (self.code, self.said) = (code, said)
        }

        var testDescription: String { String(words.joined(separator: " ").prefix(100)) }
    }

    private static func list(_ count: Int) -> String {
        (1...count).map(String.init).joined(separator: ",")
    }

    private static let traffic = "world.other-traffic.1.every"
    private static let timer = "radio.demotions.CELL_FACH.after"

    private static let refusals = [
        // Horizons of 10,000 years.
        Refusal("compare keep-alive --horizon 87600000h", 64, "at most 20 years"),
        Refusal("compare keep-alive --set horizon=87600000h", 65, "more than 20 years"),
        Refusal("check budget.yaml", 65, "more than 20 years"),
        Refusal("sweep keep-alive --vary horizon=1h,87600000h", 65, "more than 20 years"),
        Refusal("gpx office-by-car --horizon 87600000h", 64, "31 d"),
        // Rates of 10^9 and 10^3 a second.
        Refusal("compare keep-alive --set \(traffic)=1ns", 65, "must be 1 ms or more"),
        Refusal(
            "compare keep-alive --set \(traffic)=1ms --horizon 175200h", 65,
            "some 631000000000 events, but the limit is 1000000000", "choose a shorter horizon"),
        // Points.
        Refusal(
            "sweep keep-alive --design sobol --points 10000000 --vary \(timer)=1s..9s", 64,
            "1 to 10000 points"),
        Refusal(
            "sweep keep-alive --vary", and: ["seed=" + list(200), "--vary", "horizon=" + hours],
            64, "1 to 10000 points"),
        Refusal("sweep keep-alive --vary", and: ["seed=" + list(10_001)], 64, "1 to 10000 points"),
        Refusal(optimize("--points 10000000"), 64, "from 7 to 1000, not 10000000"),
        Refusal(
            "optimize keep-alive --policy none --minimise energy --vary",
            and: ["seed=" + list(1001)], 64, "--vary takes at most 1000 values, not 1001"),
        // Replications, and the memory for them.
        Refusal("compare keep-alive --replications 1000000000", 64, "from 2 to 10000000"),
        Refusal(
            "compare keep-alive --replications 10000000", 65, "of memory, but the limit is",
            "Use at most"),
        Refusal(
            "frontier location --replications 10000000", 65, "of memory, but the limit is",
            "Use at most"),
        Refusal(
            "sweep keep-alive --replications 10000000 --vary", and: ["seed=" + list(10_000)], 65,
            "of memory, but the limit is", "Use at most"),
        Refusal(
            optimize("--points 1000 --replications 1000000"), 65,
            "1000 points of 1000000 replications would need", "fewer --replications"),
        Refusal(
            "compare keep-alive --uncertain --draws 1000 --replications 10000", 65,
            "10010000 replications of 3 policies would need"),
        Refusal("compare keep-alive --uncertain --draws 1000000000", 64, "from 2 to 100000"),
        Refusal("compare keep-alive --sobol 1000000000", 64, "from 2 to 100000"),
        Refusal("select keep-alive --at-most 1000000000", 64, "from 2 to 10000000"),
        Refusal("validate coverage --experiments 1000000000", 64, "1000000"),
        Refusal("compare keep-alive --jobs 1000000000", 64, "from 1 to 1024"),
        // Bytes.
        Refusal(
            "run location --policy gps-continuous --track --track-step 1ms --horizon 175200h", 65,
            "track.csv: would have at least", "more than the 10 GB there may be", "--track-step"),
        Refusal(
            "run keep-alive --policy none --timeline --horizon 100000h --set \(traffic)=500ms", 65,
            "some 720000000 events, but the limit is 500000000"),
        Refusal(
            "run keep-alive --policy none --perfetto --horizon 100000h --set \(traffic)=500ms", 65,
            "some 720000000 events, but the limit is 500000000"),
        Refusal(
            "run keep-alive --policy none --steady-state 1s --horizon 175200h", 65,
            "630720000 stretches", "1000000 are possible"),
    ]

    private let budget = """
        kind: budget
        name: b
        scenario: keep-alive
        horizon: 87600000 h
        limits: [ { policy: none, metric: energy, at-most: 1 J } ]

        """

    private static let hours = (1...200).map { "\($0)h" }.joined(separator: ",")

    private static func optimize(_ rest: String) -> String {
        "optimize keep-alive-optimum --vary policies.keep-alive.interval=10min..60min "
            + "--minimise energy " + rest
    }

    @Test("A request that would take years or fill a disk is refused at once", arguments: refusals)
    func refused(_ refusal: Refusal) throws {
        let scratch = try ScratchFolder()
        try scratch.file("budget.yaml", budget)
        let takesFolder = refusal.words[0] != "gpx"
        let outcome = try Tool.run(
            refusal.words + (takesFolder ? ["--out", "out"] : ["-o", "out"]), in: scratch.url)
        #expect(outcome.exitCode == refusal.code, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        for words in refusal.said {
            #expect(outcome.errorWords.contains(words), "\(outcome.errorWords)")
        }
        #expect(try scratch.names(in: ".") == ["budget.yaml"])
    }

    @Test("A stack that is too small is refused in words, and one of 256 kB is enough")
    func stack() throws {
        let small = try Tool.shell("ulimit -s 128; exec \"$TAILWATT\" compare keep-alive")
        #expect(small.exitCode == 74 && small.output.isEmpty)
        #expect(small.errorWords.contains("the stack may have 128 kB, and 256 kB are needed"))
        #expect(small.errors.contains("ulimit -s 8192"))
        let enough = try Tool.shell(
            "ulimit -s 256; exec \"$TAILWATT\" compare keep-alive --replications 2 --jobs 2")
        #expect(enough.exitCode == 0 && enough.errors.isEmpty, "\(enough.errors)")
    }
}
