import DeviceModel
import Kernel
import Show

/// A `TrackMap` as SVG.
///
/// Sources of positions differ in shape as well as in colour (Okabe and Ito's, which the
/// colour-blind can tell apart), the true way is the only thick dark line, and all else is pale.
struct MapDrawing {
    private let map: TrackMap
    private let frame: MapFrame
    private let title: String
    private let notes: [String]
    private var svg = SVGText()

    static let width = 960.0
    private static let margin = 24.0
    /// Pixels: smaller hexagons would be a grey haze.
    private static let leastHexagon = 3.0
    /// More circles of ranges would be one.
    private static let mostRanges = 40

    init(_ map: TrackMap, title: String, notes: [String]) {
        (self.map, self.title, self.notes) = (map, title, notes)
        let way = map.way.isEmpty ? [MapPoint(east: 0, north: 0)] : map.way.map(\.point)
        let around = map.ground.regions.flatMap { region -> [MapPoint] in
            let (center, radius) = (region.center, region.radius.magnitude)
            return [
                MapPoint(east: center.east - radius, north: center.north),
                MapPoint(east: center.east + radius, north: center.north),
                MapPoint(east: center.east, north: center.north - radius),
                MapPoint(east: center.east, north: center.north + radius),
            ]
        }
        frame = MapFrame(
            way: way, others: map.reports.map(\.fix.point) + around, left: Self.margin,
            top: 56 + 18 * Double(notes.count), width: Self.width - 2 * Self.margin)
        draw()
    }

    var bytes: [UInt8] { Array(svg.text.utf8) }

