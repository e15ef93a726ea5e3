import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of the order in which the radio carries transfers of apps.
@Suite struct TransferOrderTests {
    private static func transfer(_ serial: Int, goesFirst: Bool = false) -> Transfer {
        var transfer = Transfer(
            roundTrips: 0, uplink: 0, downlink: 125_000,
            cause: Cause(activity: 3, serial: serial), ticket: Ticket(index: Int32(serial)))
        transfer.goesFirst = goesFirst
        return transfer
    }

    /// Transfers of a second each, submitted in this order while the first is carried, or during
    /// its promotion.
    private static func order(_ goFirst: [Bool], carries: Bool) -> [Int] {
        var plan = LedgerPlan(activities: ["app"])
        let machine = RadioMachine(Fixtures.umts(), plan: &plan)
        var ledger = EnergyLedger(plan: plan, initial: [], record: nil)
        var radio = Radio(machine, delays: Fixtures.delays)
        radio.begin(ledger: &ledger)
        radio.submit(transfer(0), at: .start, ledger: &ledger)
        // Two seconds of promotion come first.
        let time = Instant.start + Fixtures.seconds(carries ? 2.5 : 1)
        for (index, goesFirst) in goFirst.enumerated() {
            radio.submit(transfer(index + 1, goesFirst: goesFirst), at: time, ledger: &ledger)
        }
        radio.advance(to: .start + Fixtures.seconds(60), ledger: &ledger)
        return radio.ends.map { $0.transfer.cause.serial }.map(Int.init)
    }

    @Test("Priority transfers overtake waiting ones, and keep their own order")
    func overtakes() {
        #expect(Self.order([false, true, false, true], carries: true) == [0, 2, 4, 1, 3])
        #expect(Self.order([true, true], carries: true) == [0, 1, 2])
        #expect(Self.order([false, false], carries: true) == [0, 1, 2])
    }

    @Test("A transfer that has not been on the air is overtaken, one that has is not")
    func boundary() {
        #expect(Self.order([true, false], carries: false) == [1, 0, 2])
        #expect(Self.order([true, false], carries: true) == [0, 1, 2])
    }

    @Test(
        "SR-009: transfers of the app in front overtake waiting ones, if the system says so")
    func front() {
        // Mails of 2 MB are requested in front, piece by piece, while other apps submit more than
        // the radio can carry.
        let delivered = [false, true].map { goesFirst in
            var system = RefreshTests.system(timers: true)
            system.lifeCycle.frontGoesFirst = goesFirst
            var world = RefreshTests.world(
                every: 1000, size: 2e6,
                sessions: Spells(
                    every: .constant(Seconds(3000)), duration: .constant(Seconds(590))))
            world.otherTraffic = [
                TrafficSource(
                    every: .constant(Seconds(2)), uplink: .constant(Bytes(100)),
                    downlink: .constant(Bytes(270_000)), roundTrips: 1)
            ]
            let poll = RefreshTests.options(
                .poll(every: Fixtures.seconds(86_400), tolerance: .zero))
            let run = RecordedRun(
                Fixtures.scenario(
                    system: system, hours: 1, world: world,
                    policies: [NamedPolicy(name: "mail", options: poll)]),
                policy: poll)
            return run.metrics[.messagesDelivered]
        }
        #expect(delivered == [0, 2])
    }

    @Test("Between two transfers a priority one comes before one that has begun")
    func atBoundary() {
        func order(after last: TimeSpan) -> [Int] {
            var plan = LedgerPlan(activities: ["app"])
            let machine = RadioMachine(Fixtures.umts(), plan: &plan)
            var ledger = EnergyLedger(plan: plan, initial: [], record: nil)
            var radio = Radio(machine, delays: Fixtures.delays)
            radio.begin(ledger: &ledger)
            for serial in 0...1 {
                radio.submit(Self.transfer(serial), at: .start, ledger: &ledger)
            }
            // Two seconds of promotion, and one on the air.
            radio.submit(
                Self.transfer(2, goesFirst: true), at: .start + Fixtures.seconds(3) + last,
                ledger: &ledger)
            radio.advance(to: .start + Fixtures.seconds(60), ledger: &ledger)
            return radio.ends.map { Int($0.transfer.cause.serial) }
        }
        #expect(order(after: .zero) == [0, 2, 1])
        #expect(order(after: TimeSpan(nanoseconds: 1)) == [0, 1, 2])
    }

    @Test("An app's waiting transfers have priority while it is in front, and not afterwards")
    func comesToFront() {
        var queue = TransferQueue()
        for serial in 0...4 {
            var transfer = Self.transfer(serial)
            transfer.ticket?.owner = Int16(serial % 2)
            queue.append(transfer)
        }
        queue.hasBegunFirst = true
        queue.putFirst(1)
        queue.append(Self.transfer(5, goesFirst: true))
        #expect(queue.roundTrips == 0 && queue.bytesLeft(afterCarrying: 0).downlink == 750_000)
        queue.putFirst(nil)
        queue.append(Self.transfer(6, goesFirst: true))
        var order: [Int] = []
        while !queue.isEmpty {
            order.append(Int(queue.first.cause.serial))
            queue.removeFirst()
        }
        #expect(order == [0, 6, 1, 3, 5, 2, 4])
    }

    @Test("SR-009: requests in front do not wait for each next piece of a background upload")
    func pieces() throws {
        let upload = OwnAppRuns.app(
            AppRule(
                name: "upload", on: .launched, OwnAppRuns.every(900, by: .timer),
                do: [.transfer(RuleRequest(roundTrips: 0, uplink: 20_000_000, timeout: nil))]),
            kept: .audio)
        let front = OwnAppRuns.app(
            AppRule(
                name: "front", on: .opened, do: Array(repeating: OwnAppRuns.request, count: 10)))
        var world = WorldProfile(
            apps: [AppWorldProfile(), AppWorldProfile(), AppWorldProfile()])
        world.apps[2].sessions = Spells(
            every: .constant(Seconds(950.3)), duration: .constant(Seconds(60)))
        let delays = try [false, true].map { goesFirst in
            var system = OwnAppRuns.system()
            system.lifeCycle.frontGoesFirst = goesFirst
            let run = OwnAppRuns.run(
                Fixtures.together([upload, front]), world, system: system, hours: 0.3)
            return try #require(run.result.errands[1].delays.meanSeconds)
        }
        // 10 · (0.15 + 0.16) s by themselves, after a piece of 65,536 B that is on the air.
        #expect(delays[1] >= 3.1 && delays[1] <= 3.1 + 0.53, "\(delays)")
        // Otherwise a piece comes between each two of them.
        #expect(delays[0] >= 3.1 + 9 * 0.52, "\(delays)")
    }
}
