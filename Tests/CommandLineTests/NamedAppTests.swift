import TestSupport
import Testing

/// Tests of an app that is named where a command expects a scenario.
@Suite struct NamedAppTests {
    private static let app = Repository.url("Examples/12-my-app/my-app.yaml").path

    @Test("An app runs in a shipped scenario, which the first line and a note name")
    func compared() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            ["compare", Self.app, "--replications", "4", "--out", "results"], in: scratch.url)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            outcome.words.contains(
                "% a day of the battery in the scenario messenger-today, pixel-6-2021 on "
                    + "pixel-6-2021-lte."), "\(outcome.output)")
        #expect(outcome.output.hasPrefix("The app takes 7.0"))
        #expect(!outcome.output.contains("Changed by --set"))
        #expect(outcome.errorWords.contains("note: the app runs in the scenario messenger-today."))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try scratch.data("results/manifest.json").contains(Array(Self.app.utf8)))
    }

    @Test("A shipped app's name, another phone and a value of the app work, too")
    func shipped() throws {
        let other = try Tool.run([
            "compare", "ntfy", "--replications", "2", "--radio", "pixel-6-2021-nr", "--quiet",
        ])
        #expect(other.exitCode == 0, "\(other.errors)")
        #expect(other.words.contains("messenger-today, pixel-6-2021 on pixel-6-2021-nr."))
        let rare = try Tool.run([
            "run", Self.app, "--policy", "app", "--set", "policies.app.ping=1h", "--quiet",
        ])
        #expect(rare.exitCode == 0 && rare.output.hasPrefix("app draws "), "\(rare.errors)")
    }

    @Test("An app that the phone cannot run is refused with the reason")
    func refused() throws {
        let outcome = try Tool.run(["compare", "voip-push"])
        #expect(outcome.exitCode == 65 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("error: android-14 has no voip-push"))
    }
}
