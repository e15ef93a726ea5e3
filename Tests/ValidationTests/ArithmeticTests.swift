import Foundation
import Kernel
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Lab

/// Checks of arithmetic, not validation: published powers, times and currents are inputs of the
/// shipped profiles, and the results multiply them. They show that a profile is read as written and
/// that the program computes what it claims. They show nothing about phones and networks beyond
/// their inputs.
///
/// Expected values and tolerances were fixed before the runs.
@Suite struct ArithmeticTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles)

    private func joules(_ table: LedgerTable<Int64>, _ kinds: EnergyKind...) -> Double {
        table.energy { kinds.contains($0.kind) }.magnitude / 1000
    }

    /// The ledger's rows for a lone keep-alive on a shipped profile, in joules, without the
    /// transfer's own time.
    private static let rows: [(radio: String, rows: [(String, EnergyKind, Double)])] = [
        (
            "umts-att-2010",
            [
                ("IDLE", .promotion, 2 * 0.53), ("CELL_DCH", .tail, 5 * 0.7),
                ("CELL_FACH", .tail, 12 * 0.35),
            ]
        ),
        (
            "umts-att-i997",
            [
                ("IDLE", .promotion, 2 * 0.65), ("CELL_DCH", .tail, 4 * 1.3),
                ("CELL_FACH", .tail, 10 * 0.3),
            ]
        ),
        (
            "lte-huang-2012",
            [
                ("RRC_IDLE", .promotion, 0.26 * 1.21),
                ("CONTINUOUS_RECEPTION", .tail, 0.1 * 1.2),
                ("SHORT_DRX", .tail, 0.002 * 1.68 + 0.018 * 1.06),
                ("LONG_DRX", .tail, 250 * (0.002 * 1.68 + 0.038 * 1.06)),
            ]
        ),
    ]

    @Test(
        "Arithmetic: a lone keep-alive on the shipped profiles, row by row to 1e-9",
        arguments: rows.indices)
    func closedForm(index: Int) throws {
        let expected = Self.rows[index]
        let profile = try Self.library.loadRadio(expected.radio).value
        let table = LoneRadio(profile: profile)
            .books(LoneRadio.pings(every: 1000, count: 1), horizon: 1000)
        for (state, kind, joules) in expected.rows {
            let found = self.joules(table) { $0.state == state && $0.kind == kind }
            #expect(abs(found - joules) <= 1e-9 * joules, "\(state) \(kind): \(found) J")
        }
        // The transfer: one round trip and 200 B at the carrying state's rate and power.
        let carrying = try #require(profile.states.last { $0.carriesData })
        let rate = try #require(carrying.uplink)
        let seconds =
            ((profile.roundTrip! + Bytes(200) / rate).magnitude * 1e9).rounded() / 1e9
        guard case .constant(let power) = carrying.draw else {
            Issue.record("\(carrying.name) draws by turns")
            return
        }
        let slope = profile.transferPower?.uplink.magnitude ?? 0
        let transfer = power.magnitude * seconds + slope * 200 * 8 / 1e6
        let found = joules(table, .transfer) * 1000
        #expect(abs(found - transfer) <= 1e-9 * transfer, "transfer: \(found) mJ")
    }

    private func joules(
        _ table: LedgerTable<Int64>, where include: (LedgerLine) -> Bool
    ) -> Double {
        table.energy(where: include).magnitude / 1000
    }

    @Test(
        "Arithmetic: a day of keep-alives alone, 6.7 % of the battery at 10 minutes, 2.3 % at 29",
        arguments: [("keep-alive-10", 6.7), ("keep-alive-29", 2.3)])
    func dayOfKeepAlives(policy: String, percent: Double) throws {
        let scenario = try Self.library.loadScenario("keep-alive-alone").scenario
        let options = try #require(scenario.policies.first { $0.name == policy }).options
        let run = scenario.run(options)
        let radio = try #require(run.metrics[.radioEnergy])
        let share = 100 * radio * 1000 / scenario.device.battery.energy.magnitude
        #expect((share * 10).rounded() / 10 == percent, "\(share) %")
    }
}
