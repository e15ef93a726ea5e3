import Kernel
import Studies
import Testing

@testable import DeviceModel
@testable import Profiles

@Suite struct AppRuleReadingTests {
    private static let head = """
        kind: scenario
        name: test
        question: Does it work?
        device: phone
        radio: umts
        system: ios-4
        horizon: 1 h
        """

    private func text(_ policies: String) -> String {
        let lines = policies.split(separator: "\n", omittingEmptySubsequences: false)
        return Self.head + "\npolicies:\n" + lines.map { "  \($0)\n" }.joined()
    }

    private func loaded(_ policies: String, world: String = "") throws -> LoadedScenario {
        let text = self.text(policies) + world
        let path = Corpus.path("good/test.yaml")
        let source = try SourceText(path: path, bytes: [UInt8](text.utf8))
        return try Corpus.library.scenario(
            OpenedFile(source: source, label: "good/test.yaml", name: nil), ScenarioOverrides())
    }

    private func rules(_ text: String, world: String = "") throws -> [AppRule] {
        let all = try loaded(text, world: world).scenario.policies[0].options
        return try #require(all.options(as: OwnAppOptions.self)).rules
    }

    private func fault(_ policies: String, world: String = "") -> String {
        Corpus.failure(ofText: text(policies) + world)?.description ?? "none"
    }

    private static let outbox = """
        world:
          outbox:   { every: 10 s, size: 100 B }
          sessions: { every: 1 h, duration: 1 min }
        """

