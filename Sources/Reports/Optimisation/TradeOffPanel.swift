import Experiments
import Statistics

/// The goal, or what a constraint limits, at all points of a search: a part of ``TradeOffChart``.
struct TradeOffPanel {
    /// A value with its interval.
    struct Mark {
        let x: Double
        let y: Double
        let interval: ConfidenceInterval?
        /// Hollow.
        let isOpen: Bool
        let title: String
    }

    private let title: String
    /// What varies, with its unit.
    private let axis: String
    private let marks: [Mark]
    private let limit: Double?
    private let result: OptimisationResult
    private let across: ChartScale
    private let up: ChartScale
    private let box: ChartBox

    init(
        title: String, axis: String, marks: [Mark], limit: Double?, result: OptimisationResult,
        across: ChartScale, box: ChartBox
    ) {
        (self.title, self.axis, self.marks, self.limit) = (title, axis, marks, limit)
        (self.result, self.across, self.box) = (result, across, box)
        up = ChartScale(
            showing: marks.map(\.y) + marks.compactMap(\.interval).flatMap { [$0.low, $0.high] }
                + [limit].compactMap { $0 })
    }

    func draw(in svg: inout SVGText) {
        svg.begin("g")
        optimum(&svg)
        grid(&svg)
        svg.words(
            title + (up.isLogarithmic ? ", logarithmic" : ""),
            at: PixelPoint(x: box.left, y: box.top - 8), "title")
        drawLimit(&svg)
        curve(&svg)
        svg.rectangle(box, "panel")
        svg.words(
            axis + (across.isLogarithmic ? ", logarithmic" : ""),
            at: PixelPoint(x: (box.left + box.right) / 2, y: box.bottom + 34), anchor: "middle",
            "axis")
        svg.end("g")
    }

    private func x(_ value: Double) -> Double { box.left + box.width * across.share(of: value) }

    private func y(_ value: Double) -> Double { box.bottom - box.height * up.share(of: value) }

    private func place(_ x: Double, _ y: Double) -> PixelPoint {
        PixelPoint(x: self.x(x), y: self.y(y))
    }

    private func upright(at x: Double) -> [PixelPoint] {
        [PixelPoint(x: x, y: box.top), PixelPoint(x: x, y: box.bottom)]
    }

    private func optimum(_ svg: inout SVGText) {
        for region in result.regions {
            let band = ChartBox(
                left: x(region.lowerBound), top: box.top, right: x(region.upperBound),
                bottom: box.bottom)
            svg.rectangle(band, "band")
        }
        if let optimum = result.optimum {
            svg.line(upright(at: x(optimum.x)), class: "optimum")
        }
    }

    private func grid(_ svg: inout SVGText) {
        for value in across.ticks {
            let x = x(value)
            svg.line(upright(at: x), class: "grid")
            svg.words(
                tick(value), at: PixelPoint(x: x, y: box.bottom + 16), anchor: "middle", "tick")
        }
        for value in up.ticks {
            let y = y(value)
            svg.line(
                [PixelPoint(x: box.left, y: y), PixelPoint(x: box.right, y: y)], class: "grid")
            svg.words(
                tick(value), at: PixelPoint(x: box.left - 7, y: y + 4), anchor: "end", "tick")
        }
    }

    private func drawLimit(_ svg: inout SVGText) {
        guard let limit else { return }
        let end = place(across.high, limit)
        svg.line([place(across.low, limit), end], class: "limit")
        svg.words(
            "limit", at: PixelPoint(x: end.x - 4, y: end.y - 4), anchor: "end", "limit-label")
    }

    /// The means with their intervals; the marks on top.
    private func curve(_ svg: inout SVGText) {
        for mark in marks {
            guard let interval = mark.interval else { continue }
            svg.line([place(mark.x, interval.low), place(mark.x, interval.high)], class: "bar")
        }
        svg.line(marks.map { place($0.x, $0.y) }, class: "curve")
        for mark in marks {
            let place = place(mark.x, mark.y)
            svg.element(
                "circle",
                [
                    .init("cx", place.x), .init("cy", place.y), .init("r", 3.6),
                    .init("class", mark.isOpen ? "open" : "kept"),
                ], title: mark.title)
        }
    }

    /// Without what rounding leaves of a multiple of 0.1.
    private func tick(_ value: Double) -> String {
        NumberText.text(
            (1e-3..<1e6).contains(value.magnitude) ? (value * 1e9).rounded() / 1e9 : value)
    }
}
