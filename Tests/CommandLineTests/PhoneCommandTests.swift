import Foundation
import TestSupport
import Testing

@Suite struct PhoneCommandTests {
    private static let history = Repository.url("Examples/20-phone/history.txt").path

    @Test("A history gives the drain, what the phone did, the counts, and savings, as files too")
    func phone() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            ["phone", Self.history, "--details", "--out", "out"], in: scratch.url)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for word in [
            "%/h", "processor awake", "system: modem", "modem every 15 min", "com.example",
        ] {
            #expect(outcome.words.contains(word), "\(word)")
        }
        #expect(
            try scratch.names(in: "out") == [
                "datapackage.json", "manifest.json", "phone-apps.csv", "phone.csv", "report.html",
            ])
    }

    @Test("Every command says what a phone's record is, and which command reads it")
    func recognised() throws {
        let scratch = try ScratchFolder()
        for words in [
            ["compare", Self.history], ["check", Self.history],
            ["profiles", "import", Self.history], ["gpx", Self.history],
            ["compare", "keep-alive", "--radio", Self.history],
        ] {
            let outcome = try Tool.run(words, in: scratch.url)
            #expect(outcome.exitCode == 65, "\(words)")
            #expect(
                outcome.errors.contains("this is an Android battery history")
                    && outcome.errors.contains("tailwatt phone FILE"), "\(words): \(outcome.errors)"
            )
        }
        let capture = Repository.url("Examples/traces/phone.pcap").path
        let outcome = try Tool.run(["phone", capture], in: scratch.url)
        #expect(outcome.exitCode == 65 && outcome.errors.contains("this is a packet capture"))
    }

    @Test("replay takes a history, and says what it cannot see")
    func replay() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(["replay", Self.history, "--radio", "lte"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.words.contains("Android's timer") && outcome.words.contains("no sizes"))
    }

    @Test("phone reads an iPhone's records and a Bluetooth log, and names any other database")
    func others() throws {
        let scratch = try ScratchFolder()
        for (name, words) in [
            ("metrics.json", ["% of the battery a day", "CPUTime", "tailwatt: modem, at least"]),
            ("powerlog.sqlite", ["%/h (display off", "push pings", "gauge: system load"]),
            ("bluetooth.log", ["does not tell how much", "scans begun", "kB"]),
        ] {
            let file = Repository.url("Tests/Fuzz/Seeds/records/\(name)").path
            let outcome = try Tool.run(["phone", file, "--out", name], in: scratch.url)
            #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            for word in words { #expect(outcome.words.contains(word), "\(name): \(word)") }
            let manifest = try String(
                contentsOf: scratch.url.appendingPathComponent("\(name)/manifest.json"),
                encoding: .utf8)
            #expect(manifest.contains("iphone-13") == (name != "bluetooth.log"))
            let replay = try Tool.run(["replay", file, "--radio", "lte"], in: scratch.url)
            #expect(replay.exitCode == 65 && replay.errors.contains("tailwatt phone FILE"))
        }
        let other = Array("SQLite format 3\0 and no more".utf8)
        try Data(other).write(to: scratch.url.appendingPathComponent("other.db"))
        let outcome = try Tool.run(["phone", "other.db"], in: scratch.url)
        #expect(outcome.exitCode == 65 && outcome.errors.contains("it is damaged"))
    }
}
