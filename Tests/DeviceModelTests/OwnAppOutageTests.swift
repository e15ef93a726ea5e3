import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of transfers on their way when their timeout passes, or when servers are unreachable for a
/// while.
@Suite struct OwnAppOutageTests {
    /// Servers are unreachable once, from `start` on for `length`.
    private func outage(
        from start: Double, for length: Double, _ world: WorldProfile = OwnAppRuns.bare
    ) -> WorldProfile {
        var world = world
        world.network.outages = Spells(
            every: .constant(Seconds(start)), duration: .constant(Seconds(length)))
        return world
    }

    /// 2 MB, which take 16.15 s with a round trip. Each part of this time carries its share of the
    /// data.
    private func upload(timeout: Double = 60) -> RuleStep {
        .request(
            RuleRequest(
                roundTrips: 1, uplink: 2_000_000, timeout: Fixtures.seconds(timeout)))
    }

    // MARK: Parallel errands

    @Test("A request of a parallel rule leaves the air when its timeout passes: closed form")
    func parallel() {
        let rule = AppRule(
            name: "r", on: OwnAppRuns.every(10, by: .timer), do: [upload(timeout: 12)],
            isParallel: true)
        let app = OwnAppRuns.app(rule, kept: .audio)
        let run = OwnAppRuns.run(app, hours: 29.0 / 3600)
        // Begun at 10 s; after a promotion of 2 s on the air until 22 s.
        #expect(OwnAppRuns.counts(run) == [2, 0, 1, 0])
        #expect(abs(run.metrics[.bytesWasted]! - 2e6 * 10 / 16.15) <= 1)
        // The second, begun at 20 s, has the air from then on until its own timeout.
        let second = OwnAppRuns.run(app, hours: 33.0 / 3600)
        #expect(OwnAppRuns.counts(second) == [3, 0, 2, 0])
        #expect(abs(second.metrics[.bytesWasted]! - 2 * 2e6 * 10 / 16.15) <= 2)
    }

    @Test("Parallel errands are cut off with their app, each with the bytes that it carried")
    func parallelEnded() {
        let rule = AppRule(
            name: "r", on: OwnAppRuns.every(10, by: .timer), do: [upload()], isParallel: true)
        var world = OwnAppRuns.bare
        world.restarts = .constant(Seconds(25))
        let run = OwnAppRuns.run(
            OwnAppRuns.app(rule, kept: .audio), world, hours: 29.0 / 3600)
        #expect(OwnAppRuns.counts(run) == [2, 0, 2, 0])
        #expect(abs(run.metrics[.bytesWasted]! - 2e6 * 13 / 16.15) <= 1)
        #expect(run.metrics[.bytesWasted] == run.metrics[.bytesUp])
    }

    // MARK: Requests in an outage

    private func sending() -> PolicyOptions {
        OwnAppRuns.app(AppRule(name: "upload", on: .opened, do: [upload()]))
    }

