import DeviceModel
import Kernel
import Show

/// How metres of a map become pixels of a drawing.
struct MapFrame: Equatable {
    /// Where in the drawing the map is.
    let left: Double
    let top: Double
    let width: Double
    let height: Double
    /// Pixels for a metre.
    let scale: Double
    private let middle: MapPoint

    private static let leastHeight = 380.0
    private static let mostHeight = 720.0
    /// Metres: a phone that stays at one place has this much around it.
    private static let leastSide = 1000.0
    /// Of the frame, left empty around the way.
    private static let margin = 0.07

    /// The frame for a way, all of which is in it; the others are in it unless they are farther
    /// from the way than that is long.
    init(way: [MapPoint], others: [MapPoint], left: Double, top: Double, width: Double) {
        let core = MapBox(way)
        let reach = max(core.width, core.height, Self.leastSide / 2)
        var box = core
        for point in others where core.distance(to: point) <= reach { box.add(point) }
        let room = 1 - 2 * Self.margin
        let needed = (
            width: max(box.width, Self.leastSide) / room,
            height: max(box.height, Self.leastSide / 4) / room
        )
        scale = min(width / needed.width, Self.mostHeight / needed.height)
        (self.left, self.top, self.width) = (left, top, width)
        height = min(max(needed.height * scale, Self.leastHeight), Self.mostHeight)
        middle = box.middle
    }

    func place(_ point: MapPoint) -> PixelPoint {
        PixelPoint(
            x: left + width / 2 + (point.east - middle.east) * scale,
            y: top + height / 2 - (point.north - middle.north) * scale)
    }

    /// Whether any of a circle is to be seen.
    func shows(_ middle: PixelPoint, radius: Double = 0) -> Bool {
        middle.x + radius >= left && middle.x - radius <= left + width
            && middle.y + radius >= top && middle.y - radius <= top + height
    }

    /// The longest of 1, 2 or 5 times a power of ten metres that is no longer than a fifth of the
    /// map is wide.
    var scaleBar: Meters {
        let room = width / 5 / scale
        var length = 1.0
        while length * 10 <= room { length *= 10 }
        for factor in [5.0, 2] where length * factor <= room { return Meters(length * factor) }
        return Meters(length)
    }
}

/// The smallest rectangle around points.
private struct MapBox {
    private var west = Double.infinity
    private var east = -Double.infinity
    private var south = Double.infinity
    private var north = -Double.infinity

    /// - Parameter points: at least one.
    init(_ points: [MapPoint]) {
        for point in points { add(point) }
    }

    mutating func add(_ point: MapPoint) {
        (west, east) = (min(west, point.east), max(east, point.east))
        (south, north) = (min(south, point.north), max(north, point.north))
    }

    var width: Double { east - west }
    var height: Double { north - south }
    var middle: MapPoint { MapPoint(east: (west + east) / 2, north: (south + north) / 2) }

    /// The larger of the distances along the two axes; zero inside.
    func distance(to point: MapPoint) -> Double {
        max(
            west - point.east, point.east - east, south - point.north, point.north - north, 0)
    }
}