    @Test("A word alone is a trigger, a step or a condition, and a parameter stands for its value")
    func words() throws {
        let rules = try rules(
            """
            - name: mine
              app:
                parameters: { wait: { value: 5 min, assumption: "some time" }, size: 300 B }
                rules:
                  - name: send
                    on: item
                    if: in-front
                    do: [ wait: $wait, flush, stop ]
                  - name: then
                    on: { after: send }
                    do: [ request: { up: $size } ]
            """, world: Self.outbox)
        #expect(rules[0].triggers == [.item])
        #expect(rules[0].conditions == [.inFront(true)])
        #expect(
            rules[0].steps == [
                .wait(TimeSpan(Seconds(300))), .flush(RuleRequest()), .stop,
            ])
        #expect(rules[1].triggers == [.after("send")])
        #expect(rules[1].steps == [.request(RuleRequest(uplink: 300))])
    }

    @Test("A fault is reported with its line, the text and what is valid")
    func faults() {
        let unknown = fault(
            "- name: mine\n  app: { rules: [ { name: a, on: opend, do: [ stop ] } ] }")
        #expect(unknown.contains("has no key \"opend\""))
        #expect(unknown.contains("opened"))
        let parameter = fault(
            "- name: mine\n  app: { rules: [ { name: a, on: launched, do: [ wait: $x ] } ] }")
        #expect(parameter.contains("$x"))
        let twice = fault(
            """
            - name: mine
              app:
                rules:
                  - { name: a, on: launched, do: [ stop ] }
                  - { name: a, on: launched, do: [ stop ] }
            """)
        #expect(twice.contains("two rules are named a"))
        let circle = fault(
            """
            - name: mine
              app:
                rules:
                  - { name: a, on: { after: b }, do: [ stop ] }
                  - { name: b, on: { after: a }, do: [ notify ] }
            """)
        #expect(circle.contains("none of these rules ever fires"))
        let nowhere = fault(
            "- name: mine\n  app: { rules: [ { name: a, on: { after: c }, do: [ stop ] } ] }")
        #expect(nowhere.contains("no rule has that name"))
        let endless = fault(
            """
            - name: mine
              app:
                rules:
                  - { name: a, on: launched, do: [ repeat: { every: 1 s, do: [ notify ] } ] }
            """)
        #expect(endless.contains("repeat without end"))
    }

    @Test("A rule that the system cannot run is refused with what is possible")
    func refusals() {
        let alarm = fault(
            """
            - name: mine
              app: { rules: [ { name: tick, on: { every: 1 min, by: alarm }, do: [ notify ] } ] }
            """)
        #expect(alarm.contains("rule tick"))
        #expect(alarm.contains("no alarms that wake an app"))
        let refresh = fault(
            """
            - name: mine
              app: { rules: [ { name: tick, on: { every: 1 h, by: refresh }, do: [ notify ] } ] }
            """)
        #expect(refresh.contains("rule tick"))
        #expect(refresh.contains("background-fetch"))
    }

    @Test("An unused parameter is reported with its place")
    func unusedParameter() throws {
        let loaded = try loaded(
            """
            - name: mine
              app:
                parameters: { used: 1 s, spare: 2 s }
                rules: [ { name: a, on: opened, do: [ wait: $used ] } ]
            """, world: Self.outbox)
        #expect(loaded.notes.count == 1)
        #expect(
            loaded.notes.first?.hasSuffix("test.yaml:11:32: the parameter spare is never used")
                == true, "\(loaded.notes)")
    }

    private func scenario(
        _ name: String, _ edits: [ValueEdit] = []
    ) throws -> LoadedScenario {
        try Corpus.library.loadScenario(
            Corpus.path("good/\(name).yaml"), overrides: ScenarioOverrides(edits: edits))
    }

    private func spans(_ loaded: LoadedScenario) -> [String: Double] {
        var found: [String: Double] = [:]
        for policy in loaded.scenario.policies {
            let apps = policy.options.severalApps?.apps.map(\.options) ?? [policy.options]
            for app in apps {
                guard let rules = app.options(as: OwnAppOptions.self)?.rules,
                    case .every(let span, _, _, _) = rules[0].triggers[0]
                else { continue }
                found[policy.name] = span.seconds.magnitude
            }
        }
        return found
    }

    @Test("A scenario overrides an app's parameters, policy by policy")
    func withOtherValues() throws {
        let loaded = try scenario("scenario-own-apps")
        #expect(
            spans(loaded) == ["alone": 60, "slow": 300, "both": 120, "both-slow": 900])
        #expect(loaded.files.filter { $0.role == .app }.count == 1)
    }

    @Test("Paths lead to parameters, of policies and of apps")
    func paths() throws {
        let edits = try [
            ValueEdit("policies.alone.ping=10 min"), ValueEdit("policies.slow.with.ping=7 min"),
            ValueEdit("apps.pinger.ping=8 min"),
        ]
        let found = spans(try scenario("scenario-own-apps", edits))
        #expect(found == ["alone": 600, "slow": 420, "both": 480, "both-slow": 900])
        let failure = Corpus.failure { () throws(ProfileFailure) in
            let edit = try? ValueEdit("policies.alone.pong=1 s")
            _ = try Corpus.library.loadScenario(
                Corpus.path("good/scenario-own-apps.yaml"),
                overrides: ScenarioOverrides(edits: [edit].compactMap { $0 }))
        }
        #expect(failure?.description.contains("ping") == true)
    }

    @Test("A log is read line by line, and its faults are reported with their line")
    func logs() throws {
        let loaded = try scenario("scenario-recorded")
        let app = try #require(
            loaded.scenario.policies[0].options.options(as: OwnAppOptions.self))
        guard case .recorded(let log) = app.rules[0].triggers[0] else {
            Issue.record("\(app.rules[0].triggers[0])")
            return
        }
        #expect(log.repeats == TimeSpan(Seconds(3600)))
        #expect(log.moments.map(\.uplink) == [120, 0, 4000])
        #expect(log.moments.map(\.at) == [0.5, 60, 61.25].map { TimeSpan(Seconds($0)) })
        #expect(log.moments[2].work == TimeSpan(Seconds(0.2)))
        let bad = fault(
            """
            - name: mine
              app: { rules: [ { name: a, on: { recorded: ../bad-meaning/data/zeros.csv } } ] }
            """)
        #expect(bad.contains("has no column for the time in seconds"), "\(bad)")
    }
}
