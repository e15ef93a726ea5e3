/// A point on a spherical Earth, by latitude and longitude.
///
/// Distances and bearings are those of great circles on a sphere of ``Position/radius``. A geodesic
/// of the WGS 84 ellipsoid differs by at most 0.57 % (tests compare with published geodesics), far
/// less than the uncertainty of a radio cell or a route.
public struct Position: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Degrees
    /// Degrees east of Greenwich, at least −180 and below 180.
    public let longitude: Degrees

    /// The mean radius R₁ = (2a + b)/3 of the GRS 80 ellipsoid (Moritz, *Geodetic Reference System
    /// 1980*, J. Geodesy 74, 2000).
    public static let radius = Meters(6_371_008.7714)

    /// A longitude of 180° becomes −180°.
    ///
    /// - Throws: `FormFault` outside ±90° of latitude or ±180° of longitude.
    public init(latitude: Degrees, longitude: Degrees) throws(FormFault) {
        guard abs(latitude.magnitude) <= 90 else {
            throw FormFault(
                option: nil, message: "\(latitude) is not a latitude",
                advice: "Write a latitude from -90 to 90 degrees; north is positive.")
        }
        guard abs(longitude.magnitude) <= 180 else {
            throw FormFault(
                option: nil, message: "\(longitude) is not a longitude",
                advice: "Write a longitude from -180 to 180 degrees; east is positive.")
        }
        self.init(latitude.magnitude, longitude.magnitude)
    }

    /// Clamps the latitude and normalizes the longitude.
    init(_ latitude: Double, _ longitude: Double) {
        self.latitude = Degrees(min(max(latitude, -90), 90) + 0)
        let turned = longitude.remainder(dividingBy: 360)
        self.longitude = Degrees((turned == 180 ? -180 : turned) + 0)
    }

    /// The origin of movements without a map.
    public static let origin = Position(0, 0)

    /// The default home.
    static let munich = Position(48.137, 11.575)

    /// A place where a phone stays.
    public static let still = Form<Position>(munich, "A place.").optional(.home(\.self))
}

/// A place on a flat map.
public struct MapPoint: BitwiseCopyable, Hashable, Sendable {
    /// Metres east of the origin.
    public var east: Double
    /// Metres north of the origin.
    public var north: Double

    public init(east: Double, north: Double) { (self.east, self.north) = (east, north) }

    public func distance(to other: MapPoint) -> Meters {
        let (dx, dy) = (east - other.east, north - other.north)
        return Meters((dx * dx + dy * dy).squareRoot())
    }
}

/// A flat map around one position, in the azimuthal equidistant projection.
///
/// Distances and bearings from the origin are exact. Distances across the direction to the origin
/// are too long by (d/R)²/6: 4 parts in 100,000 at d = 100 km, 1 % at 1,500 km.
public struct LocalMap: Hashable, Sendable {
    public let origin: Position

    public func point(of position: Position) -> MapPoint {
        let arc = GreatCircle(from: origin, to: position)
        let length = arc.length.magnitude
        return MapPoint(east: length * arc.east, north: length * arc.north)
    }

    public func position(of point: MapPoint) -> Position {
        let length = (point.east * point.east + point.north * point.north).squareRoot()
        let bearing = PortableMath.atan2(point.east, point.north) * (180 / .pi)
        return origin.destination(bearing: Degrees(bearing), distance: Meters(length))
    }
}

extension Field {
    /// Written as `[48.137 °, 11.575 °]`, north and east.
    static func position(
        _ key: String, _ path: Path<Position>, _ about: String,
        without: String? = nil
    ) -> Field {
        Field(
            key, about, without: without,
            content: { _ in .defined("position") },
            read: { reader, owner in
                guard let (north, east) = reader.givenAngles(key) else { return }
                do throws(FormFault) {
                    owner[keyPath: path] = try Position(latitude: north, longitude: east)
                } catch {
                    reader.refuse(
                        FormFault(option: key, message: error.message, advice: error.advice))
                }
            })
    }

    /// Where an itinerary begins; optional in a file.
    static func home(_ path: Path<Position>) -> Field {
        .position(
            "home", path, "Position of the start; only the map depends on it.", without: "Munich")
    }
}
