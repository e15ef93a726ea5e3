import Foundation
import TestSupport
import Testing

@Suite struct ScenariosCheckTests {
    @Test("All shipped files are valid")
    func shipped() throws {
        let outcome = try Tool.run(["scenarios", "check"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.contains(" files: all good, "))
    }

    @Test("Faults are reported file by file, and decide the exit code")
    func wrong() throws {
        let scratch = try ScratchFolder()
        let text = try String(
            contentsOf: Repository.url("Examples/01-own-scenario/messenger.yaml"), encoding: .utf8)
        let good = try scratch.file("good.yaml", text)
        let bad = try scratch.file(
            "bad.yaml", text.replacingOccurrences(of: "25 min", with: "25"))
        let outcome = try Tool.run(["scenarios", "check", good.path, bad.path])
        #expect(outcome.exitCode == 65)
        #expect(outcome.output.hasPrefix("2 files: 1 wrong, 0 with notes.\n"))
        #expect(outcome.errors.contains("bad.yaml:17:46: error: 25 has no unit"))
        let missing = try Tool.run(["scenarios", "check", good.path, "./none.yaml"])
        #expect(missing.exitCode == 66)
    }

    @Test("A near miss of a shipped file's name exits with 66 and suggests the name")
    func names() throws {
        let near = try Tool.run(["profiles", "check", "iphone4"])
        #expect(near.exitCode == 66 && near.errors.contains("there is no device named \"iphone4\""))
        #expect(near.errors.contains("Did you mean \"iphone-4\"?"))
        let far = try Tool.run(["profiles", "check", "nothing-like-it"])
        #expect(far.exitCode == 66 && far.errors.contains("there is no such file"))
    }

    @Test("Notes are counted, and shown with --details")
    func notes() throws {
        let words = ["scenarios", "check", "one-socket"]
        let short = try Tool.run(words)
        #expect(short.exitCode == 0 && short.output.contains("good, 4 notes"))
        let whole = try Tool.run(words + ["--details"])
        #expect(whole.output.contains("never fires"))
    }
}
