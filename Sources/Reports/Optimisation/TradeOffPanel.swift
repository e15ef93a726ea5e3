import Experiments
import Show
import Statistics

/// The goal, or what a constraint limits, at all points of a search: a part of ``TradeOffChart``.
struct TradeOffPanel {
    struct Mark {
        let x: Double
        let y: Double
        let interval: ConfidenceInterval?
        /// Hollow.
        let isOpen: Bool
        let title: String
    }

    let title: String
    let marks: [Mark]
    /// Of the constraint that the panel shows; `nil`: it shows the goal.
    let limit: Double?

    /// Of the panel's own values.
    var scale: ChartScale {
        ChartScale(
            showing: marks.map(\.y) + marks.compactMap(\.interval).flatMap { [$0.low, $0.high] }
                + [limit].compactMap { $0 })
    }

    /// Draws it from the canvas' `y` on, and moves that below it.
    func draw(
        _ result: OptimisationResult, _ across: ChartScale, left: Double,
        in canvas: inout ChartCanvas
    ) {
        let up = scale
        canvas.y += 20
        canvas.words(
            title + (up.isLogarithmic ? ", logarithmic" : ""),
            at: PixelPoint(x: canvas.left, y: canvas.y), .label)
        let box = ChartBox(
            left: left, top: canvas.y + 10, right: canvas.right - 8, bottom: canvas.y + 220)
        let x = ChartAxis(scale: across, start: box.left, end: box.right)
        let y = ChartAxis(scale: up, start: box.bottom, end: box.top)
        for region in result.regions {
            let band = ChartBox(
                left: x.place(region.lowerBound), top: box.top, right: x.place(region.upperBound),
                bottom: box.bottom)
            canvas.rectangle(band, "band c0")
        }
        y.drawBeside(from: box.left, to: box.right, in: &canvas)
        x.drawBelow(from: box.top, to: box.bottom, in: &canvas)
        if let optimum = result.optimum {
            canvas.line(x.place(optimum.x), box.top, x.place(optimum.x), box.bottom, "zero")
        }
        drawLimit(box, y, &canvas)
        curve(x, y, &canvas)
        canvas.y = box.bottom + 20
    }

    private func drawLimit(_ box: ChartBox, _ y: ChartAxis, _ canvas: inout ChartCanvas) {
        guard let limit else { return }
        let height = y.place(limit)
        canvas.line(box.left, height, box.right, height, "curve c1")
        // Above the line, unless that is beyond the panel.
        let base = height - 16 < box.top ? height + 14 : height - 4
        canvas.words(
            "limit", at: PixelPoint(x: box.right - 4, y: base), .note, anchor: .end, color: "c1")
    }

    private func curve(_ x: ChartAxis, _ y: ChartAxis, _ canvas: inout ChartCanvas) {
        for mark in marks {
            guard let interval = mark.interval else { continue }
            let middle = x.place(mark.x)
            canvas.line(middle, y.place(interval.low), middle, y.place(interval.high), "leader")
        }
        canvas.svg.line(
            marks.map { PixelPoint(x: x.place($0.x), y: y.place($0.y)) }, class: "curve c0")
        for mark in marks {
            canvas.dot(
                PixelPoint(x: x.place(mark.x), y: y.place(mark.y)), radius: 3.6,
                mark.isOpen ? "curve c0" : "c0", title: mark.title)
        }
    }
}
