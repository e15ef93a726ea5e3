import DeviceModel
import Kernel

/// A radio without a phone, and what it draws for transfers.
struct LoneRadio {
    let profile: RadioProfile

    /// When, in seconds, and the bytes up and down of a round trip.
    typealias Sent = (time: Double, up: Int64, down: Int64)

    /// So many round trips of 200 B up, one every so many seconds.
    static func pings(every interval: Double, count: Int) -> [Sent] {
        (0..<count).map { (1 + interval * Double($0), 200, 0) }
    }

    /// What is booked until a horizon, in seconds; transfers are in the order of time.
    func books(_ sent: [Sent], horizon: Double) -> LedgerTable<Int64> {
        let transfers = sent.map { one in
            (
                Instant.start + TimeSpan(Seconds(one.time)),
                Transfer(
                    roundTrips: 1, uplink: one.up, downlink: one.down, cause: Cause(activity: 2))
            )
        }
        return RadioAlone(
            profile, activities: ["keep-alive"], transfers,
            horizon: Instant.start + TimeSpan(Seconds(horizon))
        ).table
    }

    /// What is drawn until a horizon, in joules.
    func joules(_ sent: [Sent], horizon: Double) -> Double {
        books(sent, horizon: horizon).totalEnergy.magnitude / 1000
    }
}
