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
            ["compare", Self.history], ["check", Self.history], ["fit", "tail", Self.history],
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
}
