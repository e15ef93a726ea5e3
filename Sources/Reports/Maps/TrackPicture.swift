/// A day's track as a picture: a map in kilometres to the east and north.
///
/// Sources of positions differ in shape as well as in colour, and the true way is the only thick
/// dark line.
public struct TrackPicture: Sendable {
    private let map: TrackMap
    private let title: String
    private let notes: [String]

    /// Draws the notes below the title.
    public init(_ map: TrackMap, title: String, notes: [String]) {
        (self.map, self.title, self.notes) = (map, title, notes)
    }

    var chart: Chart {
        let frame = TrackFrame(map)
        let cells = CellLayers(map, frame)
        let layers = cells.layers + regions + errors(frame) + ways + reports(frame) + stays + names
        var panel = Chart.Panel(
            "", height: 600, narrow: 300, x: frame.east, y: .axis(frame.north), layers)
        panel.isSquare = true
        panel.note = (omissions + cells.omissions).joined(separator: " ")
        let words = notes.joined(separator: ". ")
        return Chart(
            title, note: words + "\(words.isEmpty ? "" : ". ")Upwards: \(frame.north.words)",
            summary: words, key: key(cells), panels: [panel])
    }

    private static let way = Chart.Key("true way", "mark", .line)
    private static let gap = Chart.Key("way unknown", "zero", .line)
    private static let stay = Chart.Key(
        "stay of 10 min or more", "c4", .dot, isFilled: false, style: .value)
    private static let error = Chart.Key("from a report to the phone", "leader", .line)
    private static let region = Chart.Key("region", "c5", .line)
    private static let area = Chart.Key("cells of another location area", "band c4")
    fileprivate static let tower = Chart.Key("tower that served and its cell", "axis", .cross)

    private func key(_ cells: CellLayers) -> [Chart.Key] {
        let sources = PositionSource.allCases.filter { source in
            map.reports.contains { $0.fix.source == source }
        }
        let lines = [
            (Self.way, true), (Self.gap, map.way.contains { !$0.isKnown }),
            (Self.error, !map.reports.isEmpty), (Self.stay, !map.stays.isEmpty),
            (Self.region, !map.ground.regions.isEmpty), (Self.tower, !cells.layers.isEmpty),
            (Self.area, cells.layers.contains { $0.style == Self.area.color && !$0.rows.isEmpty }),
        ]
        return lines.filter(\.1).map(\.0) + sources.map(\.key)
    }

    private var omissions: [String] {
        map.drawnReports.map { ["Of \(map.reportCount) reports every \($0)th is drawn."] } ?? []
    }

    private var ways: [Chart.Layer] {
        [("way", Self.way), ("gap", Self.gap)].map { name, key in
            let pieces = map.pieces.enumerated().filter { $1.isKnown == (name == "way") }
            return Chart.Layer(
                name, .line, style: key.color,
                rows: pieces.flatMap { number, piece in
                    piece.points.map { Chart.Row("piece \(number + 1)", at: $0) }
                })
        }
    }

    private func errors(_ frame: TrackFrame) -> [Chart.Layer] {
        let reports = map.reports.enumerated().filter {
            $1.isTruthKnown && frame.shows($1.fix.point)
        }
        return [
            Chart.Layer(
                "error", .line, style: Self.error.color,
                rows: reports.flatMap { number, report in
                    [report.fix.point, report.truth].map { Chart.Row("\(number)", at: $0) }
                })
        ]
    }

    private func reports(_ frame: TrackFrame) -> [Chart.Layer] {
        let reports = map.reports.filter { frame.shows($0.fix.point) }
        return [
            Chart.Layer(
                "report", .point,
                rows: reports.map { Chart.Row($0.fix.source.key.name, at: $0.fix.point) })
        ]
    }

    private var stays: [Chart.Layer] {
        let rows = map.stays.sorted { $0.time > $1.time }.map {
            Chart.Row(Self.stay.name, label: Self.words($0.time), at: $0.place)
        }
        return [
            Chart.Layer("stay", .point, rows: rows),
            Chart.Layer("stay time", .name, rows: Array(rows.prefix(8))),
        ]
    }

    private static func words(_ time: TimeSpan) -> String {
        let minutes = Int((time.seconds.magnitude / 60).rounded())
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(rest) min" }
        return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
    }

    private var regions: [Chart.Layer] {
        let regions = map.ground.regions
        return [
            Chart.Layer(
                "border", .outline, style: "curve \(Self.region.color)",
                rows: regions.flatMap { Chart.Row.circle($0.name, $0.center, $0.radius) })
        ]
    }

    private var names: [Chart.Layer] {
        let rows = map.ground.regions.map { region in
            let top = region.center.north + region.radius.magnitude
            return Chart.Row(region.name, at: MapPoint(east: region.center.east, north: top))
        }
        return [Chart.Layer("region", .name, rows: rows)]
    }
}

/// The part of the map that a picture shows: as high as wide, around the way.
private struct TrackFrame {
    let east: Chart.Axis
    let north: Chart.Axis
    /// Kilometres from the middle to each edge.
    let reach: Double

