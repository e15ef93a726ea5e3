/// The shorter arc of the great circle from one position to another.
///
/// With φ, λ for latitude and longitude, x the part of the end's unit vector along the start, and
/// (y, z) its parts north and east of it,
///
///     y = sin(φ₂ − φ₁) + 2 sin φ₁ cos φ₂ sin²(Δλ/2)
///     z = cos φ₂ sin Δλ
///     x = cos(φ₂ − φ₁) − 2 cos φ₁ cos φ₂ sin²(Δλ/2)
///     angle = atan2(√(y² + z²), x),  bearing = atan2(z, y)
///
/// This is Vincenty's formula (Survey Review 23, 1975) for a sphere, with differences of nearly
/// equal products written as half angles. Unlike the arc cosine it is exact to the last few digits
/// at millimetres, and unlike the haversine at antipodes.
public struct GreatCircle: Hashable, Sendable {
    public let start: Position
    /// Radians, 0 to π.
    let angle: Double
    private let sinLatitude: Double
    private let cosLatitude: Double
    /// Cosine and sine of the bearing at the start.
    let north: Double
    let east: Double

    /// The shorter arc; over the north pole between antipodes, northwards between equal positions.
    public init(from start: Position, to end: Position) {
        let (sin1, cos1) = PortableMath.sinCos(degrees: start.latitude.magnitude)
        let cos2 = PortableMath.sinCos(degrees: end.latitude.magnitude).cos
        let climb = end.latitude.magnitude - start.latitude.magnitude
        let turn = end.longitude.magnitude - start.longitude.magnitude
        let (sinClimb, cosClimb) = PortableMath.sinCos(degrees: climb)
        let half = PortableMath.sinCos(degrees: turn / 2).sin
        let y = sinClimb + 2 * sin1 * cos2 * half * half
        let z = cos2 * PortableMath.sinCos(degrees: turn).sin
        let x = cosClimb - 2 * cos1 * cos2 * half * half
        let sine = (y * y + z * z).squareRoot()
        self.start = start
        (sinLatitude, cosLatitude) = (sin1, cos1)
        angle = PortableMath.atan2(sine, x)
        (north, east) = sine > 0 ? (y / sine, z / sine) : (1, 0)
    }

    /// - `bearing`: clockwise from north.
    /// - `length`: at least zero; more than half a turn continues around the Earth.
    public init(from start: Position, bearing: Degrees, length: Meters) {
        (sinLatitude, cosLatitude) = PortableMath.sinCos(degrees: start.latitude.magnitude)
        let direction = PortableMath.sinCos(degrees: bearing.magnitude)
        self.start = start
        angle = length / Position.radius
        (north, east) = (direction.cos, direction.sin)
    }

    public var length: Meters { Position.radius * angle }

    /// 0 is the start, 1 the end.
    public func position(atFraction fraction: Double) -> Position {
        position(atAngle: angle * fraction)
    }

    private func position(atAngle angle: Double) -> Position {
        let (sin, cos) = PortableMath.sinCos(angle)
        // Unit vectors in the plane of the start's meridian: towards the axis, up, and east.
        let outward = cosLatitude * cos - sinLatitude * sin * north
        let upward = sinLatitude * cos + cosLatitude * sin * north
        let sideward = sin * east
        let flat = (outward * outward + sideward * sideward).squareRoot()
        let degree = 180 / Double.pi
        return Position(
            PortableMath.atan2(upward, flat) * degree,
            start.longitude.magnitude + PortableMath.atan2(sideward, outward) * degree)
    }
}

extension Position {
    /// Along the great circle's shorter arc.
    public func distance(to other: Position) -> Meters { GreatCircle(from: self, to: other).length }

    /// Along the great circle that begins at `bearing`.
    public func destination(bearing: Degrees, distance: Meters) -> Position {
        GreatCircle(from: self, bearing: bearing, length: distance).position(atFraction: 1)
    }
}
