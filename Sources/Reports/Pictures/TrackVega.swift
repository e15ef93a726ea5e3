import DeviceModel
import Kernel
import Show

/// A `TrackMap` for Vega-Lite: the way, the reports and where the phone was at each, stays and
/// regions, on the map's plane, in kilometres to the east and north.
struct TrackVega {
    static let fileName = "track.vl.json"
    private static let side: Int64 = 640
    /// Kilometres: a phone that stays at one place has this much around it.
    private static let leastSide = 1.0

    private let map: TrackMap

    init(_ map: TrackMap) { self.map = map }

    /// The document.
    func json(title: String, notes: [String]) -> JSONValue {
        VegaLite(
            words: 2,
            columns: [
                "part", "name", "order", "east_km", "north_km", "true_east_km", "true_north_km",
                "radius_m",
            ], rows: way + reports + stays + regions, view: view
        ).json(title: title, description: notes.joined(separator: ". "))
    }

    // MARK: Data

    private var way: [[String]] {
        map.pieces.enumerated().flatMap { number, piece in
            piece.points.enumerated().map { order, point in
                row(piece.isKnown ? "way" : "gap", "\(number + 1)", point, order: order)
            }
        }
    }

    private var reports: [[String]] {
        map.reports.enumerated().map { order, report in
            row(
                "report", report.fix.source.rawValue, report.fix.point,
                truth: report.isTruthKnown ? report.truth : nil, order: order)
        }
    }

    private var stays: [[String]] {
        map.stays.enumerated().map { order, stay in
            row(
                "stay", "\(NumberText.text(stay.time.seconds.magnitude / 60)) min", stay.place,
                order: order)
        }
    }

    private var regions: [[String]] {
        map.ground.regions.enumerated().map { order, region in
            row("region", region.name, region.center, radius: region.radius, order: order)
        }
    }

    private func row(
        _ part: String, _ name: String, _ point: MapPoint, truth: MapPoint? = nil,
        radius: Meters? = nil, order: Int
    ) -> [String] {
        [part, name, "\(order)"]
            + [point.east, point.north, truth?.east, truth?.north].map {
                VegaLite.number($0.map { $0 / 1000 })
            } + [VegaLite.number(radius?.magnitude)]
    }

    // MARK: View

    /// East and north have one scale: the domains are as long as each other, and the sides too.
    private var view: [JSONValue.Member] {
        let dash: JSONValue = ["type": "line", "strokeDash": [4, 4], "opacity": 0.5]
        let source = VegaLite.channel("name", "nominal", title: "reported by")
        return [
            .init("width", .integer(Self.side)), .init("height", .integer(Self.side)),
            .init(
                "layer",
                [
                    layer("way", ["type": "line", "color": "#333"], line),
                    layer("gap", dash, line),
                    layer(
                        "report", ["type": "rule", "strokeDash": [2, 2], "opacity": 0.5],
                        [
                            .init("x2", ["field": "true_east_km"]),
                            .init("y2", ["field": "true_north_km"]),
                        ],
                        where: "isValid(datum.true_east_km)"),
                    layer(
                        "report",
                        ["type": "point", "filled": true, "tooltip": ["content": "data"]],
                        [.init("color", source), .init("shape", source)]),
                    layer("stay", ["type": "circle", "size": 120, "color": "#333"], []),
                    layer(
                        "region", ["type": "text", "dy": -10], [.init("text", ["field": "name"])]),
                ]),
        ]
    }

    /// The points of a piece in the order in which the phone was there.
    private var line: [JSONValue.Member] {
        [.init("detail", ["field": "name"]), .init("order", ["field": "order"])]
    }

    private func layer(
        _ part: String, _ mark: JSONValue, _ more: [JSONValue.Member], where condition: String = ""
    ) -> JSONValue {
        let test = "datum.part == '\(part)'" + (condition.isEmpty ? "" : " && " + condition)
        return [
            "transform": [["filter": .string(test)]], "mark": mark,
            "encoding": .object(
                [.init("x", axis("east", \.east)), .init("y", axis("north", \.north))] + more),
        ]
    }

    private func axis(_ name: String, _ coordinate: (MapPoint) -> Double) -> JSONValue {
        let middle = (bounds(coordinate).low + bounds(coordinate).high) / 2
        return VegaLite.channel(
            "\(name)_km", "quantitative", title: "\(name) [km]",
            [
                .init(
                    "scale",
                    [
                        "domain": [.number(middle - reach), .number(middle + reach)],
                        "nice": false, "zero": false,
                    ])
            ])
    }

    /// Half a side in kilometres, with a little room around all that is drawn.
    private var reach: Double {
        let (east, north) = (bounds(\.east), bounds(\.north))
        return 0.54 * max(east.high - east.low, north.high - north.low, Self.leastSide)
    }

    private func bounds(_ coordinate: (MapPoint) -> Double) -> (low: Double, high: Double) {
        let points = map.way.map(\.point) + map.reports.map(\.fix.point)
        let all = points.map { coordinate($0) / 1000 }
        return (all.min() ?? 0, all.max() ?? 0)
    }
}

/// A day's track as a drawing, and for those who draw it otherwise.
public struct TrackPicture: Sendable {
    let svg: [UInt8]
    let json: JSONValue

    /// The notes stand below the title, one line each.
    public init(_ map: TrackMap, title: String, notes: [String]) {
        svg = map.svg(title: title, notes: notes)
        json = TrackVega(map).json(title: title, notes: notes)
    }
}
