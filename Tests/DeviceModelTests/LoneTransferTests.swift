import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Tests of one transfer on a silent network, with every joule in closed form.
@Suite struct LoneTransferTests {
    /// Runs one transfer at 100 s on the radio alone, long enough for the tail to end.
    private func books(
        _ profile: RadioProfile, uplink: Int64 = 200, downlink: Int64 = 0, roundTrips: Int = 1
    ) -> LedgerTable<Int64> {
        let transfer = Transfer(
            roundTrips: roundTrips, uplink: uplink, downlink: downlink,
            cause: Cause(activity: LedgerPlan.firstPolicyActivity, serial: 1))
        return RadioAlone(
            profile, activities: ["keep-alive"],
            [(Instant(nanoseconds: 100_000_000_000), transfer)],
            horizon: Instant(nanoseconds: 1_000_000_000_000)
        ).table
    }

    private func joules(
        _ table: LedgerTable<Int64>, _ state: String, _ kind: EnergyKind
    ) -> Double {
        table.energy { $0.state == state && $0.kind == kind }.magnitude / 1000
    }

    private func expectClose(
        _ found: Double, _ expected: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            abs(found - expected) <= 1e-9 * abs(expected), "\(found) is not \(expected)",
            sourceLocation: sourceLocation)
    }

    @Test("umts-att-2010: 2 s x 0.53 W + 5 s x 0.7 W + 12 s x 0.35 W")
    func umtsKeepAlive() {
        let table = books(Fixtures.umts())
        expectClose(joules(table, "IDLE", .promotion), 2 * 0.53)
        expectClose(joules(table, "CELL_DCH", .tail), 5 * 0.7)
        expectClose(joules(table, "CELL_FACH", .tail), 12 * 0.35)
        // One round trip of 150 ms, and 200 B at 1 Mbit/s.
        expectClose(joules(table, "CELL_DCH", .transfer), (0.15 + 200 * 8 / 1e6) * 0.7)
        expectClose(joules(table, "IDLE", .baseline) + 1, 1)
    }

    @Test("lte-huang-2012: 11.367 J of promotion and tail, cycles averaged over their residence")
    func lteKeepAlive() {
        let table = books(Fixtures.lte())
        expectClose(joules(table, "RRC_IDLE", .promotion), 0.26 * 1.21)
        expectClose(joules(table, "CONTINUOUS_RECEPTION", .tail), 0.1 * 1.2)
        expectClose(joules(table, "SHORT_DRX", .tail), 0.002 * 1.68 + 0.018 * 1.06)
        expectClose(joules(table, "LONG_DRX", .tail), 250 * (0.002 * 1.68 + 0.038 * 1.06))
        let wake =
            joules(table, "RRC_IDLE", .promotion)
            + ["CONTINUOUS_RECEPTION", "SHORT_DRX", "LONG_DRX"].reduce(0) {
                $0 + joules(table, $1, .tail)
            }
        // 0.3146 + 0.12 + 0.02244 + 10.91 J; the published figure is rounded to millijoules.
        expectClose(wake, 11.36704)
        // Base power for the time on the air, in whole nanoseconds, and the bits at 438.39 mW per
        // Mbit/s.
        let time = ((0.07 + 200 * 8 / 6e6) * 1e9).rounded() / 1e9
        expectClose(
            joules(table, "CONTINUOUS_RECEPTION", .transfer),
            1.2 * time + 438.39e-3 * 200 * 8 / 1e6)
    }

    @Test("The tail and the promotion are booked to the activity that caused them")
    func attribution() {
        for row in books(Fixtures.umts()).causeRows() {
            let expected = row.kind == .baseline ? "nobody" : "keep-alive"
            #expect(row.activity == expected, "\(row)")
        }
    }
}
