import Studies
import TestSupport
import Testing

@testable import Profiles

@Suite struct AssumedNumberTests {
    private func moved(_ value: String, by factor: Double = 2) throws -> [String]? {
        AssumedNumber(try ValuePath("radio.x"), value: value, origin: "", factor: factor)?
            .parameter.law.alternatives
    }

    @Test(
        "A number is divided and multiplied, and so is every quantity of a mapping",
        arguments: [
            ("10 s", ["5 s", "20 s"]), ("0.5", ["0.25", "1"]), ("4", ["2", "8"]),
            // A whole number stays whole, and a share stays a share.
            ("3", ["2", "6"]), ("80 %", ["40 %", "100 %"]),
            (
                "{ round-trips: 1, uplink: 200 B }",
                [
                    "{ round-trips: 1, uplink: 100 B }", "{ round-trips: 1, uplink: 400 B }",
                ]
            ),
            (
                "{ uniform: [1 min, 5 min] }",
                [
                    "{ uniform: [0.5 min, 2.5 min] }", "{ uniform: [2 min, 10 min] }",
                ]
            ),
        ])
    func numbers(_ value: String, _ expected: [String]) throws {
        #expect(try moved(value) == expected)
    }

    @Test(
        "A value without a number that the factor changes is not moved",
        arguments: ["true", "tcp", "0 s", "{ wakes-suspended: false }"])
    func noNumbers(_ value: String) throws {
        #expect(try moved(value) == nil)
    }

    @Test(
        "Paths overlap where one leads to the other's value or a part of it",
        arguments: [
            ("radio.a.b", "radio.a", true), ("radio.a", "radio.b", false),
            ("policies.*.keep-alive.message", "policies.x.keep-alive.message.uplink", true),
            ("radio.demotions.CELL_DCH.after", "radio.demotions.CELL_DCH>CELL_FACH.after", true),
            ("radio.demotions.CELL_DCH.after", "radio.demotions.CELL_FACH>IDLE.after", false),
        ])
    func overlaps(_ one: String, _ other: String, _ expected: Bool) throws {
        let (one, other) = (try ValuePath(one), try ValuePath(other))
        #expect(one.overlaps(other) == expected && other.overlaps(one) == expected)
    }

    @Test("A shipped scenario lists each number once, and every path leads somewhere")
    func shipped() throws {
        let library = ProfileLibrary(root: Repository.profiles)
        let loaded = try library.loadScenario("keep-alive")
        let numbers = loaded.assumedNumbers(factor: 1.5)
        let paths = numbers.map { "\($0.parameter.path)" }
        #expect(Set(paths).count == paths.count && numbers.count > 50)
        // Values with a range come first.
        let expected = numbers.indices.map { $0 < loaded.uncertain.count }
        #expect(numbers.map(\.hasRange) == expected)
        let tail = numbers.first { "\($0.parameter.path)" == "radio.demotions.CELL_FACH.after" }
        #expect(tail?.value == "12 s")
        let source = EditedScenario("keep-alive", ScenarioOverrides(), in: library)
        for number in numbers where !number.hasRange {
            let last = try #require(number.parameter.law.alternatives?.last)
            // Throws if the path leads nowhere or the value is refused.
            _ = try source.scenario(with: [number.parameter.edit(last)])
        }
    }
}
