import Foundation
import Kernel
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of eight connected DRX settings from a modem's log on one operator's network (DX-001 to
/// DX-008), as `lte-cdrx-2022` has them.
@Suite struct NetworkPopulationTests {
    /// Inactivity, on-duration, the optional short cycle and the long cycle in ms, and the share in
    /// percent, as logged.
    private static let logged: [(settings: [Double], percent: Double)] = [
        ([200, 10, 40, 320], 89.79),
        // Without DRX: awake until the release after 5 s.
        ([5000, 10, 320], 5.37),
        ([100, 10, 80, 320], 1.7), ([30, 2, 40], 1.18), ([20, 5, 40, 320], 0.79),
        // A short cycle as long as the long one does not count.
        ([30, 2, 40], 0.52), ([100, 10, 40, 160], 0.39),
        // Its on-duration is longer than its short cycle of 40 ms.
        ([200, 200, 320], 0.26),
    ]

    private static func scenario(_ edits: [ValueEdit] = []) throws -> LoadedScenario {
        try ProfileLibrary(root: Repository.profiles).loadScenario(
            "messenger-today",
            overrides: ScenarioOverrides(radio: "lte-cdrx-2022", edits: edits))
    }

    private static func settings(_ scenario: Scenario) -> [Double] {
        let spans = scenario.radio.states.compactMap(\.reception).flatMap { drx -> [TimeSpan] in
            let cycles = drx.short.map { [$0.cycle, drx.long] } ?? [drx.long]
            return [drx.inactivity, drx.on] + cycles
        }
        return spans.map { ($0.seconds.magnitude * 1000).rounded() }
    }

    @Test("The shares add up to one, and each setting is drawn as often as it was logged")
    func shares() throws {
        let parameter = try #require(
            try Self.scenario().uncertain.first {
                "\($0.path)" == "radio.states.RRC_CONNECTED.drx"
            })
        let alternatives = try #require(parameter.law.alternatives)
        #expect(alternatives.count == 8 && Self.logged.count == 8)
        #expect(abs(Self.logged.reduce(0) { $0 + $1.percent } - 100) < 1e-9)
        // A hundredth of a percent apart, the precision of the shares.
        let draws = (0..<10_000).map { parameter.law.value(at: (Double($0) + 0.5) / 10_000) }
        var counts: [String: Int] = [:]
        for draw in draws { counts[draw, default: 0] += 1 }
        for (setting, value) in zip(Self.logged, alternatives) {
            let found = try Self.settings(
                Self.scenario([parameter.edit(value)]).scenario)
            #expect(found == setting.settings, "\(value)")
        }
        // DX-004 and DX-006 are one setting, because their short cycle does not count.
        var expected: [String: Double] = [:]
        for (setting, value) in zip(Self.logged, alternatives) {
            expected[value, default: 0] += setting.percent
        }
        for (value, percent) in expected {
            #expect(abs(Double(counts[value] ?? 0) / 100 - percent) < 0.011, "\(value)")
        }
        #expect(draws.count == counts.values.reduce(0, +))
    }

    @Test("All other commands use the values of the most frequent setting")
    func central() throws {
        let loaded = try Self.scenario()
        #expect(Self.settings(loaded.scenario) == Self.logged[0].settings)
        let parameter = try #require(
            loaded.uncertain.first { "\($0.path)" == "radio.states.RRC_CONNECTED.drx" })
        #expect(parameter.central.text == parameter.law.alternatives?[0])
    }

    @Test("An uncertain value of a scenario's own radio is not drawn for another")
    func ownRanges() throws {
        let library = ProfileLibrary(root: Repository.profiles)
        func paths(_ overrides: ScenarioOverrides) throws -> [String] {
            try library.loadScenario("messenger-today", overrides: overrides).uncertain.map {
                "\($0.path)"
            }
        }
        let power = "radio.states.RRC_CONNECTED.power"
        let light = "system.alerts.light"
        #expect(try paths(ScenarioOverrides()).contains(power))
        #expect(try paths(ScenarioOverrides(radio: "pixel-6-2021-lte")).contains(power))
        let other = try paths(ScenarioOverrides(radio: "lte-cdrx-2022"))
        #expect(!other.contains(power) && other.contains(light))
        #expect(!(try paths(ScenarioOverrides(system: "android-13")).contains(light)))
    }

    @Test("Members are found among all shipped radios, and every radio has a kind")
    func kinds() throws {
        let library = ProfileLibrary(root: Repository.profiles)
        for family in RadioProfile.Family.allCases {
            let members = try library.names(of: .radio).filter {
                try library.loadRadio($0).value.membership?.family == family
            }
            #expect(try library.radios(of: family) == members)
        }
        for (name, kind) in [
            ("pixel-6-2021-lte", RadioProfile.Family.lte), ("pixel-6-2021-nr", .nr),
            ("pixel-6-2021-wifi", .wifi), ("lte-huang-2012", .lte), ("umts-telia", .umts),
        ] {
            #expect(try library.loadRadio(name).value.kind == kind)
        }
    }
}
