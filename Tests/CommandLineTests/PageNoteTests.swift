import Foundation
import TestSupport
import Testing

@Suite struct PageNoteTests {
    /// Three runs of twenty seconds whose powers stay off a line for some seconds at a time.
    private static let alike =
        "throughput,avg_power,direction,time_since_start\n"
        + (0..<60).map { second in
            let power = 1000 + 100 * (second % 7) + (second / 5 % 2) * 300
            return "\(second % 7),\(power),uplink,\(second % 20)\n"
        }.joined()

    @Test(
        "A page carries the terminal's warnings about its figures",
        arguments: [
            ("compare keep-alive --replications 3", "fewer than 10 replications"),
            ("frontier location --days at-home --replications 4", "Precision not reached"),
            ("replay TRACE --compare PEER,lte-huang-2012", "and are not billed"),
            ("replay TRACE --radio PEER", "are not billed"),
            ("fit transfer-power alike.csv", "intervals are too narrow; 5 runs or more"),
            (
                "optimize keep-alive-optimum --vary policies.keep-alive.interval=10min..60min "
                    + "--points 7 --replications 10 --minimise energy --subject-to energy<=1",
                "No value that was looked at keeps energy"
            ),
        ])
    func qualified(command: String, note: String) throws {
        let scratch = try ScratchFolder()
        try scratch.file("alike.csv", Self.alike)
        let trace = Repository.url("Examples/15-trace-budget/run.pcap").path
        // A radio with rates bills every promotion.
        let peer = Repository.url("Profiles/radios/peers/aro-lte.yaml").path
        let words = command.split(separator: " ").map {
            $0 == "TRACE" ? trace : String($0).replacing("PEER", with: peer)
        }
        let outcome = try Tool.run(words + ["--details", "--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.words.contains(note), "\(outcome.output)")
        let page = String(decoding: try scratch.data("out/report.html"), as: UTF8.self)
        #expect(page.contains(note))
    }
}
