/// Puts names beside points so that no name lies on another, on a point or beyond the panel.
///
/// Each name in turn takes the place that costs least: near its point, clear of lines and of
/// whiskers. A placed name does not move any more, so place the most important names first.
package struct LabelPlacement {
    package let panel: ChartBox
    /// The points, on which no name may lie.
    private let points: [ChartBox]
    /// The names that have been placed, with the lines that lead to them.
    private var placed: [Placed] = []
    /// Obstacles for names, each with its cost in pixels of distance.
    private let avoided: [(box: ChartBox, cost: Double)]

    package struct Placed {
        package let point: PixelPoint
        package let box: ChartBox
        /// The end of the line from its point to the name; `nil` for a name next to its point.
        package let leader: PixelPoint?
    }

    package init(panel: ChartBox, points: [ChartBox], avoided: [(box: ChartBox, cost: Double)]) {
        (self.panel, self.points, self.avoided) = (panel, points, avoided)
    }

    /// - Returns: `nil` where there is no room for the name.
    package mutating func place(_ point: PixelPoint, width: Double, height: Double) -> Placed? {
        var best: (cost: Double, placed: Placed)?
        for distance in Self.distances {
            for (index, direction) in Self.directions.enumerated() {
                let box = Self.box(point, direction, distance, width, height)
                guard panel.contains(box), !points.contains(where: box.overlaps),
                    !placed.contains(where: { box.overlaps($0.box) })
                else { continue }
                let isNear = distance <= Self.distances[1]
                let candidate = Placed(
                    point: point, box: box, leader: isNear ? nil : box.nearest(to: point))
                let cost = distance + 0.5 * Double(index) + crossings(of: candidate)
                if cost < best?.cost ?? .infinity { best = (cost, candidate) }
            }
        }
        if let best { placed.append(best.placed) }
        return best?.placed
    }

    /// The cost of a name that covers lines, or whose own line crosses other names.
    private func crossings(of candidate: Placed) -> Double {
        let lines = avoided.reduce(0) { $0 + (candidate.box.overlaps($1.box) ? $1.cost : 0) }
        // A line over another label's point leads to that one.
        let others = points.count { dot in
            guard let end = candidate.leader, !dot.holds(candidate.point) else { return false }
            return dot.isCrossed(from: candidate.point, to: end)
        }
        return placed.reduce(lines + 40 * Double(others)) { cost, other in
            let isCrossed =
                candidate.leader.map { other.box.isCrossed(from: candidate.point, to: $0) } ?? false
            let crosses =
                other.leader.map { candidate.box.isCrossed(from: other.point, to: $0) } ?? false
            return cost + (isCrossed ? 90 : 0) + (crosses ? 90 : 0)
        }
    }

    private static let distances: [Double] = [7, 11, 18, 27, 38, 52, 70, 92, 120, 155, 200, 260]

    /// To the right first, as one reads.
    private static let directions: [PixelPoint] = [
        PixelPoint(x: 1, y: 0), PixelPoint(x: 0.8, y: -0.6), PixelPoint(x: 0.8, y: 0.6),
        PixelPoint(x: -1, y: 0), PixelPoint(x: 0, y: -1), PixelPoint(x: 0, y: 1),
        PixelPoint(x: -0.8, y: -0.6), PixelPoint(x: -0.8, y: 0.6), PixelPoint(x: 0.95, y: -0.3),
        PixelPoint(x: 0.95, y: 0.3), PixelPoint(x: 0.3, y: -0.95), PixelPoint(x: 0.3, y: 0.95),
        PixelPoint(x: -0.3, y: -0.95), PixelPoint(x: -0.3, y: 0.95), PixelPoint(x: -0.95, y: -0.3),
        PixelPoint(x: -0.95, y: 0.3),
    ]

    /// The box whose near side is at `distance` from the point in `direction`.
    private static func box(
        _ point: PixelPoint, _ direction: PixelPoint, _ distance: Double, _ width: Double,
        _ height: Double
    ) -> ChartBox {
        let x = point.x + direction.x * distance
        let y = point.y + direction.y * distance
        let left = direction.x > 0.5 ? x : direction.x < -0.5 ? x - width : x - width / 2
        let top = direction.y > 0.9 ? y : direction.y < -0.9 ? y - height : y - height / 2
        return ChartBox(left: left, top: top, right: left + width, bottom: top + height)
    }
}

package struct ChartBox: Equatable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package var width: Double { right - left }
    package var height: Double { bottom - top }

    package func overlaps(_ other: ChartBox) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    package func contains(_ other: ChartBox) -> Bool {
        left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
    }

    package func holds(_ point: PixelPoint) -> Bool {
        left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
    }

    /// Whether a straight line passes through the area (Liang and Barsky, "A new concept and
    /// method for line clipping", ACM Transactions on Graphics 3, 1984).
    func isCrossed(from start: PixelPoint, to end: PixelPoint) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        var (entry, exit) = (0.0, 1.0)
        for (slope, room) in [
            (-dx, start.x - left), (dx, right - start.x), (-dy, start.y - top),
            (dy, bottom - start.y),
        ] {
            if slope == 0 {
                if room < 0 { return false }
            } else if slope < 0 {
                entry = max(entry, room / slope)
            } else {
                exit = min(exit, room / slope)
            }
        }
        return entry < exit
    }

    package func nearest(to point: PixelPoint) -> PixelPoint {
        PixelPoint(x: min(max(point.x, left), right), y: min(max(point.y, top), bottom))
    }
}
