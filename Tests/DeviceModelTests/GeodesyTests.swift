import Kernel
import Testing

@testable import DeviceModel

extension GreatCircle {
    /// The direction at the start, clockwise from north; at least 0° and below 360°.
    fileprivate var bearing: Degrees {
        let angle = PortableMath.atan2(east, north) * (180 / .pi)
        return Degrees(angle < 0 ? angle + 360 : angle)
    }
}

struct GeodesyTests {
    private static let radius = Position.radius.magnitude
    private static let degree = radius * .pi / 180

    @Test(
        "Arcs have the lengths that symmetry implies",
        arguments: [
            (0, 0, 0, 1, 1), (0, 0, 1, 0, 1), (0, 179.5, 0, -179.5, 1), (0, -10, 0, 170, 180),
            (90, 0, -90, 77, 180), (90, 12, 89, -100, 1), (89, 0, 89, 180, 2),
            (45, 30, -45, -150, 180),
            (-89.75, 90, -89.75, -90, 0.5), (0, 0, 0, 90, 90), (0, 0, 45, 90, 90),
            (60, 20, 60, 20, 0),
        ] as [(Double, Double, Double, Double, Double)])
    func symmetry(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double, _ arc: Double) {
        let (a, b) = (Position(lat1, lon1), Position(lat2, lon2))
        #expect(abs(a.distance(to: b).magnitude - arc * Self.degree) < 1e-8)
        #expect(a.distance(to: b) == b.distance(to: a))
    }

    /// Geodesics of the WGS 84 ellipsoid, whose axes equal those of GRS 80 to 0.1 mm. The last
    /// number is the sphere's relative error.
    @Test(
        "A sphere is within 0.57 % of published geodesics of the ellipsoid",
        arguments: [
            // Karney, GeographicLib's GeodSolve manual: JFK to LHR.
            ("JFK - LHR", 40.64, -73.779, 51.47, -0.461, 5_551_759.400, 0.003),
            // Vincenty's line of the Geocentric Datum of Australia manual: Flinders Peak,
            // Buninyong (GRS 80).
            (
                "Flinders Peak - Buninyong", -37.951_033_416_7, 144.424_867_888_9,
                -37.652_821_138_9, 143.926_495_527_8, 54_972.271, 0.003
            ),
            // The quarter meridian of GRS 80 (Moritz 2000): 10 001 965.7293 m.
            ("equator - pole", 0, 0, 90, 0, 10_001_965.7293, 0.001),
            // One degree of the equator, a·π/180, and of the meridian there.
            ("a degree of the equator", 0, 0, 0, 1, 111_319.491, 0.0012),
            ("a degree of the meridian", 0, 0, 1, 0, 110_574.389, 0.0057),
            ("a degree to the pole", 89, 0, 90, 0, 111_693.865, 0.0057),
        ] as [(String, Double, Double, Double, Double, Double, Double)])
    func ellipsoid(
        _ name: String, _ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double,
        _ published: Double, _ tolerance: Double
    ) {
        let length = Position(lat1, lon1).distance(to: Position(lat2, lon2)).magnitude
        #expect(abs(length / published - 1) < tolerance, "\(name): \(length)")
    }

    @Test("Millimetres are exact to nanometres everywhere")
    func millimetres() {
        for latitude in [-89.9, -45, 0, 31, 60, 89.9] {
            for bearing in stride(from: 0.0, to: 360, by: 15) {
                let start = Position(latitude, 179.999_999_99)
                let end = start.destination(bearing: Degrees(bearing), distance: Meters(0.001))
                // Near a longitude of 180 the last digit is 3 nanometres.
                #expect(abs(start.distance(to: end).magnitude - 0.001) < 1e-8, "\(latitude)")
            }
        }
    }

    @Test("A point at a distance in a direction has this distance and direction")
    func roundTrips() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "geodesy test"))
        for draw in 0..<20_000 {
            let start = Position(180 * random.uniform() - 90, 360 * random.uniform() - 180)
            let bearing = 360 * random.uniform()
            // From millimetres to almost half around the Earth.
            let distance = PortableMath.exp(-7 + 23.8 * random.uniform())
            let end = start.destination(bearing: Degrees(bearing), distance: Meters(distance))
            let back = GreatCircle(from: start, to: end)
            #expect(abs(back.length.magnitude - distance) < 1e-7, "draw \(draw)")
            guard distance > 10, distance < 2e7, abs(start.latitude.magnitude) < 89 else {
                continue
            }
            let turn = (back.bearing.magnitude - bearing).remainder(dividingBy: 360)
            #expect(abs(turn) < 1e-6, "draw \(draw)")
            let middle = back.position(atFraction: 0.25)
            #expect(abs(middle.distance(to: start).magnitude - distance / 4) < 1e-7)
            #expect(abs(middle.distance(to: end).magnitude - distance * 0.75) < 1e-7)
        }
    }

    @Test("A route across the antimeridian or over a pole does not go around the Earth")
    func seams() {
        let arc = GreatCircle(from: Position(10, 179), to: Position(10, -179))
        let middle = arc.position(atFraction: 0.5)
        #expect(middle.longitude.magnitude == -180)
        #expect(middle.latitude.magnitude > 10 && middle.latitude.magnitude < 10.01)
        let polar = GreatCircle(from: Position(80, 30), to: Position(80, -150))
        let pole = polar.position(atFraction: 0.5)
        #expect(abs(pole.latitude.magnitude - 90) < 1e-6)
        #expect(polar.bearing.magnitude < 1e-9)
        let beyond = polar.position(atFraction: 0.75)
        #expect(abs(beyond.longitude.magnitude + 150) < 1e-9)
    }

    @Test("A flat map has true distances from its origin, and nearly true ones elsewhere")
    func flatMap() {
        let map = LocalMap(origin: Position(48.137, 11.575))
        for bearing in stride(from: 0.0, to: 360, by: 30) {
            for distance in [0.01, 1, 1000, 100_000] {
                let place = map.origin.destination(
                    bearing: Degrees(bearing), distance: Meters(distance))
                let point = map.point(of: place)
                let direction = PortableMath.sinCos(degrees: bearing)
                #expect(abs(point.east - distance * direction.sin) < 1e-7)
                #expect(abs(point.north - distance * direction.cos) < 1e-7)
                #expect(map.position(of: point).distance(to: place).magnitude < 1e-7)
                let next = place.destination(bearing: Degrees(bearing + 90), distance: Meters(100))
                let printed = point.distance(to: map.point(of: next)).magnitude
                #expect(abs(printed / 100 - 1) < 4.2e-5, "\(bearing), \(distance)")
            }
        }
        #expect(map.point(of: map.origin) == MapPoint(east: 0, north: 0))
    }

    @Test("An invalid position is refused with what is valid")
    func refusals() throws {
        func refusal(_ latitude: Double, _ longitude: Double) -> String? {
            do {
                _ = try Position(latitude: Degrees(latitude), longitude: Degrees(longitude))
                return nil
            } catch { return error.message }
        }
        #expect(refusal(90.1, 0) == "90.1 ° is not a latitude")
        #expect(refusal(0, -181) == "-181 ° is not a longitude")
        #expect(refusal(.nan, 0) != nil)
        let date = try Position(latitude: Degrees(-17), longitude: Degrees(180))
        #expect(date == (try Position(latitude: Degrees(-17), longitude: Degrees(-180))))
    }
}
