import Foundation
import TestSupport
import Testing

/// Tests of `-` as standard input wherever a file is expected, from a pipe or a file.
@Suite struct StandardInputTests {
    @Test(
        "A piped file is read as the file itself",
        arguments: [
            ("Profiles/scenarios/keep-alive.yaml", "compare FILE --replications 3"),
            (
                "Profiles/scenarios/keep-alive.yaml",
                "sweep FILE --replications 2 --vary radio.demotions.CELL_FACH.after=2s,5s"
            ),
            ("Profiles/radios/wifi-psm.yaml", "compare keep-alive --radio FILE --replications 2"),
            ("Profiles/radios/wifi-psm.yaml", "profiles show FILE"),
            ("Profiles/radios/wifi-psm.yaml", "profiles check FILE"),
            ("Examples/traces/phone.pcap", "replay FILE --radio lte-huang-2012"),
            ("Examples/traces/phone.pcap", "replay FILE --compare lte-huang-2012,wifi-psm"),
            ("Examples/05-fit/power.csv", "fit tail FILE --step 40mW"),
            ("Examples/05-fit/probes.csv", "fit rrc-probe FILE"),
        ])
    func piped(file: String, command: String) throws {
        func words(_ path: String) -> String {
            "\"$TAILWATT\" " + command.replacingOccurrences(of: "FILE", with: path) + " --details"
        }
        let named = try Tool.shell(words("./\(file)"))
        #expect(named.exitCode == 0 && !named.output.isEmpty, "\(named.errors)")
        for line in ["cat \(file) | \(words("-"))", "\(words("-")) < \(file)"] {
            let piped = try Tool.shell(line)
            #expect(piped.exitCode == 0, "\(piped.errors)")
            // Only the name differs, and the line breaks after it.
            func plain(_ text: String, _ name: String) -> [Substring] {
                text.replacingOccurrences(of: name, with: "-").split { $0 == " " || $0 == "\n" }
            }
            let label = URL(fileURLWithPath: file).lastPathComponent
            let expected = plain(
                named.output.replacingOccurrences(of: "./\(file)", with: "-"), label)
            // The rule below a column of names is as long as the longest name.
            func isRule(_ word: Substring) -> Bool { word.allSatisfy { $0 == "-" } }
            #expect(
                plain(piped.output, "./-").filter { !isRule($0) }
                    == expected.filter { !isRule($0) })
        }
    }

    @Test("A pipe leaves nothing in the folder for temporary files")
    func nothingStays() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.shell(
            "cat Examples/traces/phone.pcap | TMPDIR='\(scratch.url.path)' "
                + "\"$TAILWATT\" replay - --radio wifi-psm --quiet")
        #expect(outcome.exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }
}
