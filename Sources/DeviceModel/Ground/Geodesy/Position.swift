import Kernel

/// A point on the Earth, taken as a sphere: geographic latitude and longitude.
///
/// Distances, bearings and points along a way are those of the great circle on a sphere of
/// ``Position/radius``. A geodesic of the WGS 84 ellipsoid differs by no more than 0.57 % (a short
/// one along the meridian at the equator; tests compare with published geodesics), which is far
/// below what is known of any radio cell or of a way's true length.
public struct Position: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Degrees
    /// Degrees east of Greenwich, −180 up to, not including, 180.
    public let longitude: Degrees

    /// The mean radius R₁ = (2a + b)/3 of the GRS 80 ellipsoid (Moritz, *Geodetic Reference System
    /// 1980*, J. Geodesy 74, 2000).
    public static let radius = Meters(6_371_008.7714)

    /// A point by its coordinates; a longitude of 180° is the same meridian as −180°.
    ///
    /// - Throws: ``PositionError`` unless the latitude is within ±90° and the longitude within
    ///   ±180°.
    public init(latitude: Degrees, longitude: Degrees) throws(PositionError) {
        guard abs(latitude.magnitude) <= 90 else { throw .latitude(latitude) }
        guard abs(longitude.magnitude) <= 180 else { throw .longitude(longitude) }
        self.init(latitude.magnitude, longitude.magnitude)
    }

    /// A point known to be one, whatever whole turns its longitude makes.
    init(_ latitude: Double, _ longitude: Double) {
        self.latitude = Degrees(min(max(latitude, -90), 90) + 0)
        let turned = longitude.remainder(dividingBy: 360)
        self.longitude = Degrees((turned == 180 ? -180 : turned) + 0)
    }

    /// Where the equator meets the meridian of Greenwich: the origin of movements without a map.
    public static let origin = Position(0, 0)
}

/// Why two numbers are not a point on the Earth.
public enum PositionError: Error, Hashable, Sendable {
    case latitude(Degrees)
    case longitude(Degrees)

    public var message: String {
        switch self {
        case .latitude(let found): "\(found) is no latitude"
        case .longitude(let found): "\(found) is no longitude"
        }
    }

    /// What is possible instead.
    public var advice: String {
        switch self {
        case .latitude: "A latitude is -90 to 90 degrees, north being positive."
        case .longitude: "A longitude is -180 to 180 degrees, east being positive."
        }
    }
}
