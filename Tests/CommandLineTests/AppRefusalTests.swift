import Foundation
import Testing

/// Messages about an app in a file of its own point into that file.
@Suite struct AppRefusalTests {
    private static let app = """
        kind: app
        name: mine
        declares: [background-fetch]
        parameters: { ping: { value: 60 s, assumption: "a guess" } }
        rules:
          - name: look
            on: opened
            do: [ work: 1 s ]
          - name: ping
            on: { every: $ping, by: alarm }
            do: [ request: { up: 100 B } ]

        """

    private func scenario(_ policies: String, system: String, apps: String = "") -> String {
        """
        kind: scenario
        name: ask
        question: What does it cost?
        device:  iphone-4
        radio:   umts-att-2010
        system:  \(system)
        horizon: 2 h
        use:     standby
        \(apps)policies:
        \(policies)

        """
    }

    private func errors(_ scenario: String, app: String = app) throws -> String {
        let scratch = try ScratchFolder()
        try scratch.file("mine.yaml", app)
        try scratch.file("ask.yaml", scenario)
        return try Tool.run(["compare", "ask.yaml", "--replications", "2"], in: scratch.url).errors
    }

    @Test("A refusal names the rule's line in the app's file, and the scenario's line")
    func rule() throws {
        let text = scenario("  - { name: it, app: ./mine.yaml }", system: "ios-7")
        let errors = try errors(text)
        #expect(
            errors.contains("ask.yaml:10:17: error: rule ping: ios-7 has no alarms"), "\(errors)")
        #expect(errors.contains("mine.yaml:9:11: the rule\n   9 |   - name: ping\n"), "\(errors)")
        #expect(errors.contains("= Write by: timer"))
    }

    @Test("One of several apps, or a change by a policy, is refused with the rule's line too")
    func several() throws {
        let text = scenario(
            "  - { name: all, apps: { mine: { ping: 90 s } } }", system: "ios-7",
            apps: "apps: [ ./mine.yaml ]\n")
        let errors = try errors(text)
        #expect(errors.contains("ask.yaml:9:"), "\(errors)")
        #expect(errors.contains("mine.yaml:9:11: the rule"), "\(errors)")
    }

    @Test("A mode that the system lacks is shown where the app declares it")
    func mode() throws {
        let text = scenario("  - { name: it, app: ./mine.yaml }", system: "ios-4")
        let errors = try errors(text)
        #expect(errors.contains("mine.yaml:3:11: what the app says"), "\(errors)")
    }

    @Test("A step that the system cannot carry out is named, with what the system lacks")
    func step() throws {
        let app = Self.app.replacingOccurrences(
            of: "[ request: { up: 100 B } ]",
            with: "[ hand-over: { up: 100 B, down: 100 B, round-trips: 1 } ]"
        ).replacingOccurrences(of: "declares: [background-fetch]\n", with: "")
        let errors = try errors(
            scenario("  - { name: it, app: ./mine.yaml }", system: "android-4")
                .replacingOccurrences(of: "iphone-4", with: "nexus-one"), app: app)
        #expect(
            errors.contains("android-4 has no background-transfer, which hand-over needs"),
            "\(errors)")
    }

    @Test("A job that waits for Wi-Fi in vain is noted once for all radios of a family")
    func family() throws {
        let app = Self.app.replacingOccurrences(
            of: "on: opened", with: "on: { every: 1 h, by: job, needs: [unmetered] }"
        ).replacingOccurrences(of: "declares: [background-fetch]\n", with: "")
        let text = scenario("  - { name: it, app: ./mine.yaml }", system: "android-6")
            .replacingOccurrences(of: "iphone-4", with: "nexus-one")
        let note = "rule look of it never fires: this world has no Wi-Fi (world: wi-fi)"
        func notes(_ radios: String) throws -> Int {
            let scratch = try ScratchFolder()
            try scratch.file("mine.yaml", app)
            try scratch.file("ask.yaml", text)
            let outcome = try Tool.run(
                [
                    "compare", "ask.yaml", "--replications", "2", "--anyway", "--radio", radios,
                ], in: scratch.url)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.errors.components(separatedBy: note).count - 1
        }
        #expect(try notes("umts-att-2010,umts-telia") == 1)
        #expect(try notes("wifi-psm") == 0)
    }

    @Test("For an app written inside the scenario, the message points at the rule itself")
    func inPlace() throws {
        let text = scenario(
            """
              - name: it
                app:
                  rules:
                    - name: first
                      on: { every: 1 h, by: timer }
                      do: [ work: 1 s ]
                    - name: second
                      on: { every: 1 h, by: alarm }
                      do: [ work: 1 s ]
            """, system: "ios-7")
        let errors = try errors(text)
        #expect(errors.contains("ask.yaml:16:17: error: rule second: "), "\(errors)")
        #expect(!errors.contains("the rule\n"))
    }

    @Test(
        "A rule without effect in this world is noted with line and column, once for all policies")
    func notes() throws {
        let text = scenario(
            """
              - { name: often, app: ./mine.yaml }
              - { name: seldom, app: ./mine.yaml, with: { ping: 5 min } }
              - name: own
                app:
                  declares: [background-fetch]
                  rules:
                    - { name: look, on: opened, do: [ work: 1 s ] }
                    - { name: ping, on: { every: 1 h }, do: [ work: 1 s ] }
            """, system: "ios-7")
        let kept = Self.app.replacingOccurrences(
            of: "rules:", with: "kept-by: audio\nrules:"
        ).replacingOccurrences(of: ", by: alarm", with: "")
        let errors = try errors(
            text.replacingOccurrences(
                of: "      declares:", with: "      kept-by: audio\n      declares:"), app: kept)
        for note in [
            "note: mine.yaml:7:11: rule look of often and seldom never fires: nothing opens the",
            "note: mine.yaml:3:12: no rule of often and seldom needs the mode background-fetch",
            "note: ask.yaml:17:19: rule look of own never fires: nothing opens the app",
            "note: ask.yaml:15:18: no rule of own needs the mode background-fetch",
        ] {
            #expect(errors.contains(note), "\(note) in \(errors)")
        }
    }
}
