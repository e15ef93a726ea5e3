import Foundation
import Kernel
import Profiles
import TestSupport
import Testing
import Traces

@testable import DeviceModel
@testable import Lab

/// Reproduces every answer of EnergyBox, ARO 4.1.1 and SmartDiet by a profile alone: state seconds
/// within 1e-5 s, energy within a relative 1e-5, promotions exactly.
///
/// Where a golden shows a defect of its tool, `PeerDifference` names it and corrects the golden by
/// exactly the defect's effect before the comparison. `Reports/peers/goldens.csv` has every figure
/// next to ours.
@Suite struct PeerGoldenTests {
    private static let study = Result {
        try PeerStudy(ProfileLibrary(root: Repository.profiles))
    }
    private static let figures = Result {
        try PeerTool.allCases.flatMap { try study.get().figures(of: $0) }
    }

    @Test("EnergyBox, ARO 4.1.1 and SmartDiet agree, figure by figure")
    func goldens() throws {
        let figures = try Self.figures.get()
        #expect(figures.count == 1297 && figures.count { $0.theirs.isNaN } == 12)
        for figure in figures {
            #expect(
                figure.agrees,
                """
                \(figure.peer), \(figure.trace), \(figure.radio), \(figure.quantity): ours \
                \(figure.ours), theirs \(figure.theirs), mended \(figure.mended)
                """)
        }
    }

    @Test(
        "A damaged table of a tool's answers is refused with place and fault",
        arguments: [
            ("", ""), ("trace,t_s\n", "0 rows"), ("trace,bytes\na,1\n", "t_s"),
            ("trace,t_s\na,soon\n", "soon cannot be t_s"),
            ("trace,t_s\na,-1\n", "-1 cannot be t_s"),
            ("trace,t_s\na,\n", "cannot be t_s"), ("trace,t_s\na,1e10\n", "1e10 cannot be t_s"),
        ])
    func damaged(text: String, words: String) {
        let error = #expect(throws: InputError.self) {
            let rows = try PeerRows(path: "peers.csv", bytes: Array(text.utf8)).rows
            _ = try rows.map { try $0.number("t_s") }
        }
        #expect(error?.description.contains("peers.csv") == true)
        #expect(words.isEmpty || error?.description.contains(words) == true, "\(text)")
    }

    @Test("No figure is excused that agrees anyway")
    func defects() throws {
        for figure in try Self.figures.get() where figure.cause == nil {
            #expect(figure.theirs == figure.mended)
        }
        let excused = try Self.figures.get().filter { $0.cause != nil }
        for defect in PeerDifference.allCases {
            let those = excused.filter { $0.cause == defect }
            #expect(!those.isEmpty, "\(defect) excuses nothing")
            #expect(
                those.contains { !(abs($0.ours - $0.theirs) <= $0.tolerance) },
                "\(defect) excuses figures that all agree")
        }
    }

    @Test("The committed table of every figure is what the replays give")
    func table() throws {
        let text = PeerFigure.csv(try Self.figures.get())
        let url = Repository.url("Reports/peers/goldens.csv")
        let committed = try Golden.text(of: url, recording: text)
        #expect(committed == text, "make it again with RECORD=1 scripts/test --filter PeerGolden")
    }

    /// `test_*` of SmartDiet's own unit tests, which give four digits; recomputed in full.
    @Test(
        "SmartDiet's unit tests pass",
        arguments: [
            ([], 0, 0), ([(0, 103, "D")], 0.088842875, 7.95985),
            (
                [(10, 103, "D"), (20, 123, "D"), (30, 432, "U"), (60, 423, "D"), (110, 423, "D")],
                0.17904325, 8.057115
            ),
            (
                [
                    (0, 103, "D"), (100, 123, "D"), (1200, 432, "U"), (1240, 423, "U"),
                    (8240, 423, "D"),
                ], 0.723032125, 14.446036
            ),
        ] as [([(Int64, Int64, String)], Double, Double)])
    func smartDietUnitTests(
        packets: [(Int64, Int64, String)], wlan: Double, umts: Double
    ) throws {
        let first = packets.first?.0 ?? 0
        let trace = packets.map { time, bytes, direction in
            Packet(
                time: Instant(nanoseconds: (time - first) * 1_000_000), bytes: bytes,
                direction: direction == "U" ? .uplink : .downlink)
        }
        for (radio, expected) in [("smartdiet-wlan", wlan), ("smartdiet-umts", umts)] {
            let joules = try Self.study.get().traces.replay(trace, on: radio, horizon: nil).joules
            #expect(abs(joules - expected) <= 1e-6, "\(radio): \(joules) J, not \(expected) J")
        }
    }

    @Test("PowerTutor's 1 Hz sampling cannot be expressed, and makes a bounded difference")
    func powerTutor() throws {
        let traces = try Self.study.get().traces
        for row in try traces.rows("libpowertutor") {
            let trace = try row.word("trace")
            let result = try traces.replay(
                traces.trace(trace), on: "powertutor-nexus-one",
                horizon: PeerTraces.instant(try row.number("horizon_s")))
            let theirs = try row.number("energy_J")
            // A state lasts whole seconds there, so a burst may differ by one second in CELL_DCH.
            // Where the bytes of a second decide, a whole stay in CELL_DCH may differ.
            let bursts = Double(result.promotions(from: "IDLE"))
            let isNear = abs(result.joules - theirs) <= 0.9 * bursts + 0.1 * theirs
            #expect(isNear, "\(trace): \(result.joules) J, not \(theirs) J")
        }
    }
}
