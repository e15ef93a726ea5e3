import Foundation
import Kernel
import ModelFixtures
import Profiles
import TestSupport
import Testing

@testable import DeviceModel

/// Compares the shipped cells with figures of networks. The layout's time to trigger was chosen for
/// the handoffs of `lte-urban`, so that test checks a calibration and is not validation.
struct HandoffTests {
    private static let library = ProfileLibrary(
        root: Repository.profiles)

    /// Handoffs per kilometre over a hundred straight drives of 10 km in 10 minutes.
    private func perKilometer(_ cells: String) throws -> Double {
        let layout = try Self.library.loadCells(cells).value
        var count = 0
        for replication in 0..<100 {
            let way = Places.drive(
                bearing: 3.6 * Double(replication), kilometers: 10, seconds: 600)
            var tracker = CellTracker(
                layout, along: way, from: RandomSource(seed: 1, replication: UInt64(replication)))
            while tracker.next() != nil { count += 1 }
        }
        return Double(count) / 1000
    }

    /// About 30 on a drive of 10 km and 10 minutes is cited for the US of 2021, and the layout's
    /// time to trigger is chosen for it. Tolerance 10 %.
    @Test("The shipped lte-urban has about three handoffs a kilometre")
    func urban() throws {
        let rate = try perKilometer("lte-urban")
        #expect(abs(rate - 3) < 0.3, "\(rate) /km")
    }

    @Test("The larger the cells, the fewer the handoffs")
    func order() throws {
        let rates = try ["lte-urban", "umts-urban", "lte-rural"].map { try perKilometer($0) }
        #expect(rates[0] > rates[1] && rates[1] > 1 && rates[2] > 0.5, "\(rates)")
    }
}
