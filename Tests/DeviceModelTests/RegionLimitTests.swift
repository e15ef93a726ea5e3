import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of IO-010: the system's limit on the regions of one app, however the app asks for them.
@Suite struct RegionLimitTests {
    private static let names = (0..<60).map { "z\($0)" }
    private static let world = WorldProfile(
        cells: Places.cells(perKilometer: 3),
        regions: names.map { name in
            Region(name: name, center: .home, radius: Meters(200))
        }, apps: [AppWorldProfile()])

    private func refusal(_ options: PolicyOptions) -> Refusal? {
        OwnAppRuns.refusal(options, Self.world, system: Fixtures.system())
    }

    /// `each` rules for each of these regions.
    private func rules(_ regions: [String], each: Int = 1) -> [AppRule] {
        stride(from: 0, to: regions.count, by: each).map { first in
            var rule = AppRule(name: "r\(first)", do: [OwnAppRuns.request])
            rule.triggers = regions[first..<min(first + each, regions.count)].map {
                .region($0, .crossed)
            }
            return rule
        }
    }

    private func part(_ regions: [String]?, radius: Meters? = nil) -> AppPart {
        let watched = WatchedRegions(names: regions, radius: radius)
        return AppPart(
            key: "region",
            options: .region(
                RegionOptions(
                    regions: watched, report: .region, upload: Fixtures.positionUpload)))
    }

    private func tooMany(_ count: Int) -> String {
        "the app watches \(count) regions, but ios lets an app register 20"
    }

    @Test("All rules share the limit", arguments: [1, 3, 7])
    func rules(each: Int) {
        let app = { count in
            PolicyOptions.app(
                OwnAppOptions(rules: self.rules(Array(Self.names.prefix(count)), each: each)))
        }
        #expect(refusal(app(20)) == nil)
        for count in [21, 60] { #expect(refusal(app(count))?.message == tooMany(count)) }
    }

    @Test("A region that several rules wait for is registered once")
    func once() {
        let again = (0..<3).flatMap { round in
            Self.names.prefix(20).map { name in
                AppRule(
                    name: "\(name)-\(round)",
                    on: .region(name, RegionMoment.allCases[round]), do: [OwnAppRuns.request])
            }
        }
        #expect(refusal(.app(OwnAppOptions(rules: again))) == nil)
    }

    @Test("An app's behaviours and its rules share the limit")
    func behaviours() {
        let nineteen = rules(Array(Self.names.prefix(19)))
        func app(_ rules: [AppRule], _ part: AppPart) -> PolicyOptions {
            .app(OwnAppOptions(rules: rules, parts: [part]))
        }
        #expect(refusal(app(nineteen, part(["z0", "z18", "z19"]))) == nil)
        let over = refusal(app(nineteen, part(["z19", "z20"])))
        #expect(over?.message == tooMany(21) && over?.option == "rules")
        // With another radius it is another region.
        let wide = part(["z0", "z1"], radius: Meters(500))
        #expect(refusal(app(nineteen, wide))?.message == tooMany(21))
        #expect(refusal(app([], part(nil)))?.message.contains("60 regions") ?? false)
    }

    @Test("Each of several apps has a limit of its own")
    func apps() {
        func app(_ names: ArraySlice<String>) -> PolicyOptions {
            .app(OwnAppOptions(rules: rules(Array(names))))
        }
        var world = Self.world
        world.apps = [AppWorldProfile(), AppWorldProfile()]
        let both = Fixtures.together([app(Self.names[..<20]), app(Self.names[20..<40])])
        #expect(OwnAppRuns.refusal(both, world, system: Fixtures.system()) == nil)
        let over = Fixtures.together([app(Self.names[..<20]), app(Self.names[20..<41])])
        #expect(OwnAppRuns.refusal(over, world, system: Fixtures.system()) != nil)
    }
}
