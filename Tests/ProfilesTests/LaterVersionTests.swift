import Foundation
import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of the shipped systems from 2014 on, version by version, against the collected rules.
@Suite struct LaterVersionTests {
    private static let library = ProfileLibrary(root: Repository.profiles)

    private func system(_ name: String) throws -> SystemRules {
        try Self.library.loadSystem(name).value
    }

    /// One row of the table of Doze, in seconds; nil if the version has none.
    struct Version: Sendable, CustomTestStringConvertible {
        let number: Int
        /// t1 to t4 and the first idle period.
        let deep: [Double]
        /// Inactive, pre-idle.
        let light: [Double]?
        var testDescription: String { "android-\(number)" }
    }

    private static let old: [Double] = [1800, 1800, 240, 30, 3600]
    private static let new: [Double] = [60, 60, 30, 15, 900]

    static let versions =
        [Version(number: 6, deep: old, light: nil)]
        + (7...11).map { Version(number: $0, deep: old, light: [300, 600]) }
        + [Version(number: 12, deep: old, light: [60, 180])]
        + (13...14).map { Version(number: $0, deep: old, light: [240, 0]) }
        + (15...16).map { Version(number: $0, deep: new, light: [60, 0]) }

    @Test(
        "AM-001, AM-021, AM-025, AM-038, AM-039, AM-040, AM-041: Doze by version",
        arguments: versions)
    func doze(version: Version) throws {
        let rules = try #require(system("android-\(version.number)").doze)
        let deep = try #require(rules.deep)
        let spans = [deep.inactive, deep.pending, deep.sensing, deep.locating, deep.firstIdle]
        #expect(spans.map(\.seconds.magnitude) == version.deep)
        #expect(
            rules.light.map { [$0.inactive, $0.preIdle].map(\.seconds.magnitude) } == version.light)
        #expect((rules.quickDelay != nil) == (version.number >= 10), "AM-034")
        #expect(rules.endsByUnlock == (version.number >= 12), "AM-029")
        #expect(rules.pushExempts == TimeSpan(Seconds(10)), "AM-030")
    }

    /// When deep windows with work begin within eight hours, in hours since the display went off.
    private func windows(_ rules: DeepDozeRules) -> [Double] {
        var deep = DeepDoze(rules)
        deep.begin(at: .start, quick: nil)
        var begins: [Double] = []
        while deep.due < Instant.start + TimeSpan(Seconds(8 * 3600)) {
            let (now, before) = (deep.due, deep.state)
            deep.step(at: now, isBusy: true)
            if deep.state == .window, before != .window {
                begins.append((now.seconds.magnitude / 360).rounded() / 10)
            }
        }
        return begins
    }

    @Test(
        "AM-020, AM-026: two deep windows in eight hours until version 14, four from 15 on",
        arguments: versions)
    func deepWindows(version: Version) throws {
        let deep = try #require(system("android-\(version.number)").doze?.deep)
        let expected = version.number < 15 ? [2.1, 4.2] : [0.3, 0.9, 2.0, 4.2]
        #expect(windows(deep) == expected)
    }

    @Test(
        "AM-046, AM-047: about four light windows an hour until version 14, two from 15 on",
        arguments: versions.filter { $0.light != nil })
    func lightWindows(version: Version) throws {
        let rules = try #require(system("android-\(version.number)").doze?.light)
        var light = LightDoze(rules)
        light.begin(at: .start)
        var count = 0
        // From the fourth to the twelfth hour.
        while light.due < Instant.start + TimeSpan(Seconds(12 * 3600)) {
            let now = light.due
            light.step(at: now, isBusy: false, hasNetwork: true)
            if light.state == .window, now >= Instant.start + TimeSpan(Seconds(4 * 3600)) {
                count += 1
            }
        }
        let perHour = Double(count) / 8
        #expect(abs(perHour - (version.number < 15 ? 4 : 2)) < 0.15, "\(perHour)")
    }

    @Test("AM-096, AM-138, AM-142, AM-145, AM-146, AM-150, AM-175: buckets by version")
    func buckets() throws {
        for number in 6...16 {
            let rules = try system("android-\(number)").standby
            #expect((rules != nil) == (number >= 9))
            guard let rules else { continue }
            #expect((rules.restricted != nil) == (number >= 11))
            let hours = [rules.workingSet, rules.frequent, rules.rare].map {
                $0.jobWindow.seconds.magnitude / 3600
            }
            if number >= 16 {
                #expect(hours == [4, 12, 24])
                #expect(rules.active.jobTime == TimeSpan(Seconds(1200)))
            } else if number >= 10 {
                #expect(hours == [2, 8, 24])
                #expect(rules.active.jobTime == nil)
            } else {
                // 11, 43 and 130 beats of 11 minutes.
                #expect(hours.map { ($0 * 60 / 11).rounded() } == [11, 43, 130])
            }
            #expect(rules.rare.hasNetwork == (number < 16))
            #expect(rules.rare.highPushes == (number <= 12 ? 5 : nil), "AM-176, AM-178")
        }
    }

    @Test("AM-114, AM-119, AM-121, AM-126: the scheduler of jobs by version")
    func jobs() throws {
        #expect(try system("android-4").jobs == nil)
        for number in 5...16 {
            let rules = try #require(system("android-\(number)").jobs)
            #expect(rules.leastPeriod == TimeSpan(Seconds(900)))
            #expect(rules.leastFlex == TimeSpan(Seconds(300)))
            #expect((rules.batching != nil) == (number >= 11))
            #expect((rules.cellularBatching != nil) == (number >= 14))
        }
    }

    @Test("AM-198, AM-199, AM-202, AM-203, AM-205: foreground services by version")
    func services() throws {
        #expect(try system("android-4").foregroundServices == nil)
        #expect(try system("ios-17").foregroundServices == nil)
        let (hours, day) = (TimeSpan(Seconds(6 * 3600)), TimeSpan(Seconds(86_400)))
        for number in 6...16 {
            let rules = try #require(system("android-\(number)").foregroundServices)
            #expect(rules.startInBackground == (number < 12))
            #expect(rules.workThroughDoze)
            #expect(rules.liftJobQuotas == (number < 16))
            let limit = number < 15 ? nil : ServiceLimit(time: hours, per: day)
            #expect(rules.dataSync == limit && rules.mediaProcessing == limit)
            let short = number < 14 ? nil : ServiceLimit(time: TimeSpan(Seconds(180)))
            #expect(rules.shortService == short)
        }
    }

    @Test("AM-207, AM-208, AM-209: the freezer and positions in the background by version")
    func background() throws {
        for number in 4...16 {
            let rules = try system("android-\(number)")
            let frozen: Double? = number < 12 ? nil : number < 14 ? 600 : 10
            #expect(rules.freezesAfter == frozen.map { TimeSpan(Seconds($0)) })
            let every = number < 8 ? nil : TimeSpan(Seconds(1800))
            #expect(rules.standardLocation.backgroundEvery == every)
        }
    }

    @Test(
        "AM-129, AM-167, AM-168, AM-169, AM-170, AM-171, AM-172, AM-173: expedited jobs by version")
    func expedited() throws {
        for number in 5...16 {
            let rules = try system("android-\(number)")
            guard number >= 12 else {
                #expect(rules.jobs?.expedited == nil)
                continue
            }
            let expedited = try #require(rules.jobs?.expedited)
            #expect(expedited.runTime == TimeSpan(Seconds(180)))
            #expect(expedited.timeIfExempt == TimeSpan(Seconds(3600)))
            let standby = try #require(rules.standby)
            let restricted = try #require(standby.restricted)
            let minutes = [
                standby.active, standby.workingSet, standby.frequent, standby.rare, restricted,
            ].map { ($0.expeditedTime?.seconds.magnitude ?? 0) / 60 }
            #expect(minutes == [30, number < 16 ? 30 : 15, 10, 10, 5])
        }
    }

    @Test("IM-005, IM-033: refresh near times of use and by a budget, from iOS 13 on")
    func refresh() throws {
        for number in Array(9...18) + [26] {
            let rules = try #require(system("ios-\(number)").fetchLearning)
            #expect((rules.budget != nil) == (number >= 13))
        }
    }

    @Test("AM-182, AM-183: 51 heartbeats a day on mobile networks, and 96 on Wi-Fi")
    func heartbeats() throws {
        for number in 5...16 {
            let push = try #require(system("android-\(number)").push)
            #expect(86_400 / Int(push.cellularInterval.seconds.magnitude) == 51)
            #expect(86_400 / Int(push.wifiInterval.seconds.magnitude) == 96)
        }
    }

    @Test(
        "IM-024, IM-029, IM-043 to IM-045, IM-050, IM-061: iOS 9 to 26, and each by its own name")
    func apple() throws {
        for number in Array(9...18) + [26] {
            let rules = try system("ios-\(number)")
            #expect(rules.name == "ios-\(number)")
            #expect(rules.taskCompletion.limit == TimeSpan(Seconds(number < 13 ? 180 : 30)))
            #expect((rules.processing != nil) == (number >= 13))
            #expect(rules.keepAlive.keepsSockets == (number < 16))
            #expect(rules.lowPower?.holdsBackWork == true && rules.lowPower?.holdsPushes == true)
            #expect(rules.voipPush != nil && rules.lifeCycle.launches.contains(.voipPush))
            #expect((rules.voipPush?.mustRing != nil) == (number >= 13))
        }
        let names = Self.library.names(of: .system)
        #expect(names.contains("ios-26") && names.contains("ios-12"))
    }
}
