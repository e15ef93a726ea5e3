import DeviceModel
import Show

/// What the lines and shapes of a map mean, in rows of three below it.
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
