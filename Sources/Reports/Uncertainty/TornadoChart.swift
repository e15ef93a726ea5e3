import DeviceModel
import Experiments

/// Which of the values that are not known matters most: a bar for each, the longest on top.
public struct TornadoChart {
    private let bars: [TornadoBar]
    private let central: Double
    private let scale: ChartScale
    private let title: String

    /// Of the picture among the results.
    public static let fileName = "tornado.svg"
    /// No more bars than these; the others are the shortest.
    public static let most = 25

    private static let width = 900.0
    private static let top = 78.0
    private static let pitch = 34.0
    private static let left = 330.0
    private static let right = 60.0

    /// - Parameters:
    ///   - bars: of one quantity.
    ///   - target: that quantity.
    ///   - central: its mean with all values central.
    ///   - scenario: the scenario's name.
    public init(
        _ bars: [TornadoBar], target: UncertainQuantity, central: Double, scenario: String
    ) {
        self.bars = Array(bars.sorted { $0.width > $1.width }.prefix(Self.most))
        self.central = central
        scale = ChartScale(linear: bars.flatMap { [$0.low, $0.high] } + [central])
        title =
            "\(scenario): \(target.metric.words)\(target.metric.unitInBrackets), "
            + UncertaintyText.name(target)
    }

    private var bottom: Double { Self.top + Self.pitch * Double(max(1, bars.count)) }

    /// The picture, in UTF-8.
    public var svg: [UInt8] {
        var svg = SVGText()
        let height = bottom + 56
        svg.beginChart(
            width: Self.width, height: height, name: title, style: Self.style)
        svg.words(title, at: PixelPoint(x: 24, y: 30), "heading")
        svg.words(
            "each value at its 5 % (light) and 95 % quantile (dark), or over its list; the others "
                + "central",
            at: PixelPoint(x: 24, y: 52), "note")
        axis(&svg)
        for (index, bar) in bars.enumerated() {
            draw(bar, at: Self.top + Self.pitch * Double(index), in: &svg)
        }
        svg.line(
            [PixelPoint(x: x(central), y: Self.top - 6), PixelPoint(x: x(central), y: bottom)],
            class: "central")
        svg.end("svg")
        return Array(svg.text.utf8)
    }

    private func x(_ value: Double) -> Double {
        Self.left + scale.share(of: value) * (Self.width - Self.left - Self.right)
    }

    private func axis(_ svg: inout SVGText) {
        for tick in scale.ticks {
            svg.line(
                [PixelPoint(x: x(tick), y: Self.top - 6), PixelPoint(x: x(tick), y: bottom)],
                class: "grid")
            svg.words(
                ReadableNumber.text(tick, significantDigits: 3),
                at: PixelPoint(x: x(tick), y: bottom + 18), anchor: "middle", "tick")
        }
        svg.words(
            "all values central: \(ReadableNumber.text(central, significantDigits: 4))",
            at: PixelPoint(x: Self.left, y: bottom + 40), "note")
    }

    private func draw(_ bar: TornadoBar, at top: Double, in svg: inout SVGText) {
        for (value, style) in [(bar.low, "low"), (bar.high, "high")] {
            let (start, end) = (min(x(value), x(central)), max(x(value), x(central)))
            svg.element(
                "rect",
                [
                    .init("x", start), .init("y", top + 3), .init("width", max(end - start, 0.5)),
                    .init("height", Self.pitch - 14), .init("class", style),
                ], title: "\(bar.parameter): \(bar.lowValue) to \(bar.highValue)")
        }
        svg.words(
            bar.parameter, at: PixelPoint(x: Self.left - 14, y: top + 11), anchor: "end", "label")
        let values = ShortValues([bar.lowValue, bar.highValue]).texts
        svg.words(
            "\(values[0]) to \(values[1])",
            at: PixelPoint(x: Self.left - 14, y: top + 24), anchor: "end", "note")
    }

    private static let style = """
        .paper{fill:#fff} .grid{stroke:#e3e3e3;stroke-width:1} \
        .heading{font-size:15px;font-weight:bold;fill:#111} .note{font-size:10.5px;fill:#555} \
        .label{font-size:11.5px;fill:#111} .tick{font-size:11px;fill:#333} \
        .low{fill:#9fc0d6;stroke:#0b3c5d;stroke-width:0.6} .high{fill:#0b3c5d} \
        .central{fill:none;stroke:#111;stroke-width:1.2}
        """
}
