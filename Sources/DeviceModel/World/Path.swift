import EventKernel
import Quantities

/// A point on a plane map, in metres east and north of where the run began.
struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    static let origin = Point(x: 0, y: 0)

    func distance(to other: Point) -> Meters {
        let (dx, dy) = (x - other.x, y - other.y)
        return Meters((dx * dx + dy * dy).squareRoot())
    }
}

/// Where the phone has been and where it goes: straight legs at constant speed.
struct Path: Sendable {
    private struct Leg {
        var begin: Instant
        var end: Instant
        var from: Point
        /// Metres per second, east and north; zero for a stay.
        var velocity: Point

        func position(at time: Instant) -> Point {
            let passed = (min(time, end) - begin).seconds.magnitude
            return Point(x: from.x + velocity.x * passed, y: from.y + velocity.y * passed)
        }
    }

    /// So that a run ends even if stays and trips of no length are drawn.
    private static let shortestLeg = TimeSpan(nanoseconds: 1_000_000)
    /// Metres per second: a trip drawn slower than this is not a trip.
    private static let slowestTrip = 0.1

    private let movement: Movement
    private var legs: [Leg] = []

    init(_ movement: Movement) { self.movement = movement }

    /// Whether the leg that began last is a trip.
    var isMoving: Bool { legs.last.map { $0.velocity != .origin } ?? false }

    /// Draws the next leg, a stay first, and returns when it ends.
    mutating func beginLeg(at time: Instant, _ stream: inout RandomStream) -> Instant {
        let from = position(at: time)
        guard let last = legs.last, last.velocity == .origin else {
            let end = time + max(Self.shortestLeg, TimeSpan(movement.stay.sample(&stream)))
            legs.append(Leg(begin: time, end: end, from: from, velocity: .origin))
            return end
        }
        let distance = movement.tripDistance.sample(&stream)
        let speed = max(movement.speed.sample(&stream).magnitude, Self.slowestTrip)
        let direction = stream.direction()
        let end = time + max(Self.shortestLeg, TimeSpan(Seconds(distance.magnitude / speed)))
        legs.append(
            Leg(
                begin: time, end: end, from: from,
                velocity: Point(x: speed * direction.x, y: speed * direction.y)))
        return end
    }

    /// Where the phone is at `time`, which lies before the end of the last leg.
    ///
    /// - Complexity: O(log *n*) in the number of legs.
    func position(at time: Instant) -> Point {
        var (low, high) = (0, legs.count)
        while low < high {
            let middle = (low + high) / 2
            if legs[middle].begin <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? legs[low - 1].position(at: time) : .origin
    }

    /// When the phone will have gone `distance` further on this leg; `nil` if it ends before.
    func time(after distance: Meters, from time: Instant) -> Instant? {
        guard let leg = legs.last else { return nil }
        let speed = Point.origin.distance(to: leg.velocity).magnitude
        guard speed > 0 else { return nil }
        let arrival = time + TimeSpan(Seconds(distance.magnitude / speed))
        return arrival < leg.end ? arrival : nil
    }
}

extension RandomStream {
    /// A direction, uniform on the circle: a point of the disc by rejection (von Neumann 1951),
    /// scaled to length one.
    mutating func direction() -> Point {
        while true {
            let x = 2 * uniform() - 1
            let y = 2 * uniform() - 1
            let square = x * x + y * y
            if square > 0 && square <= 1 {
                let length = square.squareRoot()
                return Point(x: x / length, y: y / length)
            }
        }
    }
}
