import Foundation
import TestSupport
import Testing

/// Tests of movements by name, by YAML and by GPX, and of movements written as GPX.
@Suite struct MovementCommandTests {
    private static let track = """
        <gpx version="1.1"><trk><trkseg>
        <trkpt lat="48.137" lon="11.575"><time>2012-01-02T08:00:00Z</time></trkpt>
        <trkpt lat="48.140" lon="11.580"></trkpt>
        <trkpt lat="48.140" lon="11.580"><time>2012-01-02T08:04:00Z</time></trkpt>
        <trkpt lat="48.150" lon="11.590"><time>2012-01-02T08:30:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    private func compare(_ others: [String], in folder: URL) throws -> Tool.Outcome {
        try Tool.run(["compare", "location", "--replications", "2"] + others, in: folder)
    }

    @Test("A GPX file replaces the movement; its faults are reported and its hash is recorded")
    func track() throws {
        let scratch = try ScratchFolder()
        _ = try scratch.file("way.gpx", Data(Self.track.utf8))
        let outcome = try compare(["--movement", "way.gpx", "--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errors == """
                note: way.gpx: left out 1 point without a time, the first on line 3
                note: way.gpx: one gap of 26 min; the phone is taken to go straight across
                note: the track ends after 30 min; the phone then stays where it is, until 24 h \
                (--horizon ends the run sooner)

                """)
        let manifest = String(decoding: try scratch.data("out/manifest.json"), as: UTF8.self)
        #expect(manifest.contains("way.gpx") && manifest.contains("--movement"))
        #expect(!manifest.contains("movements/office-by-car.yaml"))
        #expect(manifest.contains("cells/umts-urban.yaml"))
    }

    @Test("Other shipped movements and cells give other results, and a YAML path works like a name")
    func shipped() throws {
        let scratch = try ScratchFolder()
        let plain = try compare([], in: scratch.url).output
        let walker = try compare(["--movement", "city-walker"], in: scratch.url).output
        #expect(walker != plain)
        let details = ["--movement", "city-walker", "--details"]
        #expect(try compare(details, in: scratch.url).output.contains("movements/city-walker.yaml"))
        let path = Repository.url("Profiles/movements/city-walker.yaml")
        let own = try compare(["--movement", path.path], in: scratch.url).output
        let tables = { (text: String) in text.components(separatedBy: "\nNumbers that")[0] }
        #expect(tables(own) == tables(walker))
        let rural = try compare(["--cells", "lte-rural"], in: scratch.url).output
        #expect(tables(rural) != tables(plain))
    }

    @Test("run and compare accept a movement alike")
    func run() throws {
        let outcome = try Tool.run(
            ["run", "location", "--policy", "none", "--movement", "at-home"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    }

    @Test(
        "An invalid movement is refused with the line",
        arguments: [
            ("<gpx>\n<trk>\n</gpx>", "bad.gpx", 65, "bad.gpx:3:1: error: "),
            ("<kml/>", "bad.gpx", 65, "the document does not begin with <gpx>"),
            ("<!DOCTYPE gpx [<!ENTITY a SYSTEM \"x\">]>\n<gpx/>", "bad.gpx", 65, "DOCTYPE"),
            ("", "gone.gpx", 66, "there is no such file"),
            ("", "offcie-by-car", 66, "Did you mean \"office-by-car\"?"),
        ] as [(String, String, Int32, String)])
    func refused(_ text: String, _ movement: String, _ code: Int32, _ words: String) throws {
        let scratch = try ScratchFolder()
        _ = try scratch.file("bad.gpx", Data(text.utf8))
        for command in [["compare", "location", "--movement"], ["gpx"]] {
            let outcome = try Tool.run(command + [movement], in: scratch.url)
            #expect(outcome.exitCode == code && outcome.output.isEmpty)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test("A movement written as GPX moves a scenario, without a gap and to the end of the day")
    func roundTrip() throws {
        let scratch = try ScratchFolder()
        let written = try Tool.run(["gpx", "office-by-car", "-o", "day.gpx"], in: scratch.url)
        #expect(written.exitCode == 0 && written.output.isEmpty && written.errors.isEmpty)
        let day = String(decoding: try scratch.data("day.gpx"), as: UTF8.self)
        // A file of its own ends with the command that wrote it; stdout does not.
        let shown = try Tool.run(["gpx", "office-by-car"]).output
        #expect(day.hasPrefix(shown) && day.count > shown.count)
        #expect(try Tool.run(["gpx", "office-by-car", "--replication", "1"]).output != shown)
        let outcome = try compare(["--movement", "day.gpx"], in: scratch.url)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let again = try Tool.run(["gpx", "day.gpx"], in: scratch.url)
        #expect(again.output == shown)
    }

    @Test(
        "Invalid options of gpx are wrong usage",
        arguments: [
            ["--horizon", "32d"], ["--horizon", "0s"], ["--step", "10ms"], ["-o", "a/"],
            ["--replication", "-1"], ["--seed", "x"],
        ])
    func usage(_ arguments: [String]) throws {
        #expect(try Tool.run(["gpx", "at-home"] + arguments).exitCode == 64)
    }
}
