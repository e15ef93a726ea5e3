import DeviceModel
import Experiments
import Statistics
import Studies

/// Cost against error as a picture: a panel for each kind of day, all with the same axes.
///
/// Better lies to the lower left, whichever way the metrics go. What is told by colour is told by
/// shape as well, for those who print in grey.
public struct FrontierChart {
    private let days: [FrontierDayResult]
    private let cost: ChartScale
    private let error: ChartScale

    /// Of the picture among the results.
    public static let fileName = "frontier.svg"

    static let width = 960.0
    static let panelHeight = 430.0
    private static let header = 92.0
    /// From one panel's top to the next one's.
    private static let pitch = panelHeight + 106
    private static let left = 84.0
    private static let right = 28.0

    /// - Parameter days: at least one.
    public init(_ days: [FrontierDayResult]) {
        precondition(!days.isEmpty, "a picture of no day")
        self.days = days
        let standings = days.flatMap(\.standings)
        cost = Self.scale(standings.map(\.cost))
        error = Self.scale(standings.map(\.error))
    }

    /// The means, and the ends of their intervals unless one of these alone would keep the axis
    /// from being logarithmic.
    private static func scale(_ summaries: [Summary]) -> ChartScale {
        let means = summaries.compactMap(\.mean)
        let ends = summaries.compactMap(\.interval).flatMap { [$0.low, $0.high] }
        let arePositive = means.allSatisfy { $0 > 0 }
        return ChartScale(showing: means + ends.filter { $0 > 0 || !arePositive })
    }

    /// The picture, in UTF-8.
    public var svg: [UInt8] {
        let height = Self.header + Self.pitch * Double(days.count)
        var svg = SVGText()
        svg.beginChart(
            width: Self.width, height: height, name: heading, style: Self.style)
        svg.words(heading, at: PixelPoint(x: Self.left, y: 32), "heading")
        legend(&svg, at: PixelPoint(x: Self.left, y: 56))
        svg.words(optionNames, at: PixelPoint(x: Self.left, y: 76), "note")
        for (index, day) in days.enumerated() {
            let top = Self.header + Self.pitch * Double(index) + 36
            let box = ChartBox(
                left: Self.left, top: top, right: Self.width - Self.right,
                bottom: top + Self.panelHeight)
            FrontierPanel(day: day, cost: cost, error: error, box: box).draw(in: &svg)
        }
        svg.end("svg")
        return Array(svg.text.utf8)
    }

    private var heading: String {
        let (cost, error) = (days[0].cost.metric.words, days[0].error.metric.words)
        return "\(days[0].result.scenario.name): \(error) against \(cost)"
    }

    /// What the values beside the names are values of.
    private var optionNames: String {
        var seen: [String] = []
        for standing in days[0].standings where !standing.variant.levels.isEmpty {
            let options = standing.variant.levels.map(\.option).joined(separator: " / ")
            let words = "\(standing.variant.family): \(options)"
            if !seen.contains(words) { seen.append(words) }
        }
        return seen.joined(separator: ";  ")
    }

    private func legend(_ svg: inout SVGText, at place: PixelPoint) {
        var x = place.x + 6
        for (mark, words) in [
            (FrontierMark.optimal, "optimal"),
            (.notDistinguishable, "not distinguishable from another"),
            (.dominated, "dominated"),
        ] {
            mark.draw(in: &svg, at: PixelPoint(x: x, y: place.y - 4), title: nil)
            svg.words(words, at: PixelPoint(x: x + 11, y: place.y), "legend")
            x += FontMetrics.width(of: words, size: 11.5) + 36
        }
        let (start, end) = (
            PixelPoint(x: x - 6, y: place.y - 4), PixelPoint(x: x + 20, y: place.y - 4)
        )
        svg.line([start, end], class: "front")
        svg.words(
            "frontier; bars: 95 % intervals", at: PixelPoint(x: x + 28, y: place.y), "legend")
    }

