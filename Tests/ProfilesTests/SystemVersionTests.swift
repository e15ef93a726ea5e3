import Foundation
import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of the shipped systems' limits, version by version, against the collected rules.
@Suite struct SystemVersionTests {
    /// One row: a version and its limits.
    struct Version: Sendable, CustomTestStringConvertible {
        let name: String
        let taskLimit: Double
        let handlerLimit: Double
        let multitasks: Bool
        let hasFetch: Bool
        let hasNewsstand: Bool
        let hasAccessories: Bool
        let hasPeripheral: Bool
        let defers: Bool
        let locationSurvivesForceQuit: Bool
        var testDescription: String { name }
    }

    /// From iPhone OS 3 (no multitasking) to iOS 8 (location apps come back).
    static let versions = [
        Version(
            name: "ios-3", taskLimit: 0, handlerLimit: 0, multitasks: false, hasFetch: false,
            hasNewsstand: false, hasAccessories: false, hasPeripheral: false, defers: false,
            locationSurvivesForceQuit: false),
        Version(
            name: "ios-4", taskLimit: 600, handlerLimit: 30, multitasks: true, hasFetch: false,
            hasNewsstand: false, hasAccessories: false, hasPeripheral: false, defers: false,
            locationSurvivesForceQuit: false),
        Version(
            name: "ios-5", taskLimit: 600, handlerLimit: 30, multitasks: true, hasFetch: false,
            hasNewsstand: true, hasAccessories: true, hasPeripheral: false, defers: false,
            locationSurvivesForceQuit: false),
        Version(
            name: "ios-6", taskLimit: 600, handlerLimit: 10, multitasks: true, hasFetch: false,
            hasNewsstand: true, hasAccessories: true, hasPeripheral: true, defers: true,
            locationSurvivesForceQuit: false),
        Version(
            name: "ios-7", taskLimit: 180, handlerLimit: 10, multitasks: true, hasFetch: true,
            hasNewsstand: true, hasAccessories: true, hasPeripheral: true, defers: true,
            locationSurvivesForceQuit: false),
        Version(
            name: "ios-8", taskLimit: 180, handlerLimit: 10, multitasks: true, hasFetch: true,
            hasNewsstand: true, hasAccessories: true, hasPeripheral: true, defers: true,
            locationSurvivesForceQuit: true),
    ]

    private func system(_ name: String) throws -> SystemRules {
        try SystemVersionTests.library.loadSystem(name).value
    }

    private static let library = ProfileLibrary(
        root: Repository.profiles)

    @Test("SR-003, SR-010, SR-011: which systems multitask, and for how long", arguments: versions)
    func limits(version: Version) throws {
        let rules = try system(version.name)
        #expect(rules.lifeCycle.multitasks == version.multitasks)
        #expect(rules.taskCompletion.limit == TimeSpan(Seconds(version.taskLimit)))
        #expect(rules.audio.keepsRunning == version.multitasks)
        // SR-025 in the guide of iOS 4; iOS 8's guide says the opposite of the mode.
        let keepsRunning = version.multitasks && !["ios-7", "ios-8"].contains(version.name)
        #expect(rules.standardLocation.keepsRunning == keepsRunning)
        #expect(rules.lifeCycle.exitGrace == TimeSpan(Seconds(5)), "SR-005")
    }

    @Test(
        "SR-037, SR-038: at least ten minutes, and half a minute or ten seconds for the handler",
        arguments: versions)
    func keepAlive(version: Version) throws {
        let rules = try system(version.name).keepAlive
        #expect(rules.minimumInterval == TimeSpan(Seconds(600)))
        #expect(rules.handlerLimit == TimeSpan(Seconds(version.handlerLimit)))
    }

    @Test("SR-033, SR-034: rules cite their sources", arguments: versions)
    func sources(version: Version) throws {
        let rules = try SystemVersionTests.library.loadSystem(version.name).file.provenance
        let cited = [
            "connections.wakes-for-udp": "session 109",
            "life-cycle.relaunches-location-after-force-quit": "(iOS 7/8), Background Execution",
        ]
        for rule in rules {
            guard let citation = cited[rule.path] else { continue }
            guard case .source(let source) = rule.origin else {
                Issue.record("\(rule.path) has no source")
                continue
            }
            #expect(source.citation.contains(citation), "\(rule.path)")
        }
        #expect(rules.contains { cited[$0.path] != nil })
    }

    @Test(
        "SR-045, SR-046, SR-047, SR-048, SR-049, SR-050: modes and the versions that have them",
        arguments: versions)
    func modes(version: Version) throws {
        let rules = try system(version.name)
        #expect((rules.backgroundFetch != nil) == version.hasFetch)
        #expect((rules.remoteNotification != nil) == version.hasFetch)
        #expect((rules.backgroundTransfer != nil) == version.hasFetch)
        #expect((rules.newsstand != nil) == version.hasNewsstand)
        #expect((rules.externalAccessory != nil) == version.hasAccessories)
        #expect((rules.bluetooth != nil) == version.hasAccessories)
        #expect((rules.bluetoothPeripheral != nil) == version.hasPeripheral)
        #expect(rules.standardLocation.defersUpdates == version.defers)
        #expect((rules.standardLocation.pause != nil) == version.defers)
    }

    @Test(
        "SR-026, SR-029, SR-033, SR-035: which apps are launched, and by what", arguments: versions)
    func launches(version: Version) throws {
        let rules = try system(version.name)
        let life = rules.lifeCycle
        #expect(life.relaunchesLocationAfterForceQuit == version.locationSurvivesForceQuit)
        #expect(life.launches.contains(.significantChange) == version.multitasks)
        #expect(life.launches.contains(.region) == version.multitasks)
        #expect(life.launches.contains(.backgroundFetch) == version.hasFetch)
        #expect(life.launches.contains(.newsstand) == version.hasNewsstand)
        #expect(!life.launches.contains(.voip) && !life.launches.contains(.remoteControl))
        #expect(life.relaunches == (version.multitasks ? [.voip] : []))
    }

    @Test("SR-003: a background policy is refused on a system without background")
    func refused() throws {
        let scenario = try Self.library.loadScenario("keep-alive").scenario
        let keepAlive = try #require(
            scenario.policies.first { $0.options != .none })
        let refused = #expect(throws: Refusal.self) {
            try keepAlive.options.check(
                system: system("ios-3"), device: scenario.device, radio: scenario.radio,
                world: scenario.world)
        }
        #expect(refused?.message.hasPrefix("ios-3 ends an app when it is left") ?? false)
    }
}
