import Foundation
import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Profiles

/// Tests of the shipped systems' limits by an app's use, against numbers copied by hand from the
/// collected rules, for each version and bucket.
@Suite struct StandbyVersionTests {
    private static let library = ProfileLibrary(root: Repository.profiles)

    private static func system(_ number: Int) throws -> SystemRules {
        try library.loadSystem("android-\(number)").value
    }

    /// One bucket of one version. A dash: no limit.
    ///
    /// | column | what | rules |
    /// |---|---|---|
    /// | after | h since the last use | AM-096, AM-098, AM-100, AM-102, AM-103 |
    /// | lit | h of display since then | AM-097, AM-099, AM-101, AM-104 |
    /// | jobs, in | min of jobs in a window of min | AM-138 to AM-146, AM-150, AM-152 |
    /// | sess | sessions in that window | AM-155, AM-157, AM-159, AM-161, AM-163 |
    /// | alarms, per | alarms in a window of min | AM-085 to AM-088, AM-090 to AM-093, AM-095 |
    /// | exp | min of expedited jobs in 24 h | AM-168 to AM-173 |
    /// | push | pushes at high priority in a day | AM-176 to AM-178 |
    /// | net | network in the background | AM-175 |
    ///
    /// Four figures are in no source, and the profiles say so: the window of the active bucket's
    /// sessions until version 15 (10 min), when version 11 restricts an app (as 12 does), how long
    /// the display is on by then until 12 (as 13 has it), and a restricted app's pushes (as a rare
    /// one's).
    private static let table = """
        version bucket       after lit jobs in   sess alarms per  exp push net
        9       active       0     0   -    0    -    -      0    -   -    yes
        9       working-set  12    0   -    121  1    1      6    -   -    yes
        9       frequent     24    1   -    473  1    1      30   -   10   yes
        9       rare         48    2   -    1430 1    1      120  -   5    yes
        10      active       0     0   -    0    -    720    60   -   -    yes
        10      working-set  12    0   10   120  -    10     60   -   -    yes
        10      frequent     24    1   10   480  -    2      60   -   10   yes
        10      rare         48    2   10   1440 -    1      60   -   5    yes
        11      active       0     0   -    10   75   720    60   -   -    yes
        11      working-set  12    0   10   120  10   10     60   -   -    yes
        11      frequent     24    1   10   480  8    2      60   -   10   yes
        11      rare         48    2   10   1440 3    1      60   -   5    yes
        11      restricted   1080  6   10   1440 1    1      1440 -   5    yes
        12      active       0     0   -    10   75   720    60   30  -    yes
        12      working-set  12    0   10   120  10   10     60   30  -    yes
        12      frequent     24    1   10   480  8    2      60   10  10   yes
        12      rare         48    2   10   1440 3    1      60   10  5    yes
        12      restricted   1080  6   10   1440 1    1      1440 5   5    yes
        13      active       0     0   -    10   75   720    60   30  -    yes
        13      working-set  12    0   10   120  10   10     60   30  -    yes
        13      frequent     24    1   10   480  8    2      60   10  -    yes
        13      rare         48    2   10   1440 3    1      60   10  -    yes
        13      restricted   192   6   10   1440 1    1      1440 5   -    yes
        14      active       0     0   -    10   75   720    60   30  -    yes
        14      working-set  12    0   10   120  10   10     60   30  -    yes
        14      frequent     24    1   10   480  8    2      60   10  -    yes
        14      rare         48    2   10   1440 3    1      60   10  -    yes
        14      restricted   192   6   10   1440 1    1      1440 5   -    yes
        15      active       0     0   -    10   75   720    60   30  -    yes
        15      working-set  12    0   10   120  10   10     60   30  -    yes
        15      frequent     24    1   10   480  8    2      60   10  -    yes
        15      rare         48    2   10   1440 3    1      60   10  -    yes
        15      restricted   192   6   10   1440 1    1      1440 5   -    yes
        16      active       0     0   20   60   75   720    60   30  -    yes
        16      working-set  12    0   10   240  10   10     60   15  -    yes
        16      frequent     24    1   10   720  8    2      60   10  -    yes
        16      rare         48    2   10   1440 3    1      60   10  -    no
        16      restricted   192   6   10   1440 1    1      1440 5   -    no
        """

