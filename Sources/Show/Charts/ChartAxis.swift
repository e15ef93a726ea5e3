/// A scale along the lower or left edge of a part of a picture.
package struct ChartAxis {
    package let scale: ChartScale
    /// Where ``ChartScale/low`` and ``ChartScale/high`` stand, in pixels; either may come first.
    package let start: Double
    package let end: Double

    package init(scale: ChartScale, start: Double, end: Double) {
        (self.scale, self.start, self.end) = (scale, start, end)
    }

    package func place(_ value: Double) -> Double { start + scale.share(of: value) * (end - start) }

    /// Draws it from left to right: grid lines, values below, no value on another.
    package func drawBelow(from top: Double, to bottom: Double, in canvas: inout ChartCanvas) {
        var free = canvas.left
        for (value, x) in ticks.sorted(by: { $0.place < $1.place }) {
            canvas.line(x, top, x, bottom, "grid")
            let words = ChartText.tick(value)
            let half = FontMetrics.width(of: words, size: ChartSheet.Text.tick.size) / 2
            guard x - half >= free, x + half <= canvas.right else { continue }
            canvas.words(words, at: PixelPoint(x: x, y: bottom + 16), .tick, anchor: .middle)
            free = x + half + 8
        }
        canvas.line(start, bottom, end, bottom, "axis")
    }

    /// Draws it from the bottom to the top: grid lines, values at their left ends.
    package func drawBeside(from left: Double, to right: Double, in canvas: inout ChartCanvas) {
        var free = Double.infinity
        for (value, y) in ticks.sorted(by: { $0.place > $1.place }) {
            canvas.line(left, y, right, y, "grid")
            guard y + 8 < free else { continue }
            canvas.words(
                ChartText.tick(value), at: PixelPoint(x: left - 6, y: y + 4), .tick,
                anchor: .end, room: left - 6 - canvas.left)
            free = y - 8
        }
    }

    private var ticks: [(value: Double, place: Double)] { scale.ticks.map { ($0, place($0)) } }

    /// How wide the values of a scale are at most.
    package static func widest(_ scale: ChartScale) -> Double {
        scale.ticks.map {
            FontMetrics.width(of: ChartText.tick($0), size: ChartSheet.Text.tick.size)
        }.max() ?? 0
    }
}
