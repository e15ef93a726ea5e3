import DeviceModel
import Kernel
import Show

extension Chart {
    /// A day's track: the way, the reports and where the phone was at each, stays and regions, on
    /// the map's plane, in kilometres to the east and north.
    static func track(_ map: TrackMap, title: String, notes: [String]) -> Self {
        let reports = map.reports.enumerated()
        return Chart(
            title, summary: notes.joined(separator: ". "),
            key: PositionSource.allCases.enumerated().map {
                Key($1.rawValue, ChartSheet.series($0), .dot)
            },
            panels: [
                Panel(
                    "", height: 560, x: map.axis("east", \.east),
                    y: .axis(map.axis("north", \.north)),
                    [
                        way(map, "way", isKnown: true, style: "mark"),
                        way(map, "gap", isKnown: false, style: "zero"),
                        Layer(
                            "error", .line, style: "leader",
                            rows: reports.filter(\.element.isTruthKnown).flatMap { number, report in
                                [report.fix.point, report.truth].map { Row("\(number)", at: $0) }
                            }),
                        Layer(
                            "report", .point,
                            rows: map.reports.map {
                                Row($0.fix.source.rawValue, at: $0.fix.point)
                            }),
                        Layer(
                            "stay", .point, style: "mark",
                            rows: map.stays.map { stay in
                                Row(
                                    "\(NumberText.text(stay.time.seconds.magnitude / 60)) min",
                                    at: stay.place)
                            }),
                        Layer(
                            "region", .whisker, .name, style: "leader",
                            rows: map.ground.regions.map {
                                Row($0.name, at: $0.center, radius: $0.radius)
                            }),
                    ])
            ])
    }

    private static func way(
        _ map: TrackMap, _ name: String, isKnown: Bool, style: String
    ) -> Layer {
        Layer(
            name, .line, style: style,
            rows: map.pieces.enumerated().filter { $1.isKnown == isKnown }.flatMap {
                number, piece in
                piece.points.map { Row("piece \(number + 1)", at: $0) }
            })
    }
}

extension Chart.Row {
    fileprivate init(_ name: String, at point: MapPoint, radius: Meters? = nil) {
        func span(_ middle: Double) -> Chart.Span? {
            radius.map {
                .init((middle - $0.magnitude) / 1000, (middle + $0.magnitude) / 1000)
            }
        }
        self.init(
            name, x: point.east / 1000, xs: span(point.east), y: point.north / 1000,
            ys: span(point.north))
    }
}

extension TrackMap {
    /// East and north have one scale: their domains are as long as each other, with a little room
    /// around all that is drawn.
    fileprivate func axis(_ name: String, _ coordinate: (MapPoint) -> Double) -> Chart.Axis {
        let (own, east, north) = (bounds(coordinate), bounds(\.east), bounds(\.north))
        let middle = (own.low + own.high) / 2
        // A phone that stays at one place has 1 km around it.
        let reach = 0.54 * max(east.high - east.low, north.high - north.low, 1)
        return Chart.Axis("\(name) [km]", ChartScale(from: middle - reach, to: middle + reach))
    }

    private func bounds(_ coordinate: (MapPoint) -> Double) -> Chart.Span {
        let points = way.map(\.point) + reports.map(\.fix.point)
        let all = points.map { coordinate($0) / 1000 }
        return Chart.Span(all.min() ?? 0, all.max() ?? 0)
    }
}

/// A day's track as a drawing, and for those who draw it otherwise.
public struct TrackPicture: Sendable {
    static let vegaName = "track.vl.json"

    let svg: [UInt8]
    let json: JSONValue

    /// Draws the notes below the title, one line each.
    public init(_ map: TrackMap, title: String, notes: [String]) {
        svg = map.svg(title: title, notes: notes)
        json = Chart.track(map, title: title, notes: notes).vega
    }
}
