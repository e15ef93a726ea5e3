import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of expedited jobs, which begin at once, and of the time that apps have for them.
@Suite struct ExpeditedJobTests {
    private let counts = OwnAppRuns.counts

    private func system(
        runTime: Double = 180, exempt: Double = 3600, base: SystemRules = JobRuns.system(),
        bucket edit: (inout StandbyRules) -> Void = { _ in }
    ) -> SystemRules {
        var system = base
        system.jobs?.expedited = ExpeditedRules(
            runTime: Fixtures.seconds(runTime), timeIfExempt: Fixtures.seconds(exempt))
        var standby = JobRuns.standby()
        (standby.workingSet.alarms, standby.workingSet.expeditedTime) = (
            nil, Fixtures.seconds(1800)
        )
        edit(&standby)
        system.standby = standby
        return system
    }

    /// A job each hour that takes `seconds`.
    private func hourly(_ seconds: Double, isUnrestricted: Bool = false) -> PolicyOptions {
        var app = OwnAppRuns.app(
            AppRule(
                name: "r", on: OwnAppRuns.every(3600, by: .alarm),
                do: [.asExpeditedJob([.work(Fixtures.seconds(seconds))])]))
        app.traits.isUnrestricted = isUnrestricted
        return app
    }

    @Test("AM-129: a job that begins at once is stopped after its time, and its app continues")
    func runTime() {
        func run(_ seconds: Double, _ limit: Double = 180) -> RecordedRun {
            OwnAppRuns.run(
                hourly(seconds), system: system(runTime: limit), hours: 1.5)
        }
        #expect(counts(run(170)) == [1, 1, 0, 0])
        let long = run(200)
        #expect(counts(long) == [1, 0, 1, 0])
        #expect(long.metrics[.appEndings] == 0)
        #expect(counts(run(200, 300)) == [1, 1, 0, 0])
    }

    @Test(
        "AM-167, AM-168, AM-169, AM-170, AM-171, AM-172, AM-173: expedited jobs share a daily time")
    func quota() {
        func done(_ bucket: StandbyBucket, _ quota: Double) -> Double {
            var system = system()
            system.standby = JobRuns.standby(only: bucket) {
                ($0.alarms, $0.expeditedTime) = (nil, Fixtures.seconds(quota))
            }
            return counts(OwnAppRuns.run(hourly(99), system: system, hours: 20))[1]
        }
        // Whole jobs of 99 s; the last one is stopped when the time is used up.
        for bucket in StandbyBucket.allCases {
            let counts = [1800, 900, 600, 300].map { done(bucket, $0) }
            #expect(counts == [18, 9, 6, 3], "\(bucket)")
        }
        let free = system { $0.workingSet.expeditedTime = nil }
        #expect(counts(OwnAppRuns.run(hourly(99), system: free, hours: 20))[1] == 19)
        func exempt(_ time: Double) -> Double {
            let own = system(exempt: time)
            let app = hourly(99, isUnrestricted: true)
            return counts(OwnAppRuns.run(app, system: own, hours: 20))[1]
        }
        #expect(exempt(3600) == 19)
        #expect(exempt(500) == 5)
    }

    @Test("AM-129: in light Doze an expedited job has the network while its time lasts")
    func doze() {
        let base = DozeRuns.system(deep: nil, light: DozeRuns.light7)
        func done(_ steps: [RuleStep], quota: Double) -> Double {
            let system = system(base: base) {
                $0.workingSet.expeditedTime = Fixtures.seconds(quota)
            }
            let app = OwnAppRuns.app(
                AppRule(name: "r", on: OwnAppRuns.every(600, by: .alarm), do: steps))
            return counts(OwnAppRuns.run(app, system: system, hours: 8))[1]
        }
        let ask = RuleStep.request(
            RuleRequest(
                roundTrips: 1, uplink: 100, downlink: 100, timeout: Fixtures.seconds(10)))
        #expect(done([.asExpeditedJob([ask])], quota: 1800) == 47)
        #expect(done([ask], quota: 1800) < 10)
        #expect(done([.asExpeditedJob([ask])], quota: 1) < 15)
    }

    @Test("AM-129: a system without expedited jobs refuses them")
    func refused() throws {
        let refusal = try #require(
            OwnAppRuns.refusal(hourly(10), system: JobRuns.system()))
        #expect(refusal.message.contains("AM-129") && refusal.rule == "jobs.expedited")
        #expect(OwnAppRuns.refusal(hourly(10), system: system()) == nil)
    }
}
