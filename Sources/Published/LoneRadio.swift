import EventKernel
import ModelFixtures
import Profiles
import Quantities
import TestSupport

@testable import DeviceModel

/// A shipped radio without a phone.
enum LoneRadio {
    private static let library = ProfileLibrary(root: Repository.profiles)

    /// The books of a shipped radio that carries 200 B every `every` seconds, `count` times.
    static func books(
        _ name: String, every: Double = 1000, count: Int = 1, horizon: Double? = nil
    ) throws -> LedgerTable<Int64> {
        let transfers = (0..<count).map { number in
            (time: 1 + every * Double(number), up: Int64(200), down: Int64(0))
        }
        return try books(name, transfers, horizon: horizon ?? every * Double(count))
    }

    /// The books of a shipped radio.
    ///
    /// - Parameters:
    ///   - transfers: when, in seconds and ascending, and the bytes up and down of a round trip.
    ///   - horizon: in seconds.
    static func books(
        _ name: String, _ transfers: [(time: Double, up: Int64, down: Int64)], horizon: Double
    ) throws -> LedgerTable<Int64> {
        let planned = transfers.map { transfer in
            (
                Instant.start + TimeSpan(Seconds(transfer.time)),
                Transfer(
                    roundTrips: 1, uplink: transfer.up, downlink: transfer.down,
                    cause: Cause(activity: 2))
            )
        }
        return RadioAlone(
            try library.loadRadio(name).value, activities: ["keep-alive"], planned,
            horizon: Instant.start + TimeSpan(Seconds(horizon))
        ).table
    }

    /// The energy of such books.
    static func joules(
        _ name: String, _ transfers: [(time: Double, up: Int64, down: Int64)], horizon: Double
    ) throws -> Double {
        try books(name, transfers, horizon: horizon).totalEnergy.magnitude / 1000
    }
}
