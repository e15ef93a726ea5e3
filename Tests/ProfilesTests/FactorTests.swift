import Studies
import Testing

@testable import Profiles

@Suite struct FactorTests {
    @Test("A list is split at commas outside of brackets")
    func aListIsCutAtCommasOutsideOfBrackets() throws {
        let factor = try Factor("radio.x = 2 s, { triangular: [1 s, 2 s] } ,\"a,b\"")
        #expect(factor.levels == .values(["2 s", "{ triangular: [1 s, 2 s] }", "\"a,b\""]))
        #expect(factor.path.keys == ["radio", "x"])
        #expect(
            [0, 0.34, 0.67, 0.999].map { factor.value(at: $0) }.map(\.first) == [
                "2", "{", "\"", "\"",
            ])
    }

    @Test(
        "A number precedes its unit in any spelling that profiles allow",
        arguments: [
            ("1.5 s", "1.5 s"), (".25 min", "0.25 min"), ("-2 ms", "-2 ms"), ("+3e2 mW", "300 mW"),
            ("1E-3 s", "0.001 s"), ("2.5e+1", "25"), ("7", "7"), ("  6.5mW ", "6.5 mW"),
            ("12 %", "12 %"),
        ])
    func spelling(text: String, number: String) {
        #expect(UncertainLaw(uniform: [text, text])?.central == number)
    }

    @Test(
        "A text that is not a number with a unit makes no range",
        arguments: ["", "s", "e5", ".", "-", "+.s", "1e999 s", "1 s\nx"])
    func noNumber(text: String) {
        #expect(UncertainLaw(uniform: [text, text]) == nil)
    }

    @Test("Text after a number that is no exponent is its unit")
    func unitAtOnce() {
        #expect(UncertainLaw(uniform: ["1e", "1e"])?.central == "1 e")
        #expect(UncertainLaw(uniform: ["5.", "5."])?.central == "5 .")
    }

    @Test(
        "A range is in one unit",
        arguments: [
            ("x=10min..60 min", 0.5, "35 min"), ("x=90 s..5 min", 1, "300 s"),
            ("x=0.2..0.4", 0.25, "0.25"), ("x=0.5 W..700mW", 0, "0.5 W"),
            ("x=-10 dB..10 dB", 0.5, "0 dB"), ("x=1e3 ms..2 s", 0.5, "1500 ms"),
        ])
    func aRangeIsInOneUnit(_ text: String, _ share: Double, _ expected: String) throws {
        let factor = try Factor(text)
        #expect(factor.count == nil)
        #expect(factor.value(at: share) == expected)
    }

    @Test(
        "An invalid factor is refused",
        arguments: ["x=1..", "x=1 s..2 mW", "x=2 s..1 s", "x=a..b", "x=1,,2", "x=", "x", "=1"])
    func whatIsNoFactorIsRefused(_ text: String) {
        #expect(throws: FactorError.self) { try Factor(text) }
    }

    @Test("The scenario's own factors are read")
    func theScenariosOwnFactorsAreRead() throws {
        let path = Corpus.path("good/scenario-factors.yaml")
        let loaded = try Corpus.library.loadScenario(path)
        #expect(
            loaded.factors.map(\.text) == [
                "radio.states.CELL_DCH.power=600 mW,800 mW", "policies.a.interval=10 min..30 min",
                "horizon=12 h",
            ])
        #expect(loaded.factors.map(\.count) == [2, nil, 1])
        #expect(
            loaded.uncertain.map { "\($0.path)" } == [
                "radio", "radio.round-trip", "device.battery.capacity",
                "system.keep-alive.minimum-interval",
            ])
        #expect(loaded.uncertain.map(\.law.central) == ["umts", "0.2 s", "1400 mAh", "10 min"])
    }

    /// A shipped command reads the central value, and knows that it is uncertain.
    @Test("A profile's distributions count at their centre")
    func aProfilesDistributionsCountAtTheirCentre() throws {
        let document = try Corpus.library.loadRadio(Corpus.path("good/radio-uncertain.yaml"))
        let radio = document.value
        #expect(radio.states[1].draw == .constant(.init(700)))
        #expect(radio.states[1].uplink?.magnitude == 350e3)
        #expect(radio.states[1].downlink?.magnitude == 1e6)
        #expect(radio.states[1].demotion?.after.seconds.magnitude == 5)
        #expect(radio.fastDormancy?.after.seconds.magnitude == 4)
        // A promotion's delay is still drawn at every promotion.
        #expect(radio.promotions[0].delay.most.seconds.magnitude == 4)
        #expect(
            document.uncertain.map(\.path) == [
                "states.ON.power", "states.ON.uplink", "states.ON.downlink",
                "demotions[ON -> IDLE].after", "fast-dormancy",
            ])
        let power = try #require(document.file.provenance.first { $0.path == "states.ON.power" })
        #expect(power.text == "700 mW ({ triangular: [600 mW, 0.7 W, 1300 mW] })")
    }

    /// A path can set a profile's uncertain value.
    @Test("A profile's distributions have paths")
    func aProfilesDistributionsHavePaths() throws {
        let radio = Corpus.path("good/radio-uncertain.yaml")
        let path = Corpus.path("good/scenario-minimal.yaml")
        let loaded = try Corpus.library.loadScenario(
            path, overrides: ScenarioOverrides(radio: radio))
        #expect(loaded.uncertain.count == 5)
        let edits = loaded.uncertain.map { $0.edit(at: 0.05) }
        let drawn = try Corpus.library.loadScenario(
            path, overrides: ScenarioOverrides(radio: radio, edits: edits))
        #expect(drawn.uncertain.isEmpty)
        #expect(drawn.scenario.radio.states[1].uplink?.magnitude == 305e3)
    }
}

