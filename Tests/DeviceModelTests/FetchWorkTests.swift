import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of the computing for an answer, which is part of its step.
@Suite struct FetchWorkTests {
    enum Mode: CaseIterable, Sendable { case fetch, push }

    private static func app(_ mode: Mode, _ steps: [RuleStep]) -> PolicyOptions {
        let trigger: RuleTrigger =
            mode == .push
            ? .message(RefreshTests.push) : OwnAppRuns.every(1, by: .refresh)
        return OwnAppRuns.app(
            AppRule(name: "r", on: trigger, do: steps),
            declares: mode == .push ? [.remoteNotification] : [.backgroundFetch])
    }

    private static func asking(_ work: Double) -> RuleStep {
        .fetch(RuleRequest(roundTrips: 1, timeout: nil, work: Fixtures.seconds(work)))
    }

    private static func run(_ mode: Mode, _ steps: [RuleStep], busy: Double? = nil) -> RecordedRun {
        var device = Fixtures.device()
        device.processor.busyBackground = busy.map { Milliwatts($0) }
        var system = OwnAppRuns.system()
        system.backgroundWork = nil
        return OwnAppRuns.run(
            app(mode, steps), OwnAppRuns.messages(every: 1500), system: system, hours: 12,
            device: device)
    }

    private static func timeAwake(_ run: RecordedRun) -> Double {
        run.timeline.reduce(0) { sum, posting in
            let line = run.table.plan.lines[posting.line]
            guard line.component == .processor, line.state == "awake-background" else {
                return sum
            }
            return sum + (posting.until - posting.from).seconds.magnitude
        }
    }

    @Test(
        "IO-018, IO-019: work beyond the run time ends the app, and its answer is not delivered",
        arguments: Mode.allCases, [false, true])
    func limit(_ mode: Mode, isTask: Bool) throws {
        let step = Self.asking(600)
        let run = Self.run(mode, isTask ? [.asTask([step])] : [step])
        let begun = try #require(run.metrics[.errandsBegun])
        #expect(begun >= 4)
        #expect(run.metrics[.messagesDelivered] == 0)
        #expect(run.metrics[.errandsDone] == 0)
        #expect(run.metrics[.errandsCutOff] == begun)
        #expect(run.metrics[.appEndings] == begun)
        // 1.5 s of each launch; a push is also awake for its own transfer.
        #expect(Self.timeAwake(run) <= begun * (30 + 1.5 + (mode == .push ? 3 : 0)))
        #expect(run.metrics[.bytesWasted]! > 0)
    }

    @Test("SR-045: the system fetches ever more rarely for an app that overruns")
    func learned() throws {
        let quick = Self.run(.fetch, [Self.asking(1)])
        let slow = Self.run(.fetch, [Self.asking(600)])
        #expect(quick.metrics[.errandsDone] == quick.metrics[.errandsBegun])
        let (many, few) = (quick.metrics[.errandsBegun]!, slow.metrics[.errandsBegun]!)
        #expect(many > 2 * few, "\(many) and \(few)")
    }

    @Test("Work for an answer draws what a step of work draws", arguments: Mode.allCases)
    func power(_ mode: Mode) throws {
        func extra(_ steps: [RuleStep]) throws -> Double {
            let (calm, busy) = (Self.run(mode, steps), Self.run(mode, steps, busy: 235))
            let begun = try #require(calm.metrics[.errandsBegun])
            return (busy.metrics[.energy]! - calm.metrics[.energy]!) / begun
        }
        // 135 mW in addition to the 100 mW of an awake processor, for 7 s.
        let apart = try extra([Self.asking(0), .work(Fixtures.seconds(7))])
        let beside = try extra([Self.asking(7)])
        #expect(abs(apart - 0.135 * 7) < 1e-9)
        #expect(abs(beside - 0.135 * 7) < 1e-9, "\(beside)")
    }

    @Test("A step ends when both its answer and its work are done")
    func later() throws {
        func delay(_ work: Double) throws -> Double {
            try #require(Self.run(.fetch, [Self.asking(work)]).metrics[.messageDelay])
        }
        // A promotion, a round trip and the bytes take about two seconds.
        let none = try delay(0)
        #expect(try delay(0.5) == none)
        #expect(try delay(20) > none + 15)
    }

    @Test("An app that the user ends during its work keeps only what it has computed")
    func killed() {
        var world = OwnAppRuns.front(from: 1000, for: 20)
        world.apps[0].forceQuits = .constant(Seconds(1010))
        let rule = AppRule(
            name: "r", on: .opened,
            do: [.request(RuleRequest(roundTrips: 0, uplink: 1, work: Fixtures.seconds(300)))])
        let run = OwnAppRuns.run(OwnAppRuns.app(rule), world, hours: 0.4)
        #expect(OwnAppRuns.counts(run) == [1, 0, 1, 0])
        #expect(abs(Self.timeAwake(run) - 10) < 0.01, "\(Self.timeAwake(run))")
    }

    @Test("Paused work costs nothing: a wake-up stops and resumes one piece of work")
    func standing() {
        var system = OwnAppRuns.system()
        system.backgroundWork = nil
        system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        // Ten seconds of run time every 16 s, with 30 s more to compute.
        let rule = AppRule(
            name: "hear",
            on: .accessory(RuleAccessory(link: .central, every: Fixtures.seconds(16))),
            do: [.work(Fixtures.seconds(30))], isParallel: true)
        let runs = [4.0, 16].map {
            OwnAppRuns.run(
                OwnAppRuns.app(rule, declares: [.bluetoothCentral]), system: system, hours: $0)
        }
        for (run, hours) in zip(runs, [4.0, 16]) {
            let heard = hours * 225 - 1
            #expect(OwnAppRuns.counts(run) == [heard, (heard / 3).rounded(.down), 0, 0])
            #expect(abs(Self.timeAwake(run) - heard * 10) < 2 * heard)
        }
        #expect(runs[1].result.eventCount < 4 * runs[0].result.eventCount + 50)
    }
}