    /// The rows of a version, with words separated by one space.
    private static func rows(of number: Int) -> [String] {
        table.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }.filter { $0.hasPrefix("\(number) ") }
    }

    private static func text(_ number: Double?) -> String {
        guard let number else { return "-" }
        return number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    private static func text(_ span: TimeSpan?, per unit: Double) -> String {
        text(span.map { $0.seconds.magnitude / unit })
    }

    private static func row(_ number: Int, _ name: String, _ rules: BucketRules) -> String {
        [
            "\(number)", name, text(rules.after, per: 3600), text(rules.screenOn, per: 3600),
            text(rules.jobTime, per: 60), text(rules.jobWindow, per: 60),
            text(rules.sessions.map(Double.init)), text(rules.alarms.map(Double.init)),
            text(rules.alarmWindow, per: 60), text(rules.expeditedTime, per: 60),
            text(rules.highPushes.map(Double.init)), rules.hasNetwork ? "yes" : "no",
        ].joined(separator: " ")
    }

    @Test(
        """
        AM-085, AM-087, AM-088, AM-090, AM-092, AM-093, AM-095, AM-102, AM-103, AM-104, AM-147, \
        AM-148, AM-152, AM-178: each bucket of each version has the numbers of the rules
        """, arguments: 6...16)
    func buckets(number: Int) throws {
        let standby = try Self.system(number).standby
        // Buckets came with version 9.
        guard number >= 9 else {
            #expect(standby == nil && Self.rows(of: number).isEmpty)
            return
        }
        let rules = try #require(standby)
        var found = [
            Self.row(number, "active", rules.active),
            Self.row(number, "working-set", rules.workingSet),
            Self.row(number, "frequent", rules.frequent), Self.row(number, "rare", rules.rare),
        ]
        if let restricted = rules.restricted {
            found.append(Self.row(number, "restricted", restricted))
        }
        #expect(found == Self.rows(of: number))
    }

    @Test(
        "AM-106, AM-112, AM-153, AM-164: rules for all buckets of a version",
        arguments: 9...16)
    func together(number: Int) throws {
        let rules = try #require(Self.system(number).standby)
        #expect(rules.seenKeeps == TimeSpan(Seconds(12 * 3600)))
        #expect(rules.chargingLiftsAfter == TimeSpan(Seconds(600)))
        #expect(rules.sessionGap == TimeSpan(Seconds(5)))
        #expect(rules.jobTimePerDay == (number < 10 ? nil : TimeSpan(Seconds(4 * 3600))))
    }

    @Test("AM-066, AM-070, AM-072, AM-074, AM-079: alarms while idle by version", arguments: 5...16)
    func alarms(number: Int) throws {
        let found = try Self.system(number).alarms
        guard number >= 6 else {
            #expect(found == nil)
            return
        }
        let rules = try #require(found)
        #expect(rules.leastInterval == TimeSpan(Seconds(5)))
        // One in nine minutes, then 72 in an hour.
        #expect(rules.whileIdle == (number < 12 ? 1 : 72))
        #expect(rules.whileIdlePer == TimeSpan(Seconds(number < 12 ? 540 : 3600)))
        #expect(rules.whileIdleRun == TimeSpan(Seconds(10)))
    }

    @Test(
        """
        AM-117, AM-118, AM-120, AM-122, AM-126, AM-127, WM-001, WM-002: how long jobs run and \
        wait, and how far apart they are at least, by version
        """, arguments: 5...16)
    func jobs(number: Int) throws {
        let rules = try #require(Self.system(number).jobs)
        // WorkManager's 15 and 5 min are those of the scheduler itself from version 7 on.
        #expect(rules.leastPeriod == TimeSpan(Seconds(900)))
        #expect(rules.leastFlex == TimeSpan(Seconds(300)))
        #expect(rules.runTime == TimeSpan(Seconds(600)))
        #expect(rules.firstBackOff == TimeSpan(Seconds(30)))
        #expect(rules.longestBackOff == TimeSpan(Seconds(18_000)))
        #expect(rules.batching?.ready == (number < 11 ? nil : 5))
        #expect(rules.batching?.delay == (number < 11 ? nil : TimeSpan(Seconds(1860))))
        #expect(rules.cellularBatching?.ready == (number < 14 ? nil : 3))
        #expect(rules.cellularBatching?.delay == (number < 14 ? nil : TimeSpan(Seconds(1860))))
    }

    /// Values of deep Doze that do not depend on the version, which `LaterVersionTests` leaves out.
    @Test(
        "AM-008, AM-010, AM-011, AM-012, AM-014, AM-015, AM-019: deep windows agree everywhere",
        arguments: 6...16)
    func deepDoze(number: Int) throws {
        let rules = try #require(Self.system(number).doze?.deep)
        #expect(rules.afterMotion == TimeSpan(Seconds(600)))
        #expect(rules.firstWindow == TimeSpan(Seconds(300)))
        #expect(rules.longestWindow == TimeSpan(Seconds(600)))
        #expect(rules.windowFactor == 2 && rules.idleFactor == 2)
        #expect(rules.longestIdle == TimeSpan(Seconds(21_600)))
        #expect(rules.leastWindow == TimeSpan(Seconds(30)))
    }

    @Test("AM-027: versions 13 and 14 kept the first hour of idle time", arguments: 6...16)
    func firstIdle(number: Int) throws {
        let rules = try #require(Self.system(number).doze?.deep)
        #expect(rules.firstIdle == TimeSpan(Seconds(number < 15 ? 3600 : 900)))
    }

    @Test(
        "AM-045, AM-046, AM-047, AM-048, AM-049, AM-050, AM-051, AM-053, AM-059: light windows",
        arguments: 6...16)
    func lightDoze(number: Int) throws {
        let found = try #require(Self.system(number).doze).light
        guard number >= 7 else {
            #expect(found == nil)
            return
        }
        let rules = try #require(found)
        #expect(rules.firstIdle == TimeSpan(Seconds(300)))
        #expect(rules.longestIdle == TimeSpan(Seconds(number < 15 ? 900 : 1800)))
        #expect(rules.idleFactor == (number < 15 ? 2 : 1))
        #expect(rules.idleStep == TimeSpan(Seconds(number < 15 ? 0 : 300)))
        #expect(rules.leastBudget == TimeSpan(Seconds(60)))
        #expect(rules.mostBudget == TimeSpan(Seconds(300)))
        #expect(rules.leastWindow == TimeSpan(Seconds(5)))
    }

    @Test("AM-206: from version 8 on an app that was left has a minute, before that all day")
    func left() throws {
        for number in 4...16 {
            let limit = try Self.system(number).taskCompletion.limit
            #expect(limit == TimeSpan(Seconds(number < 8 ? 86_400 : 60)))
        }
    }

    @Test("AM-185, AM-186: a push service keeps 100 messages of an app for four weeks")
    func kept() throws {
        for number in 5...16 {
            let push = try #require(Self.system(number).push)
            #expect(push.keeps == 100)
            #expect(push.keepsFor == TimeSpan(Seconds(2_419_200)))
        }
    }
}
