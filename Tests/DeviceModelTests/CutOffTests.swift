import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of transfers that an app cancels before or while the radio carries them.
@Suite struct CutOffTests {
    private static func transfer(_ serial: Int, kind: UInt8 = 0) -> Transfer {
        Transfer(
            roundTrips: 0, uplink: 0, downlink: 125_000,
            cause: Cause(activity: 3, serial: serial),
            ticket: Ticket(kind: kind, index: Int32(serial)))
    }

    /// A minute of the radio. Transfers of `kinds` are submitted at the start, each a second on the
    /// air after two seconds of promotion, and kind 1 is cut off.
    private static func run(
        _ kinds: [UInt8], cutOffAt seconds: Double
    ) -> (ends: [(serial: Int, at: Double)], energy: Double, bytes: Double) {
        var plan = LedgerPlan(activities: ["app"])
        let machine = RadioMachine(Fixtures.umts(), plan: &plan)
        var ledger = EnergyLedger(plan: plan, initial: [], record: nil)
        var radio = Radio(machine, delays: Fixtures.delays)
        radio.begin(ledger: &ledger)
        for (index, kind) in kinds.enumerated() {
            radio.submit(transfer(index, kind: kind), at: .start, ledger: &ledger)
        }
        let time = Instant.start + Fixtures.seconds(seconds)
        radio.advance(to: time, ledger: &ledger)
        let left = radio.cutOff(TransferKind(owner: 0, part: 0, step: 1), at: time, ledger: &ledger)
        let horizon = Instant.start + Fixtures.seconds(60)
        radio.finish(at: horizon, ledger: &ledger)
        let table = ledger.finish(at: horizon)
        var bytes: Int64 = 0
        table.forEachCell { _, _, cell in bytes += cell.downlinkBytes }
        let ends = radio.ends.map {
            (Int($0.transfer.cause.serial), ($0.time - .start).seconds.magnitude)
        }
        let all = 125_000 * Int64(kinds.count)
        #expect(bytes + left == all)
        return (ends, table.totalEnergy.magnitude, Double(bytes))
    }

    @Test("A cut-off transfer leaves the air; its carried bytes count, and the tail follows")
    func onTheAir() {
        let (ends, energy, bytes) = Self.run([1], cutOffAt: 2.25)
        #expect(ends.map(\.serial) == [0] && ends.map(\.at) == [2.25])
        #expect(bytes == 125_000 / 4)
        // As much as a transfer of a quarter of the bytes.
        #expect(energy < Self.run([0], cutOffAt: 30).energy)
    }

    @Test("The next transfer starts at once, and waiting ones of the kind are dropped")
    func waiting() {
        let (ends, _, bytes) = Self.run([1, 0, 1, 0], cutOffAt: 2.5)
        #expect(ends.map(\.serial) == [2, 0, 1, 3])
        #expect(ends.map(\.at) == [2.5, 2.5, 3.5, 4.5])
        let carried: Double = 2.5 * 125_000
        #expect(bytes == carried)
    }

    @Test("A promotion that no transfer needs any more ends, and its state's tail follows")
    func promotion() {
        let cut = Self.run([1], cutOffAt: 1)
        #expect(cut.ends.map(\.at) == [1] && cut.bytes == 0)
        // A second of data less than the whole.
        let whole = Self.run([0], cutOffAt: 1)
        #expect(cut.energy < whole.energy && cut.energy > 0.5 * whole.energy)
    }

    @Test("Cutting off a kind that is not there changes nothing", arguments: [1.0, 2.5, 10])
    func nothing(seconds: Double) {
        let (cut, whole) = (Self.run([0, 0], cutOffAt: seconds), Self.run([0, 0], cutOffAt: 59))
        #expect(cut.energy == whole.energy && cut.bytes == whole.bytes)
        #expect(cut.ends.map(\.at) == whole.ends.map(\.at))
    }
}
