import DeviceModel
import EventKernel
import Quantities
import Studies
import Testing

@testable import Profiles

/// Apps of rules, in scenarios and as files.
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

    private func scenario(_ policies: String) -> String {
        let lines = policies.split(separator: "\n", omittingEmptySubsequences: false)
        return Self.head + "\npolicies:\n" + lines.map { "  \($0)\n" }.joined()
    }

    private func loaded(_ policies: String, world: String = "") throws -> LoadedScenario {
        let text = scenario(policies) + world
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
        Corpus.failure(ofText: scenario(policies) + world)?.description ?? "none"
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
        #expect(rules[0].trigger == .item)
        #expect(rules[0].conditions == [.inFront(true)])
        #expect(
            rules[0].steps == [
                .wait(TimeSpan(Seconds(300))), .flush(RuleRequest()), .stop,
            ])
        #expect(rules[1].trigger == .after("send"))
        #expect(rules[1].steps == [.request(RuleRequest(uplink: 300))])
    }

    @Test("What is wrong is said with the line, what was found and what is possible")
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
        #expect(twice.contains("two rules are called a"))
        let circle = fault(
            """
            - name: mine
              app:
                rules:
                  - { name: a, on: { after: b }, do: [ stop ] }
                  - { name: b, on: { after: a }, do: [ notify ] }
            """)
        #expect(circle.contains("none of these rules ever begins"))
        let nowhere = fault(
            "- name: mine\n  app: { rules: [ { name: a, on: { after: c }, do: [ stop ] } ] }")
        #expect(nowhere.contains("no rule is called that"))
        let endless = fault(
            """
            - name: mine
              app:
                rules:
                  - { name: a, on: launched, do: [ repeat: { every: 1 s, do: [ notify ] } ] }
            """)
        #expect(endless.contains("for ever"))
    }

    @Test("What a system does not offer is refused by the rule, with what is possible")
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

    @Test("A parameter that is never used is said, with its place")
    func unusedParameter() throws {
        let loaded = try loaded(
            """
            - name: mine
              app:
                parameters: { used: 1 s, spare: 2 s }
                rules: [ { name: a, on: opened, do: [ wait: $used ] } ]
            """, world: Self.outbox)
        #expect(loaded.notes.count == 1)
        #expect(loaded.notes.first?.contains(":11:34: the parameter spare is never used") == true)
    }
}
