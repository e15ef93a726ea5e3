/// Where the values of a quantity stand on an axis.
///
/// Logarithmic where all values are above zero and the largest is at least five times the
/// smallest, linear otherwise.
package struct ChartScale {
    package let isLogarithmic: Bool
    package let low: Double
    package let high: Double
    /// Whether the values are minutes or seconds, whose ticks are those of a clock: 15, 30, 60.
    private var isClock = false

    /// An axis that shows all of `values`, with some room at both ends; without values it goes
    /// from 0 to 1.
    package init(showing values: [Double], isClock: Bool = false) {
        self.init(values, mayBeLogarithmic: true)
        self.isClock = isClock
    }

    /// An axis that shows all of `values`, always linear.
    package init(linear values: [Double]) { self.init(values, mayBeLogarithmic: false) }

    /// A linear axis from one value to another, without room beside them.
    package init(from low: Double, to high: Double) {
        let (least, most) = (max(low, -Self.farthest), min(high, Self.farthest))
        isLogarithmic = false
        self.low = least
        self.high = most > least ? most : least + max(least.magnitude, 1)
    }

    /// No axis goes further than this from 0, nor a logarithmic one nearer to it than its inverse:
    /// with the room beside the values all arithmetic stays within what a number can be.
    private static let farthest = 1e300

    private init(_ values: [Double], mayBeLogarithmic: Bool) {
        let shown = values.filter { !$0.isNaN }.map { min(max($0, -Self.farthest), Self.farthest) }
        let least = shown.min() ?? 0
        let most = shown.max() ?? 1
        isLogarithmic = mayBeLogarithmic && least >= 1 / Self.farthest && most / 5 >= least
        if isLogarithmic {
            let room = min(max(0.07 * (Self.log(most) - Self.log(least)), 0.02), 7)
            low = Self.power(Self.log(least) - room)
            high = Self.power(Self.log(most) + room)
        } else {
            // Values that differ in their last bits only have no digits between them for an axis.
            let size = max(least.magnitude, most.magnitude)
            let width = most - least > 1e-9 * size ? most - least : max(size, 1)
            low = least - 0.07 * width
            high = most + 0.07 * width
        }
    }

    /// From 0 at the low end to 1 at the high end; values beyond are at the ends.
    package func share(of value: Double) -> Double {
        let bounded = min(max(value, low), high)
        if isLogarithmic {
            return (Self.log(bounded) - Self.log(low)) / (Self.log(high) - Self.log(low))
        }
        return (bounded - low) / (high - low)
    }

    /// The values that are written beside the axis, rising.
    ///
    /// A logarithmic axis has 1, 2 and 5 of each power of ten, or only 1 if those are many, or only
    /// some powers. No axis has more than ``mostTicks``.
    package var ticks: [Double] {
        if isClock {
            let ticks = Self.clock.filter { low <= $0 && $0 <= high }
            if (3...8).contains(ticks.count) { return ticks }
        }
        if !isLogarithmic { return linearTicks }
        let decades = Int(Self.log(low).rounded(.down))...Int(Self.log(high).rounded(.up))
        func shown(_ decades: some Sequence<Int>, _ digits: [Double]) -> [Double] {
            decades.flatMap { decade in
                digits.map { $0 * Self.wholePower(decade) }
            }.filter { low <= $0 && $0 <= high }
        }
        if decades.count > Self.mostTicks {
            let step = (decades.count + Self.mostTicks - 1) / Self.mostTicks
            return shown(decades.filter { $0 % step == 0 }, [1])
        }
        let all = shown(decades, [1, 2, 5])
        let tens = all.filter { Self.isPowerOfTen($0) }
        return all.count > 9 && tens.count >= 3 ? tens : all
    }

    static let mostTicks = 13

    private static let clock: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960, 1440]

    private var linearTicks: [Double] {
        let rough = (high - low) / 6
        // Below the least power that has an inverse.
        guard rough > 1 / Self.farthest else { return [] }
        let unit = Self.wholePower(Int(Self.log(rough).rounded(.down)))
        let step = [1, 2, 5, 10].map { $0 * unit }.first { $0 >= rough } ?? 10 * unit
        let first = (low / step).rounded(.up)
        let last = (high / step).rounded(.down)
        guard first <= last else { return [] }
        return Array(stride(from: first, through: last, by: 1)).map { $0 * step }
    }

    /// To base ten, the same on every machine.
    private static func log(_ value: Double) -> Double {
        PortableMath.log(value) / PortableMath.log(10)
    }

    private static func power(_ exponent: Double) -> Double {
        PortableMath.exp(exponent * PortableMath.log(10))
    }

    private static func wholePower(_ exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<exponent.magnitude { power *= 10 }
        return exponent < 0 ? 1 / power : power
    }

    private static func isPowerOfTen(_ value: Double) -> Bool {
        let exponent = log(value)
        return (exponent - exponent.rounded()).magnitude < 1e-9
    }
}

/// A scale along the lower or left edge of a part of a picture.
package struct ChartAxis {
    package let scale: ChartScale
    /// Where ``ChartScale/low`` and ``ChartScale/high`` stand, in pixels; either may come first.
    package let start: Double
    package let end: Double

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

/// Values over stretches on top of each other, as areas with steps.
package struct StackedArea {
    /// Where the stretches begin, and where the last one ends.
    private var edges: [Double]
    /// From the lowest up, with a value for each stretch.
    private var layers: [(name: String, values: [Double])]

    /// Stacks rows of no name of `order` above all others.
    package init(_ rows: [Chart.Row], _ order: [String]) {
        edges = Set(rows.compactMap(\.xs).flatMap { [$0.low, $0.high] }).sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(edges, edges.indices))
        let names = (order + rows.map(\.name)).firstOfEach
        let empty = [Double](repeating: 0, count: max(0, edges.count - 1))
        layers = names.map { ($0, empty) }
        for row in rows {
            guard let xs = row.xs, let value = row.y, xs.low < xs.high,
                let layer = names.firstIndex(of: row.name),
                let first = places[xs.low], let end = places[xs.high]
            else { continue }
            for stretch in first..<end { layers[layer].values[stretch] += value }
        }
        layers.removeAll { layer in layer.values.allSatisfy { $0 <= 0 } }
    }

    /// The largest sum of a stretch; 0 without layers.
    package var peak: Double {
        edges.indices.dropLast().map { stretch in
            layers.reduce(0) { $0 + $1.values[stretch] }
        }.max() ?? 0
    }

    /// Outlines in the order to draw them: from the whole down to the lowest, each over the one
    /// before.
    func outlines(_ x: ChartAxis, _ y: ChartAxis) -> [(name: String, path: String)] {
        layers.indices.reversed().map { (layers[$0].name, outline(upTo: $0, x, y)) }
    }

    /// Around the sum of the lowest layers, where the last of them has something.
    private func outline(upTo index: Int, _ x: ChartAxis, _ y: ChartAxis) -> String {
        let own = layers[index].values
        let floor = SVGText.number(y.start)
        var path = ""
        var height: String?
        for stretch in own.indices {
            let start = SVGText.number(x.place(edges[stretch]))
            if own[stretch] > 0 {
                let top = SVGText.number(
                    y.place(layers[...index].reduce(0) { $0 + $1.values[stretch] }))
                if height == nil { path += "M\(start) \(floor)V\(top)" }
                if let height, height != top { path += "H\(start)V\(top)" }
                height = top
            } else if height != nil {
                path += "H\(start)V\(floor)Z"
                height = nil
            }
        }
        return height == nil
            ? path : path + "H\(SVGText.number(x.place(edges[own.count])))V\(floor)Z"
    }
}