    /// All of the way is in it, and reports and regions no farther from the way than that is long.
    init(_ map: TrackMap) {
        let way = map.way.map(\.point)
        var (east, north) = (Range(way.map(\.east)), Range(way.map(\.north)))
        let far = max(east.length, north.length, 0.5)
        let (core, side) = (east, north)
        let regions = map.ground.regions.flatMap { region in
            Chart.Row.circle(region.name, region.center, region.radius)
        }
        for row in map.reports.map({ Chart.Row("", at: $0.fix.point) }) + regions {
            guard let x = row.x, let y = row.y, core.distance(to: x) <= far,
                side.distance(to: y) <= far
            else { continue }
            east.add(x)
            north.add(y)
        }
        // A phone that stays at one place has 1 km around it.
        let reach = 0.54 * max(east.length, north.length, 1)
        self.reach = reach
        func axis(_ name: String, _ range: Range) -> Chart.Axis {
            Chart.Axis(
                "\(name) [km]", ChartScale(from: range.middle - reach, to: range.middle + reach))
        }
        (self.east, self.north) = (axis("east", east), axis("north", north))
    }

    func shows(_ point: MapPoint) -> Bool {
        let (x, y) = (point.east / 1000, point.north / 1000)
        return (east.scale.low...east.scale.high).contains(x)
            && (north.scale.low...north.scale.high).contains(y)
    }

    private struct Range {
        var low: Double
        var high: Double

        /// - Parameter meters: without any, the range is 0 alone.
        init(_ meters: [Double]) {
            (low, high) = ((meters.min() ?? 0) / 1000, (meters.max() ?? 0) / 1000)
        }

        var length: Double { high - low }
        var middle: Double { (low + high) / 2 }
        mutating func add(_ value: Double) { (low, high) = (min(low, value), max(high, value)) }
        func distance(to value: Double) -> Double { max(low - value, value - high, 0) }
    }
}

/// The cells that served: hexagons in which their tower is the nearest, ranges of listed towers.
private struct CellLayers {
    private(set) var layers: [Chart.Layer] = []
    private(set) var omissions: [String] = []

    /// Shares of the frame's reach: smaller hexagons would be a grey haze.
    private static let leastHexagon = 0.01
    /// More circles of ranges would be one.
    private static let mostRanges = 40

    init(_ map: TrackMap, _ frame: TrackFrame) {
        if map.cells.count == TrackMap.mostCells {
            omissions = ["Only the first \(TrackMap.mostCells) cells are drawn."]
        }
        guard let tracker = map.ground.cells, let first = map.cells.first, first.tower != nil else {
            return
        }
        let isHexagonal = !tracker.outline(of: first).isEmpty
        if isHexagonal, first.radius.magnitude / 1000 < Self.leastHexagon * frame.reach {
            omissions.append("Cells are too small to be drawn at this scale.")
            return
        }
        let areas = Self.shades(map.cells)
        let hasOutlines = isHexagonal || map.cells.count <= Self.mostRanges
        for (shade, style) in ["band c0", "band c4"].enumerated() where hasOutlines {
            let rows = map.cells.filter { areas[$0.area] == shade }.flatMap { cell in
                let name = "cell \(cell.listed.cell)"
                let range = cell.tower.map { Chart.Row.circle(name, $0, cell.radius) } ?? []
                return isHexagonal
                    ? tracker.outline(of: cell).map { Chart.Row(name, at: $0) } : range
            }
            let name = shade == 0 ? "cell" : "other area"
            layers.append(.init(name, .outline, style: style, rows: rows))
        }
        let towers = map.cells.compactMap(\.tower).filter(frame.shows)
        layers.append(
            .init("tower", .point, rows: towers.map { .init(TrackPicture.tower.name, at: $0) }))
    }

    /// By area: areas in the order in which they served have two shades by turns.
    private static func shades(_ cells: [Cell]) -> [Int: Int] {
        var shades: [Int: Int] = [:]
        for cell in cells where shades[cell.area] == nil { shades[cell.area] = shades.count % 2 }
        return shades
    }
}

extension Chart.Row {
    fileprivate init(_ name: String, label: String? = nil, at point: MapPoint) {
        self.init(name, label: label, x: point.east / 1000, y: point.north / 1000)
    }

    /// The corners of a polygon that looks like a circle.
    fileprivate static func circle(
        _ name: String, _ center: MapPoint, _ radius: Meters
    ) -> [Chart.Row] {
        (0..<48).map { corner in
            let angle = 2 * Double.pi * Double(corner) / 48
            let (sin, cos) = (PortableMath.sin(angle), PortableMath.cos(angle))
            return Chart.Row(
                name,
                at: MapPoint(
                    east: center.east + radius.magnitude * cos,
                    north: center.north + radius.magnitude * sin))
        }
    }
}

extension PositionSource {
    fileprivate var key: Chart.Key {
        switch self {
        case .gnss: Chart.Key("reported by satellites", "c0", .dot)
        case .wifi: Chart.Key("reported by Wi-Fi", "c6", .square)
        case .cell: Chart.Key("reported by cell", "c1", .triangle)
        case .region: Chart.Key("reported by region", "c3", .diamond)
        }
    }
}
