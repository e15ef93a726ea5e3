package struct ChartBox: Equatable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

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
        PixelPoint(
            x: min(max(point.x, left), right), y: min(max(point.y, top), bottom))
    }
}
