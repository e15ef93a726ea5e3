import Foundation
import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of the shipped iOS from version 9 on against numbers copied by hand from the collected
/// rules. `LaterVersionTests` has the differences between versions.
@Suite struct AppleVersionTests {
    private static let library = ProfileLibrary(root: Repository.profiles)
    static let versions = Array(9...18) + [26]

    private static func system(_ number: Int) throws -> SystemRules {
        try library.loadSystem("ios-\(number)").value
    }

    private static func span(_ seconds: Double) -> TimeSpan { TimeSpan(Seconds(seconds)) }

    @Test(
        "IM-001, IM-011, IM-012, IM-038, IM-039: refresh and silent pushes", arguments: versions)
    func refresh(number: Int) throws {
        let rules = try Self.system(number)
        #expect(rules.backgroundFetch?.runTime == Self.span(30))
        #expect(rules.fetchLearning?.leastInterval == Self.span(900))
        #expect(rules.remoteNotification?.runTime == Self.span(30))
        #expect(rules.remoteNotification?.perHourLimit == 3)
    }

    @Test("IM-014, IM-016, IM-017: processing, from version 13 on", arguments: versions)
    func processing(number: Int) throws {
        let found = try Self.system(number).processing
        guard number >= 13 else {
            #expect(found == nil)
            return
        }
        let rules = try #require(found)
        #expect(rules.within == Self.span(172_800))
        #expect(rules.usedWithin == Self.span(604_800))
        // The source says "minutes" without a number: an assumption.
        #expect(rules.runTime == Self.span(600))
    }

    @Test("IM-054: the first relaunch delays the next transfer by a minute", arguments: versions)
    func transfers(number: Int) throws {
        let rules = try #require(Self.system(number).backgroundTransfer)
        #expect(rules.firstRelaunchDelay == Self.span(60))
    }

    @Test(
        "IM-069, IM-070, IM-072, IM-073, IM-074, IM-077, IM-079, IM-080: location",
        arguments: versions)
    func location(number: Int) throws {
        let rules = try Self.system(number)
        #expect(rules.significantChange.minimumDistance == Meters(500))
        #expect(rules.significantChange.minimumInterval == Self.span(300))
        #expect(rules.regions.dwell == Self.span(20))
        #expect(rules.regions.distance == Meters(200))
        #expect(rules.regions.limit == 20)
        #expect(rules.lifeCycle.launches.contains(.significantChange))
        #expect(rules.lifeCycle.launches.contains(.region))
        #expect(rules.standardLocation.pause != nil && rules.visits != nil)
        // Core Location lists deferred updates for iOS 6.0 to 13.0.
        #expect(rules.standardLocation.defersUpdates == (number < 13))
    }

    @Test("IM-086, IM-087, IM-088: widgets, from version 16's file on", arguments: versions)
    func widgets(number: Int) throws {
        let found = try Self.system(number).widgets
        guard number >= 16 else {
            #expect(found == nil)
            return
        }
        let rules = try #require(found)
        #expect((40...70).contains(rules.reloadsPerDay))
        #expect(rules.apart == Self.span(900))
    }

    @Test(
        "IM-049, IM-067, IM-094: sockets of VoIP, Low Power Mode and sound", arguments: versions)
    func modes(number: Int) throws {
        let rules = try Self.system(number)
        // The handler of 600 s still worked in 2018, and is gone with version 16.
        #expect(rules.keepAlive.minimumInterval == Self.span(600))
        #expect(rules.keepAlive.keepsSockets == (number < 16))
        #expect(rules.lowPower?.below == Fraction(0.2))
        #expect(rules.audio.keepsRunning)
    }
}