    private mutating func draw() {
        let legend = MapLegend(map, hasHexagons: hasHexagons)
        let height = frame.top + frame.height + 20 + legend.height + Self.margin
        let (w, h) = (SVGText.number(Self.width), SVGText.number(height))
        svg.add(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(w)" height="\(h)" \
            viewBox="0 0 \(w) \(h)" role="img" aria-labelledby="title">
            <title id="title">\(SVGText.escaped(title))</title>
            \(MapStyle.definitions(frame))
            <rect class="page" width="\(w)" height="\(h)"/>
            """)
        svg.words(title, PixelPoint(x: Self.margin, y: 38), class: "title")
        for (line, note) in notes.enumerated() {
            svg.words(
                note, PixelPoint(x: Self.margin, y: 60 + 18 * Double(line)), class: "note")
        }
        let (x, y) = (SVGText.number(frame.left), SVGText.number(frame.top))
        let (mapWidth, mapHeight) = (SVGText.number(frame.width), SVGText.number(frame.height))
        let box = "x=\"\(x)\" y=\"\(y)\" width=\"\(mapWidth)\" height=\"\(mapHeight)\""
        svg.add("<rect class=\"ground\" \(box)/>\n<g clip-path=\"url(#map)\">")
        drawCells()
        drawRegions()
        drawTowers()
        drawErrors()
        drawWay()
        drawReports()
        drawStays()
        drawRegionNames()
        svg.add("</g>\n<rect class=\"frame\" \(box)/>")
        drawScale()
        legend.draw(
            into: &svg, from: PixelPoint(x: frame.left, y: frame.top + frame.height + 20))
        svg.add("</svg>")
    }

    // MARK: The ground

    private var hexagonRadius: Double {
        guard let cells = map.ground.cells, let cell = map.cells.first,
            !cells.outline(of: cell).isEmpty
        else { return 0 }
        return cell.radius.magnitude * frame.scale
    }

    private var hasHexagons: Bool { hexagonRadius >= Self.leastHexagon }

    private mutating func drawCells() {
        if hasHexagons, let tracker = map.ground.cells {
            let areas = areaShades
            for cell in map.cells {
                let corners = tracker.outline(of: cell).map(frame.place)
                svg.line(corners, class: "cell\(areas[cell.area] ?? 0)", closed: true)
            }
        } else if hexagonRadius == 0, map.cells.count <= Self.mostRanges {
            for cell in map.cells {
                guard let tower = cell.tower else { continue }
                svg.circle(
                    frame.place(tower), radius: cell.radius.magnitude * frame.scale,
                    class: "range")
            }
        }
    }

    /// By area: areas in the order in which they served have two shades by turns.
    private var areaShades: [Int: Int] {
        var shades: [Int: Int] = [:]
        for cell in map.cells where shades[cell.area] == nil {
            shades[cell.area] = shades.count % 2
        }
        return shades
    }

    private mutating func drawRegions() {
        for region in map.ground.regions {
            svg.circle(
                frame.place(region.center), radius: region.radius.magnitude * frame.scale,
                class: "region")
        }
    }

    private mutating func drawRegionNames() {
        for region in map.ground.regions {
            let middle = frame.place(region.center)
            let top = middle.y - max(region.radius.magnitude * frame.scale, 9) - 6
            guard frame.shows(middle) else { continue }
            svg.words(
                region.name, PixelPoint(x: middle.x, y: max(top, frame.top + 16)),
                class: "region-name")
        }
    }

    private mutating func drawTowers() {
        guard hexagonRadius == 0 || hasHexagons else { return }
        let scale = hasHexagons ? min(max(hexagonRadius / 30, 0.3), 1) : 0.8
        for cell in map.cells {
            guard let tower = cell.tower.map(frame.place), frame.shows(tower) else { continue }
            svg.use("tower", tower, scale: scale)
        }
    }

    // MARK: The track

    private mutating func drawWay() {
        let pieces = map.pieces.map { (points: $0.points.map(frame.place), isKnown: $0.isKnown) }
        for piece in pieces where piece.isKnown { svg.line(piece.points, class: "halo") }
        for piece in pieces {
            svg.line(piece.points, class: piece.isKnown ? "way" : "gap")
        }
    }

    private mutating func drawErrors() {
        var path = ""
        for report in map.reports where report.isTruthKnown {
            path += SVGText.path([frame.place(report.truth), frame.place(report.fix.point)])
        }
        if !path.isEmpty { svg.add("<path class=\"error\" d=\"\(path)\"/>") }
    }

    private mutating func drawReports() {
        for source in PositionSource.allCases.reversed() {
            for report in map.reports where report.fix.source == source {
                let place = frame.place(report.fix.point)
                if frame.shows(place) { svg.use(source.rawValue, place) }
            }
        }
    }

    private mutating func drawStays() {
        let stays = map.stays
        for stay in stays { svg.circle(frame.place(stay.place), radius: 6, class: "stay") }
        for stay in stays.sorted(by: { $0.time > $1.time }).prefix(8) {
            let place = frame.place(stay.place)
            let isRight = place.x > frame.left + frame.width - 110
            svg.words(
                Self.words(stay.time),
                PixelPoint(x: place.x + (isRight ? -11 : 11), y: place.y + 4),
                class: isRight ? "stay-left" : "stay-right")
        }
    }

    private static func words(_ time: TimeSpan) -> String {
        let minutes = Int((time.seconds.magnitude / 60).rounded())
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(rest) min" }
        return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
    }

    /// The scale above the map, where it covers nothing, and north.
    private mutating func drawScale() {
        let bar = frame.scaleBar
        let length = bar.magnitude * frame.scale
        let corner = PixelPoint(x: frame.left + frame.width - length - 1, y: frame.top - 8)
        svg.line(
            [
                PixelPoint(x: corner.x, y: corner.y - 5), corner,
                PixelPoint(x: corner.x + length, y: corner.y),
                PixelPoint(x: corner.x + length, y: corner.y - 5),
            ], class: "scale")
        let isKilometers = bar >= Meters(1000)
        let text = isKilometers ? "\(Int(bar.magnitude) / 1000) km" : "\(Int(bar.magnitude)) m"
        svg.words(
            text, PixelPoint(x: corner.x + length / 2, y: corner.y - 7), class: "scale-text")
        svg.use("north", PixelPoint(x: frame.left + frame.width - 26, y: frame.top + 32))
    }
}

extension TrackMap {
    /// The way in pieces that are known or not, each beginning where the one before ends.
    var pieces: [(points: [MapPoint], isKnown: Bool)] {
        var pieces: [(points: [MapPoint], isKnown: Bool)] = []
        for (point, isKnown) in way {
            if let last = pieces.last {
                pieces[pieces.count - 1].points.append(point)
                if last.isKnown != isKnown { pieces.append(([point], isKnown)) }
            } else {
                pieces.append(([point], isKnown))
            }
        }
        return pieces
    }
}
