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
    /// Share of the frame that stays empty around the way.
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

/// The key to the lines and shapes of a map, in rows of three below it.
struct MapLegend {
    private enum Sample {
        case line(String)
        case shape(String)
        case circle(String, radius: Double)
        case box(String)
    }

    private var entries: [(sample: Sample, words: String)] = []
    private var remarks: [String] = []

    private static let rowHeight = 24.0
    private static let columnWidth = 304.0
    private static let columns = 3

    init(_ map: TrackMap, hasHexagons: Bool) {
        add(.line("way"), "true way")
        if map.way.contains(where: { !$0.isKnown }) {
            add(.line("gap"), "gap of the recorded track: way unknown")
        }
        if !map.stays.isEmpty { add(.circle("stay", radius: 6), "stay of 10 min or more") }
        for source in PositionSource.allCases {
            let count = map.reports.count { $0.fix.source == source }
            if count > 0 { add(.shape(source.rawValue), "reported by \(source.words)") }
        }
        if !map.reports.isEmpty {
            add(.line("error"), "from a report to where the phone was")
        }
        addCells(map, hasHexagons)
        if !map.ground.regions.isEmpty { add(.circle("region", radius: 7), "region") }
        if let every = map.drawnReports {
            remarks.append(
                "Of \(map.reportCount) reports every \(every)th is drawn.")
        }
        if map.cells.count == TrackMap.mostCells {
            remarks.append("Only the first \(TrackMap.mostCells) cells are drawn.")
        }
    }

    private mutating func addCells(_ map: TrackMap, _ hasHexagons: Bool) {
        guard map.cells.contains(where: { $0.tower != nil }) else { return }
        if hasHexagons {
            add(.shape("tower"), "tower that served, and where it is nearest")
            if Set(map.cells.map(\.area)).count > 1 {
                add(.box("cell1"), "the same in another location area")
            }
        } else if map.ground.cells.map({ $0.outline(of: map.cells[0]).isEmpty }) ?? true {
            add(.shape("tower"), "tower that served, with its range")
        } else {
            remarks.append("Cells are too small to be drawn at this scale.")
        }
    }

    private mutating func add(_ sample: Sample, _ words: String) {
        entries.append((sample, words))
    }

    var height: Double {
        let rows = (entries.count + Self.columns - 1) / Self.columns
        return Self.rowHeight * Double(rows + remarks.count)
    }

    func draw(into svg: inout SVGText, from corner: PixelPoint) {
        for (number, entry) in entries.enumerated() {
            let place = PixelPoint(
                x: corner.x + Self.columnWidth * Double(number % Self.columns),
                y: corner.y + Self.rowHeight * (Double(number / Self.columns) + 0.5))
            draw(entry.sample, at: place, into: &svg)
            svg.words(entry.words, PixelPoint(x: place.x + 40, y: place.y + 4), class: "legend")
        }
        for (number, remark) in remarks.enumerated() {
            let row = (entries.count + Self.columns - 1) / Self.columns + number
            let y = corner.y + Self.rowHeight * (Double(row) + 0.5) + 4
            svg.words(remark, PixelPoint(x: corner.x, y: y), class: "note")
        }
    }

    private func draw(_ sample: Sample, at place: PixelPoint, into svg: inout SVGText) {
        let middle = PixelPoint(x: place.x + 15, y: place.y)
        switch sample {
        case .line(let name):
            svg.line([place, PixelPoint(x: place.x + 30, y: place.y)], class: name)
        case .shape(let name): svg.use(name, middle)
        case .circle(let name, let radius): svg.circle(middle, radius: radius, class: name)
        case .box(let name):
            let corners = [(-13.0, -7.0), (13, -7), (13, 7), (-13, 7)].map {
                PixelPoint(x: middle.x + $0.0, y: middle.y + $0.1)
            }
            svg.line(corners, class: name, closed: true)
        }
    }
}