    private static let style = """
        .paper{fill:#fff} .panel{fill:none;stroke:#444;stroke-width:1} \
        .grid{stroke:#e3e3e3;stroke-width:1} .heading{font-size:16px;font-weight:bold;fill:#111} \
        .day{font-size:13.5px;font-weight:bold;fill:#111} .note{font-size:11.5px;fill:#555} \
        .legend,.axis,.tick{font-size:11.5px;fill:#333} .beyond{fill:#f3f4f6} \
        .front{fill:none;stroke:#0b3c5d;stroke-width:1.6} .bar{stroke:#777;stroke-width:1} \
        .leader{stroke:#777;stroke-width:0.8} \
        .label{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round} \
        .optimal{fill:#0b3c5d;stroke:#fff;stroke-width:1} \
        .open{fill:#fff;stroke:#0b3c5d;stroke-width:1.8} .cross{stroke:#8a8a8a;stroke-width:1.6} \
        .label-optimal{font-size:11.5px;font-weight:bold;fill:#0b3c5d} \
        .label-open{font-size:11.5px;fill:#0b3c5d} .label-dominated{font-size:10.5px;fill:#6b6b6b} \
        @media screen and (prefers-color-scheme:dark){.paper{fill:#12161c} \
        .panel{stroke:#6e7681} .grid{stroke:#2a313a} .heading,.day{fill:#e6edf3} \
        .note,.legend,.axis,.tick{fill:#9aa4af} .beyond{fill:#1a2028} .front{stroke:#6cb6ff} \
        .label{stroke:#12161c} .optimal{fill:#6cb6ff;stroke:#12161c} \
        .open{fill:#12161c;stroke:#6cb6ff} .label-optimal,.label-open{fill:#6cb6ff} \
        .label-dominated{fill:#9aa4af}}
        """
}

extension PolicyVariant {
    /// The family and the values, without the options' names: `standard 10m / 50m`.
    var label: String {
        levels.isEmpty
            ? family : "\(family) " + levels.map(\.value).joined(separator: " / ")
    }
}

/// How the points of one verdict look.
enum FrontierMark: Int, CaseIterable {
    case optimal
    case notDistinguishable
    case dominated

    init(_ verdict: FrontierStanding.Verdict) {
        switch verdict {
        case .optimal: self = .optimal
        case .notDistinguishable: self = .notDistinguishable
        case .dominated: self = .dominated
        }
    }

    static let radius = 5.0

    func draw(in svg: inout SVGText, at place: PixelPoint, title: String?) {
        switch self {
        case .optimal, .notDistinguishable:
            svg.element(
                "circle",
                [
                    .init("cx", place.x), .init("cy", place.y),
                    .init("r", self == .optimal ? Self.radius + 0.5 : Self.radius - 0.7),
                    .init("class", self == .optimal ? "optimal" : "open"),
                ], title: title)
        case .dominated:
            let arm = 3.4
            let number = SVGText.number
            let path =
                "M\(number(place.x - arm)) \(number(place.y - arm))L\(number(place.x + arm)) "
                + "\(number(place.y + arm))M\(number(place.x - arm)) \(number(place.y + arm))"
                + "L\(number(place.x + arm)) \(number(place.y - arm))"
            svg.element("path", [.init("d", path), .init("class", "cross")], title: title)
        }
    }

    var labelStyle: String {
        switch self {
        case .optimal: "label-optimal"
        case .notDistinguishable: "label-open"
        case .dominated: "label-dominated"
        }
    }

    /// Of its label, in pixels; bold letters are wider.
    func labelWidth(_ text: String) -> Double {
        switch self {
        case .optimal: FontMetrics.width(of: text, size: 11.5, isBold: true)
        case .notDistinguishable: FontMetrics.width(of: text, size: 11.5)
        case .dominated: FontMetrics.width(of: text, size: 10.5)
        }
    }
}
