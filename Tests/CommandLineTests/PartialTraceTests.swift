import Foundation
import TestSupport
import Testing

/// Tests of `tailwatt check` on a trace with ignored packets: packets that are not billed decide
/// nothing.
@Suite struct PartialTraceTests {
    /// A reason to ignore a packet, with such a packet.
    enum Reason: String, CaseIterable {
        case late = "come after the 300 s horizon and were ignored"
        case otherHosts = "between other hosts"
        case malformed = "with an inconsistent IP header"
        case cut = "cut before the end of the IP header"
        case unknownType = "Ethernet type 0x1234"

        /// An Ethernet frame of `size` bytes.
        fileprivate func frame(_ size: Int) -> Capture.Frame {
            switch self {
            case .late: Capture.Frame(size: size)
            case .otherHosts: Capture.Frame(size: size, source: [8, 8, 8, 8])
            case .malformed: Capture.Frame(size: size, version: 0x41)
            case .cut: Capture.Frame(size: size, captured: 20)
            case .unknownType: Capture.Frame(size: size, type: 0x1234)
            }
        }
    }

    /// A capture of Ethernet frames, one every 100 ms unless they are late.
    fileprivate struct Capture {
        struct Frame {
            var size = 114
            var type: UInt16 = 0x0800
            var version: UInt8 = 0x45
            var source: [UInt8] = [10, 0, 0, 2]
            var captured = 34
        }

        var bytes: [UInt8] =
            little(0xA1B2_C3D4) + [2, 0, 4, 0] + little(0) + little(0) + little(65535) + little(1)
        private var count: UInt32 = 0

        mutating func add(_ frame: Frame, isLate: Bool = false) {
            let length = UInt16(frame.size - 14)
            let header =
                [UInt8](repeating: 2, count: 12) + big(frame.type) + [frame.version, 0]
                + big(length) + [0, 0, 0, 0, 64, 17, 0, 0] + frame.source + [9, 9, 9, 9]
            bytes += little(isLate ? 400 : count / 10) + little(count % 10 * 100_000)
            bytes += little(UInt32(frame.captured)) + little(UInt32(frame.size))
            bytes += header.prefix(frame.captured)
            count += 1
        }

        private static func little(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }

        private func little(_ value: UInt32) -> [UInt8] { Self.little(value) }

        private func big(_ value: UInt16) -> [UInt8] {
            [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
        }
    }

    /// Checks a capture of 1,000 packets of 114 bytes from the phone and `others` ignored ones.
    private func check(
        _ others: Int, _ reason: Reason, size: Int = 114, _ arguments: [String] = [],
        more: String = "", in scratch: ScratchFolder
    ) throws -> Tool.Outcome {
        var capture = Capture()
        for _ in 0..<1000 { capture.add(Capture.Frame()) }
        for _ in 0..<others { capture.add(reason.frame(size), isLate: reason == .late) }
        try scratch.file("t.pcap", Data(capture.bytes))
        return try check(arguments, more: more, in: scratch)
    }

    private func check(
        _ arguments: [String], more: String = "", in scratch: ScratchFolder
    ) throws -> Tool.Outcome {
        try scratch.file(
            "b.yaml",
            "kind: budget\nname: run\ntrace: t.pcap\nradios: [lte-huang-2012]\n"
                + "addresses: [10.0.0.2]\nhorizon: 300 s\n\(more)limits:\n"
                + "  - { name: all, at-most: 100 kJ }\n")
        return try Tool.run(["check", "b.yaml"] + arguments, in: scratch.url)
    }

    @Test(
        "With more than 1 % ignored the verdict is undecided, and the output says so first",
        arguments: Reason.allCases)
    func undecided(reason: Reason) throws {
        let scratch = try ScratchFolder()
        let few = try check(10, reason, in: scratch)
        #expect(few.exitCode == 0 && few.output.hasPrefix("Passed: of 1 limit 1 met."))
        #expect(few.words.contains("10 of 1,010 packets (0.99 %)"), "\(few.output)")
        #expect(few.words.contains(reason.rawValue), "\(few.output)")

        let many = try check(11, reason, in: scratch)
        #expect(many.exitCode == 1, "\(many.output)")
        #expect(many.words.hasPrefix("Undecided: "), "\(many.output)")
        #expect(many.words.contains("Warning: 11 of 1,011 packets (1.1 %)"), "\(many.output)")
        #expect(many.words.contains("Failed: of 1 limit 1 undecided."), "\(many.output)")
        let allowed = try check(["--allow-partial"], in: scratch)
        #expect(allowed.exitCode == 0 && allowed.words.hasPrefix("Warning: 11 of 1,011 packets"))
        #expect(allowed.words.contains("Passed: of 1 limit 1 met."), "\(allowed.output)")
    }

    @Test(
        "A few ignored packets with more than 1 % of the bytes are undecided too",
        arguments: Reason.allCases)
    func bytes(reason: Reason) throws {
        let scratch = try ScratchFolder()
        let few = try check(1, reason, size: 1000, in: scratch)
        #expect(few.exitCode == 0, "\(few.output)")
        let large = try check(1, reason, size: 1500, in: scratch)
        #expect(large.exitCode == 1, "\(large.output)")
        #expect(large.words.contains("1 of 1,001 packets (0.10 %), 1."), "\(large.output)")
        #expect(large.words.contains("% of the bytes, "), "\(large.output)")
    }

    @Test("Every format says so, and `undecided: pass` does not let it pass")
    func forms() throws {
        let scratch = try ScratchFolder()
        let words = "Warning: 600 of 1,600 packets (38 %) come after the 300 s horizon"
        let quiet = try check(600, .late, ["--quiet"], more: "undecided: pass\n", in: scratch)
        #expect(quiet.exitCode == 1 && quiet.words.contains(words), "\(quiet.output)")
        let comment = try check(["--format", "md"], in: scratch)
        #expect(comment.output.hasPrefix("### Battery budget run\n\nUndecided: "))
        #expect(comment.words.contains(words), "\(comment.output)")
        let json = try check(["--format", "json"], in: scratch).words
        #expect(json.contains("\"answer\": [ \"Undecided: ") && json.contains(words), "\(json)")
        #expect(json.contains("\"measured\": null") && json.contains("\"outcome\": \"undecided\""))
        let junit = try check(["--junit", "-"], more: "undecided: pass\n", in: scratch).output
        #expect(junit.contains("skipped=\"0\" failures=\"1\""), "\(junit)")
        #expect(junit.contains("value=\"600 of 1,600 packets (38 %) come after"), "\(junit)")
        #expect(junit.contains("too much of the trace was left out"), "\(junit)")
        #expect(try check(["--out", "out"], in: scratch).exitCode == 1)
        let page = String(decoding: try scratch.data("out/report.html"), as: UTF8.self)
        #expect(page.contains(words) && page.contains("Undecided: "))
        let table = String(decoding: try scratch.data("out/trace-check.csv"), as: UTF8.self)
        #expect(table.contains(",,,1,undecided\n"), "\(table)")
    }

    @Test("A limit without a packet in the rest of the trace is not met, whatever the base has")
    func base() throws {
        let scratch = try ScratchFolder()
        _ = try check(0, .late, ["--out", "base"], in: scratch)
        try scratch.file("t.csv", "t,bytes,direction\n301,100,U\n")
        let gone = try check(["--trace", "t.csv", "--base", "base"], in: scratch)
        #expect(gone.exitCode == 1 && gone.words.contains("Failed: of 1 limit 1 undecided."))
        // A partial base has no figures.
        _ = try check(600, .late, ["--out", "part"], in: scratch)
        let whole = try check(0, .late, ["--base", "part"], in: scratch)
        #expect(whole.exitCode == 0, "\(whole.errors)")
        #expect(whole.words.contains("Nothing of it can be compared with the base."))
    }

    @Test("ARP does not count as the phone's traffic, and --allow-partial needs a trace")
    func control() throws {
        let scratch = try ScratchFolder()
        var capture = Capture()
        for _ in 0..<100 { capture.add(Capture.Frame()) }
        for _ in 0..<900 { capture.add(Capture.Frame(type: 0x0806)) }
        try scratch.file("t.pcap", Data(capture.bytes))
        let outcome = try check([], in: scratch)
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("Passed"), "\(outcome.output)")
        let scenario = try Tool.run(["check", "Examples/09-budget/budget.yaml", "--allow-partial"])
        #expect(scenario.exitCode == 64 && scenario.errors.contains("Leave --allow-partial out"))
    }
}