/// Compares quantiles with closed forms.
@Suite struct UncertainLawTests {
    private func law(_ text: String) throws -> UncertainLaw {
        let node = try YAMLComposer.compose(
            SourceText(path: "law", bytes: Array("{ \(text) }".utf8)))
        guard case .mapping(let entries) = node.content else { preconditionFailure(text) }
        return try #require(UncertainLaw(entries[0].key, entries[0].value))
    }

    @Test(
        "A law has the quantiles worked out by hand",
        arguments: [
            ("uniform: [1 s, 3 s]", 0.05, "1.1 s"), ("uniform: [1 s, 3000 ms]", 0.5, "2 s"),
            // F(x) = x² / 2 up to the mode 1, 1 − (2 − x)² / 2 from there.
            ("triangular: [0 W, 1 W, 2 W]", 0.02, "0.2 W"),
            ("triangular: [0 W, 1 W, 2 W]", 0.98, "1.8 W"),
            ("triangular: [0 W, 0 W, 2 W]", 0.75, "1 W"),
            ("triangular: [2 W, 2 W, 2 W]", 0.4, "2 W"),
            // The median times e to the σ times 1.6448536.
            ("lognormal: { median: 10 mW, sigma: 0.5 }", 0.95, "22.7602 mW"),
            ("lognormal: { median: 10 mW, sigma: 0.5 }", 0.5, "10 mW"),
        ])
    func quantiles(_ text: String, _ share: Double, _ expected: String) throws {
        #expect(try law(text).value(at: share) == expected)
    }

    @Test("Alternatives have equal parts")
    func alternativesHaveEqualParts() {
        let law = UncertainLaw(oneOf: ["a", "b", "c"], central: "b")
        #expect(law.central == "b")
        #expect(
            [0, 0.33, 0.34, 0.66, 0.67, 0.9999].map { law.value(at: $0) } == [
                "a", "a", "b", "b", "c", "c",
            ])
        #expect(UncertainLaw(oneOf: ["a", "b"], central: "x").central == "a")
    }

    @Test("Alternatives with weights are drawn by them, mappings included")
    func alternativesWithWeights() throws {
        let law = try law(
            "one-of: [{ weight: 1, value: a }, { weight: 7.5, value: { x: 1 ms } }, "
                + "{ weight: 1.5, value: c }]")
        #expect(law.central == "{ x: 1 ms }")
        #expect(law.alternatives?.count == 3)
        #expect(
            [0, 0.0999, 0.1, 0.8499, 0.85, 0.999].map { law.value(at: $0).first } == [
                "a", "a", "{", "{", "c", "c",
            ])
        #expect(UncertainLaw(oneOf: ["a"], weights: [0]) == nil)
        #expect(UncertainLaw(oneOf: ["a", "b"], weights: [1]) == nil)
    }
}
