/// Values of equal stretches on top of each other, as areas with steps.
package struct StackedArea {
    package struct Layer {
        package let color: String
        /// By stretch, none below 0.
        package let values: [Double]

        package init(color: String, values: [Double]) {
            (self.color, self.values) = (color, values)
        }
    }

    /// From the lowest up, with as many values each.
    package let layers: [Layer]
    /// What reaches to the top.
    package let most: Double

    package init(layers: [Layer], most: Double) { (self.layers, self.most) = (layers, most) }

    /// The largest sum of a stretch; 0 without layers.
    package static func peak(_ layers: [Layer]) -> Double {
        guard let first = layers.first else { return 0 }
        return first.values.indices.map { stretch in
            layers.reduce(0) { $0 + $1.values[stretch] }
        }.max() ?? 0
    }

    /// Draws the layers between two heights.
    package func draw(
        _ axis: ChartAxis, from top: Double, to bottom: Double, in canvas: inout ChartCanvas
    ) {
        guard most > 0 else { return }
        // From the whole down to the lowest, each over the one before.
        for index in layers.indices.reversed() {
            let path = outline(upTo: index, axis, top, bottom)
            guard !path.isEmpty else { continue }
            canvas.svg.element(
                "path", [.init("d", path), .init("class", layers[index].color)])
        }
    }

    /// Around the sum of the lowest layers, where the last of them has something.
    private func outline(
        upTo index: Int, _ axis: ChartAxis, _ top: Double, _ bottom: Double
    ) -> String {
        let own = layers[index].values
        let width = (axis.end - axis.start) / Double(max(1, own.count))
        let floor = SVGText.number(bottom)
        var path = ""
        var height: String?
        for stretch in own.indices {
            let x = SVGText.number(axis.start + Double(stretch) * width)
            if own[stretch] > 0 {
                let sum = layers[...index].reduce(0) { $0 + $1.values[stretch] }
                let y = SVGText.number(bottom - (bottom - top) * min(1, sum / most))
                if height == nil { path += "M\(x) \(floor)V\(y)" }
                if let height, height != y { path += "H\(x)V\(y)" }
                height = y
            } else if height != nil {
                path += "H\(x)V\(floor)Z"
                height = nil
            }
        }
        return height == nil ? path : path + "H\(SVGText.number(axis.end))V\(floor)Z"
    }
}
