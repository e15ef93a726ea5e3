import Kernel

/// A place on a flat map, by its distances east and north of the map's origin.
public struct MapPoint: BitwiseCopyable, Hashable, Sendable {
    /// Metres east of the origin.
    public var east: Double
    /// Metres north of the origin.
    public var north: Double

    public init(east: Double, north: Double) { (self.east, self.north) = (east, north) }

    /// The straight distance on the map.
    public func distance(to other: MapPoint) -> Meters {
        let (dx, dy) = (east - other.east, north - other.north)
        return Meters((dx * dx + dy * dy).squareRoot())
    }
}

/// A flat map of the Earth around one position: the azimuthal equidistant projection.
///
/// Distances and bearings from the origin are exact. A distance across the direction to the origin
/// is printed too long by (d/R)²/6: 4 parts in 100 000 at d = 100 km, 1 % at 1 500 km. Towers
/// stand on such a map, and a local offset is a point of it.
public struct LocalMap: Hashable, Sendable {
    public let origin: Position

    /// Where `position` lies on the map.
    public func point(of position: Position) -> MapPoint {
        let arc = GreatCircle(from: origin, to: position)
        let length = arc.length.magnitude
        return MapPoint(east: length * arc.east, north: length * arc.north)
    }

    /// The position that lies at `point`.
    public func position(of point: MapPoint) -> Position {
        let length = (point.east * point.east + point.north * point.north).squareRoot()
        let bearing = PortableMath.atan2(point.east, point.north) * (180 / .pi)
        return origin.destination(bearing: Degrees(bearing), distance: Meters(length))
    }
}
