import EventKernel
import Quantities

/// Positions as the phone's parts find them: the truth, and an error that is a function of time or
/// place, so that every policy that asks at one time is told the same.
extension World {
    private enum Purpose {
        static let receiver: UInt64 = 11
        static let accessPoints: UInt64 = 12
        static let coverage: UInt64 = 13
        static let tower: UInt64 = 14
    }

    /// Access points are the same, and known or not, in a square of so many metres.
    private static let neighbourhood = 100.0

    /// What a receiver that has its satellites says at `time`.
    ///
    /// Its own error and that of the surroundings are independent bivariate normals: their
    /// variances add up.
    func satelliteFix(at time: Instant, _ receiver: GNSSProfile) -> Fix {
        let added = sky?.addedError(at: time).magnitude ?? 0
        let own = receiver.error.magnitude
        let error = Meters((own * own + added * added).squareRoot())
        let draw = places.normal(
            at: time, step: sky?.profile.errorTime ?? Sky.usualErrorTime, Purpose.receiver)
        return Fix(
            time: time, point: point(at: time, off: draw, by: error.rayleighSigma), source: .gnss,
            accuracy: error)
    }

    /// What the access points around say at `time`; `nil` where nobody knows them.
    func wifiFix(at time: Instant, _ scan: WiFiScanProfile) -> Fix? {
        let truth = itinerary.point(at: time)
        let known = places.uniform(at: truth, side: Self.neighbourhood, Purpose.coverage)
        guard known < profile.wifiCoverage.magnitude else { return nil }
        let square = PlaceHash.square(truth, Self.neighbourhood)
        let draw = places.normal(square, Purpose.accessPoints)
        return Fix(
            time: time, point: point(at: time, off: draw, by: scan.error.rayleighSigma),
            source: .wifi, accuracy: scan.error)
    }

    /// The serving cell's position at `time`, which is now: that of its tower. `nil` where the
    /// world has no cells.
    ///
    /// A cell without a map gets its tower anywhere within its radius around where the phone
    /// came into it. Half of a disc lies within its radius over √2.
    func cellFix(at time: Instant) -> Fix? {
        guard let cell = servingCell else { return nil }
        let since = lastCellChange?.time ?? .start
        let tower =
            cell.tower
            ?? point(
                at: since, off: places.disc(Int64(cell.number), Purpose.tower),
                by: cell.radius.magnitude)
        return Fix(
            time: time, point: tower, source: .cell, accuracy: cell.radius * 0.5.squareRoot())
    }

    private func point(at time: Instant, off draw: MapPoint, by scale: Double) -> MapPoint {
        let truth = itinerary.point(at: time)
        return MapPoint(
            east: truth.east + scale * draw.east, north: truth.north + scale * draw.north)
    }
}

extension Meters {
    /// The standard deviation in each direction of a bivariate normal whose distance from its
    /// middle has this median: Rayleigh's is σ √(2 ln 2).
    var rayleighSigma: Double { magnitude / (2 * PortableMath.log(2)).squareRoot() }
}