    @Test("A request that an outage cuts off resumes afterwards: closed form")
    func goesOn() {
        let world = outage(from: 1005, for: 20, OwnAppRuns.front(for: 200))
        let run = OwnAppRuns.run(sending(), world, hours: 0.31)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0])
        #expect(run.metrics[.bytesWasted] == 0)
        #expect(abs(run.metrics[.bytesUp]! - 2_000_000) <= 1)
        // Three of 16.15 s were on the air by 1,005 s; at 1,025 s the radio is idle again.
        let left = 16 * (1 - 3 / 16.15)
        #expect(abs(run.metrics[.errandDelay]! - (25 + 2 + left)) < 2e-5)
    }

    @Test("A request that begins in an outage is carried afterwards, and sends 60 B before")
    func begins() {
        let world = outage(from: 990, for: 40, OwnAppRuns.front(for: 200))
        let run = OwnAppRuns.run(sending(), world, hours: 0.3)
        #expect(OwnAppRuns.counts(run) == [1, 1, 0, 0])
        #expect(run.metrics[.bytesUp] == 2_000_060)
    }

    @Test("It still fails at its timeout, counted from its start")
    func tooLong() {
        // Back at 1,050 s: after a promotion of 2 s its 60 s are over after eight more.
        let world = outage(from: 990, for: 60, OwnAppRuns.front(for: 200))
        let run = OwnAppRuns.run(sending(), world, hours: 0.3)
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        #expect(abs(run.metrics[.bytesWasted]! - 2e6 * 8 / 16.15) <= 1)
    }

    @Test("After an outage a request opens a new kept connection")
    func connects() {
        let socket = OwnAppRuns.app(
            AppRule(
                name: "ping", on: OwnAppRuns.every(400, by: .alarm),
                do: [
                    .request(
                        RuleRequest(
                            roundTrips: 2, uplink: 100, connecting: 1,
                            timeout: Fixtures.seconds(60)))
                ]),
            AppRule(
                name: "show", on: .received(TransferShape.pushMessage),
                do: [.notify(RuleAlert())]))
        // The second ping is at 800 s.
        let world = outage(from: 790, for: 30, OwnAppRuns.messages(every: 900))
        let run = OwnAppRuns.run(
            socket, world, system: OwnAppRuns.system(alarms: true), hours: 1000.0 / 3600)
        #expect(run.metrics[.messagesDelivered] == 1)
        #expect((run.metrics[.messageDelay] ?? 99) < 5)
    }

    // MARK: System transfers

    private func handOver(
        _ bytes: Double, on trigger: RuleTrigger, name: String = "give"
    ) -> AppRule {
        AppRule(
            name: name, on: trigger,
            do: [
                .handOver(
                    RuleHandOver(
                        TransferShape(roundTrips: 0, uplink: Bytes(bytes), downlink: .zero)))
            ])
    }

    @Test("A submitted transfer waits for servers, and the piece on the air is sent again")
    func handedOver() {
        let told = AppRule(name: "told", on: .transferDone, do: [.notify(RuleAlert())])
        let app = OwnAppRuns.app(
            handOver(2e6, on: .opened), told, declares: [.backgroundTransfer])
        let world = outage(from: 1005, for: 100, OwnAppRuns.front(for: 10))
        let inOutage = OwnAppRuns.run(app, world, hours: 1100.0 / 3600)
        #expect(inOutage.metrics[.errandsDone] == 1)
        // Three seconds on the air: five pieces, and most of a sixth.
        #expect(abs(inOutage.metrics[.bytesUp]! - 3 * 125_000) <= 1)
        let wasted: Double = 3 * 125_000 - 5 * 65_536
        #expect(inOutage.metrics[.bytesWasted] == wasted)
        let after = OwnAppRuns.run(app, world, hours: 1130.0 / 3600)
        #expect(after.metrics[.errandsDone] == 2)
        #expect(after.metrics[.bytesUp]! == 2e6 + inOutage.metrics[.bytesWasted]!)
    }

    @Test(
        "IO-032, IM-058: only a transfer reported to a background app delays the next one"
    )
    func relaunchDelay() {
        let app = OwnAppRuns.app(
            handOver(1000, on: .opened), handOver(1000, on: .left, name: "last"),
            declares: [.backgroundTransfer])
        // Opened at 1,000 s, left at 1,010 s.
        let run = OwnAppRuns.run(app, OwnAppRuns.front(for: 10), hours: 1030.0 / 3600)
        #expect(run.metrics[.bytesUp] == 2000)
    }

    // MARK: Jobs

    @Test("A job is stopped at the end of its time, even if the user opens and leaves the app")
    func job() {
        let app = JobRuns.app(JobRuns.job(tolerance: 300), do: [.work(Fixtures.seconds(3000))])
        // Run at 600 s, opened from 700 s to 750 s: the ten minutes of the job end at 1,200 s.
        let world = OwnAppRuns.front(from: 700, for: 50)
        let run = JobRuns.run(app, world, hours: 1210.0 / 3600)
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        let kept = JobRuns.app(
            JobRuns.job(tolerance: 300), do: [.work(Fixtures.seconds(3000))], kept: .location)
        let running = JobRuns.run(kept, hours: 1210.0 / 3600)
        #expect(OwnAppRuns.counts(running) == [1, 0, 1, 0])
    }
}
