import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct SendingPolicyTests {
    private func batch(_ deadline: Double) -> PolicyOptions {
        Fixtures.batch(Fixtures.seconds(deadline), Self.nothing, kept: .audio)
    }

    private static let nothing = TransferShape(
        roundTrips: 0, uplink: Bytes(0), downlink: Bytes(0))

    private func now(kept: KeptRunning = .audio) -> PolicyOptions {
        Fixtures.sendNow(Self.nothing, kept: kept)
    }

    /// An item of 1,000 B every `every` seconds, and other traffic every `others`.
    private func world(every: Double, others: Double? = nil) -> WorldProfile {
        WorldProfile(
            otherTraffic: others.map {
                [
                    TrafficSource(
                        every: .constant(Seconds($0)), uplink: .constant(Bytes(100)),
                        downlink: .constant(Bytes(100)), roundTrips: 1)
                ]
            } ?? [],
            apps: [
                AppWorldProfile(
                    outbox: AppWorldProfile.Items(
                        every: .constant(Seconds(every)), size: .constant(Bytes(1000))))
            ])
    }

    private func run(
        _ options: PolicyOptions, _ world: WorldProfile, system: SystemRules = Fixtures.system(),
        hours: Double = 1
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                system: system, hours: hours, world: world,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
    }

    /// The energy of one use of the radio alone: its promotion and its tail.
    private let joulesEach = 2 * 0.53 + 5 * 0.7 + 12 * 0.35

    @Test("Alone in the world, each flush costs one promotion, its bytes and a whole tail")
    func closedForm() throws {
        // An item a minute; a flush every ten, without the one at the horizon. The item that comes
        // with the flush may be in it or in the next.
        let result = run(
            Fixtures.flushEvery(Fixtures.seconds(600), Self.nothing, kept: .audio), world(every: 59)
        )
        #expect(result.metrics[.promotions] == 5)
        let items = try #require(result.metrics[.itemsSent])
        #expect(items == Double(3000 / 59))
        let expected = 5 * joulesEach + items * 8000 / 1e6 * 0.7
        #expect(abs(result.metrics[.radioEnergy]! - expected) < 1e-9 * expected)
    }

    @Test("Sent at once, there is a promotion for each item further apart than the tail")
    func atOnce() {
        let result = run(now(), world(every: 60))
        #expect(result.metrics[.itemsSent] == 59)
        #expect(result.metrics[.promotions] == 59)
        // Two seconds of promotion and 8,000 bits at 1 Mbit/s.
        #expect(abs(result.metrics[.itemDelay]! - 2.008) < 1e-9)
    }

    @Test("A batch goes with other traffic, and costs no promotion of its own")
    func withOthers() {
        let world = world(every: 60, others: 250)
        let batched = run(batch(600), world)
        let none = run(.none, world)
        #expect(batched.metrics[.promotions] == none.metrics[.promotions])
        #expect(batched.metrics[.itemsSent] == 58)
    }

    @Test("A batch that meets no other traffic goes at the deadline of its first item")
    func deadline() {
        let result = run(batch(600), world(every: 100))
        let transfers = result.timeline.filter {
            result.table.plan.lines[$0.line].kind == .promotion
        }
        // First at 100 s and due at 700 s, with the item of that very time or without it.
        #expect(transfers.first?.from == .start + Fixtures.seconds(700))
        #expect(result.metrics[.itemDelay]! < 603)
    }

    @Test("TailEnder sends an item at once within its share of the tail after a deadline")
    func tailEnder() {
        let tailEnder = PolicyOptions.tailEnder(
            TailEnderOptions(
                deadline: Fixtures.seconds(100), tail: Fixtures.seconds(17),
                share: Fraction(0.62), request: Self.nothing, kept: .audio))
        // Items at 55, 110, 165, ...: due at 155 with two; 165 is 10 s later, within 10.54 s.
        let result = run(tailEnder, world(every: 55), hours: 200.0 / 3600)
        #expect(result.metrics[.itemsSent] == 3)
        // The last item needs a second promotion from CELL_FACH, where the radio is after the first
        // two.
        #expect(result.metrics[.promotions] == 2)
    }

    @Test("SR-001: an app that nothing keeps running sends only while it is in front")
    func inFrontOnly() {
        var world = world(every: 60)
        world.apps[0].sessions = Spells(
            every: .constant(Seconds(1000)), duration: .constant(Seconds(100)))
        let result = run(now(kept: .nothing), world)
        let sent = result.timeline.filter {
            result.table.plan.lines[$0.line].kind == .promotion
        }
        for interval in sent {
            // In front from 1,000 to 1,100 s, from 2,100 to 2,200 s and from 3,200 to 3,300 s.
            let place = (interval.from.seconds.magnitude - 1000).truncatingRemainder(
                dividingBy: 1100)
            #expect(0...100 ~= place, "\(interval.from.seconds)")
        }
        #expect(result.metrics[.itemsSent] == 54)
    }

    @Test("A force quit stops even an app that a mode keeps running, until the user opens it")
    func forcedQuit() {
        var world = world(every: 60)
        world.apps[0].forceQuits = .constant(Seconds(1801))
        // The item of 1,800 s is on the air then.
        #expect(run(now(), world).metrics[.itemsSent] == 29)
    }

    @Test("A mode that does not keep the app running, and an app that never runs, are refused")
    func faults() {
        var system = Fixtures.system()
        system.audio.keepsRunning = false
        func fault(_ options: PolicyOptions, _ world: WorldProfile) -> Refusal? {
            do throws(Refusal) {
                try options.check(
                    system: system, device: Fixtures.device(), radio: Fixtures.umts(),
                    world: world)
                return nil
            } catch {
                return error
            }
        }
        let asleep = fault(now(), world(every: 60))
        #expect(asleep?.message.contains("in spite of audio") ?? false)
        #expect(
            fault(now(kept: .nothing), world(every: 60))
                == .neverRuns(on: system))
        #expect(
            fault(now(kept: .location), WorldProfile()) == .nothingToSend)
        system.timers.wakesSuspended = true
        #expect(
            fault(now(kept: .nothing), world(every: 60)) == .neverRuns(on: system))
        #expect(fault(now(kept: .location), world(every: 60)) == nil)
    }
}
