/// A straight motion at constant speed, seen from a fixed point.
///
/// The distance is the root of a quadratic, so that the time within a distance has a closed form.
/// With the share *s* of the motion, 0 to 1, its length *L* and the distance *h* of its line from
/// the point, d² = L²(s − s₀)² + h², and d ≤ e where |s − s₀| ≤ √(e² − h²)/L.
struct RelativeMotion: Sendable {
    let seconds: Double
    /// The smallest and the largest distance from the point.
    let least: Double
    let most: Double
    /// L²; zero without motion.
    private let length2: Double
    /// s₀: where on the line the point is nearest.
    private let nearest: Double
    /// h².
    private let offset2: Double

    /// In square metres: lengths below a micrometre count as rest.
    private static let still = 1e-12

    init(from start: MapPoint, to end: MapPoint, seconds: Double, seenFrom point: MapPoint) {
        self.seconds = seconds
        let (x, y) = (start.east - point.east, start.north - point.north)
        let (dx, dy) = (end.east - start.east, end.north - start.north)
        let square = dx * dx + dy * dy
        let first = (x * x + y * y).squareRoot()
        guard square > Self.still else {
            (least, most, length2, nearest, offset2) = (first, first, 0, 0, 0)
            return
        }
        let last = end.distance(to: point).magnitude
        let across = x * dy - y * dx
        (length2, nearest) = (square, -(x * dx + y * dy) / square)
        offset2 = across * across / square
        most = max(first, last)
        least =
            nearest > 0 && nearest < 1
            ? min(offset2.squareRoot(), first, last) : min(first, last)
    }

    /// The time within a distance, which grows monotonically with it.
    func seconds(within distance: Double) -> Double {
        if distance >= most { return seconds }
        if distance < least || length2 == 0 { return 0 }
        let room = distance * distance - offset2
        guard room > 0 else { return 0 }
        let width = (room / length2).squareRoot()
        let share = min(nearest + width, 1) - max(nearest - width, 0)
        return min(max(share, 0) * seconds, seconds)
    }

    /// The first and last seconds at which the line has this distance, clamped to the motion.
    func crossings(of distance: Double) -> (in: Double, out: Double) {
        let room = max(0, distance * distance - offset2)
        let width = length2 > 0 ? (room / length2).squareRoot() : 0
        func cut(_ share: Double) -> Double { min(max(share, 0), 1) * seconds }
        return (cut(nearest - width), cut(nearest + width))
    }
}