extension PositionSource {
    /// As one says it.
    fileprivate var words: String {
        switch self {
        case .gnss: "satellites"
        case .wifi: "Wi-Fi"
        case .cell: "cell"
        case .region: "region"
        }
    }
}

/// Colours, lines and shapes of a map.
enum MapStyle {
    /// The beginning of the document: its style sheet, and what is drawn more than once.
    static func definitions(_ frame: MapFrame) -> String {
        let (x, y) = (SVGText.number(frame.left), SVGText.number(frame.top))
        let (width, height) = (SVGText.number(frame.width), SVGText.number(frame.height))
        return """
            <style>\(sheet)</style>
            <defs>
            <clipPath id="map">\
            <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)"/></clipPath>
            \(shapes)
            </defs>
            """
    }

    private static let sheet = """

        text { font-family: system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; \
        font-size: 12px; fill: #33383f }
        path, circle { fill: none }
        .page { fill: #fff }
        .ground { fill: #f7f8f9 }
        .frame { fill: none; stroke: #8b949e }
        .title { font-size: 19px; font-weight: 600; fill: #14171a }
        .note { fill: #57606a }
        .cell0 { fill: #e8eef5; stroke: #b3c1d1; stroke-width: .8 }
        .cell1 { fill: #f4eee1; stroke: #cbbf9f; stroke-width: .8 }
        .range { fill: #4a6785; fill-opacity: .05; stroke: #b3c1d1 }
        .region { fill: #7b3294; fill-opacity: .07; stroke: #7b3294; stroke-width: 1.4; \
        stroke-dasharray: 5 3 }
        .region-name { fill: #5e2673; font-weight: 600; text-anchor: middle }
        .error { stroke: #57606a; stroke-width: .9; stroke-opacity: .6; stroke-dasharray: 3 2 }
        .halo { stroke: #fff; stroke-width: 5.5; stroke-opacity: .85; stroke-linejoin: round; \
        stroke-linecap: round }
        .way { stroke: #14171a; stroke-width: 2.4; stroke-linejoin: round; \
        stroke-linecap: round }
        .gap { stroke: #14171a; stroke-width: 1.2; stroke-dasharray: 2 5 }
        .stay { fill: #fff; stroke: #14171a; stroke-width: 2.4 }
        .stay-left, .stay-right, .region-name { paint-order: stroke; stroke: #fff; \
        stroke-width: 3.5; stroke-linejoin: round }
        .stay-left, .stay-right { fill: #14171a; font-weight: 600 }
        .stay-left { text-anchor: end }
        .scale { stroke: #14171a; stroke-width: 1.6 }
        .scale-text { text-anchor: middle }

        """

    /// A marker for each source of positions, a tower, and an arrow to the north.
    private static let shapes = """
        <circle id="gnss" r="3.8" style="fill:#0072b2;stroke:#fff;stroke-width:.9"/>
        <rect id="wi-fi" x="-4" y="-4" width="8" height="8" \
        style="fill:#56b4e9;stroke:#14171a;stroke-width:.8"/>
        <path id="cell" d="M0-6.4L6 4.4H-6Z" \
        style="fill:#d55e00;stroke:#fff;stroke-width:.9"/>
        <path id="region" d="M0-5.6L5.6 0L0 5.6L-5.6 0Z" \
        style="fill:#7b3294;stroke:#fff;stroke-width:.9"/>
        <path id="tower" d="M-4.5 7L0-6L4.5 7M-2.8 2H2.8M-6-10A7 7 0 0 0-6-2M6-10A7 7 0 0 1 6-2" \
        style="fill:none;stroke:#68737f;stroke-width:1.3"/>
        <g id="north"><path d="M0-20L6 4L0-1L-6 4Z" style="fill:#14171a;stroke:#fff"/>\
        <text x="0" y="17" style="text-anchor:middle;font-weight:600">N</text></g>
        """
}
