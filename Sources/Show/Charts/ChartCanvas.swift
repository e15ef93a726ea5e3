/// A picture while it is drawn: markup, and where its texts stand.
///
/// Every text goes through ``words(_:at:_:anchor:color:)``, which keeps its box, so that tests can
/// say of any picture that no text lies on another or beyond the paper.
package struct ChartCanvas {
    /// Text with the area that it covers in the widest face.
    struct Label: Equatable {
        let words: String
        let box: ChartBox
    }

    package let width: Double
    /// Where the next thing may be drawn; in the end the height of the picture.
    package var y = 0.0
    private(set) var labels: [Label] = []
    package var svg = SVGText()

    package static let margin = 12.0
    /// Width of a picture for a screen or for paper.
    package static let wide = 720.0
    package static let narrow = 368.0

    package init(width: Double) { self.width = width }
    package var isNarrow: Bool { width < 500 }
    package var left: Double { Self.margin }
    package var right: Double { width - Self.margin }

    package enum Anchor: String { case start, middle, end }

    /// Writes one line, shortened where it is wider than `room` or else the paper; `place` is of
    /// its base line.
    package mutating func words(
        _ words: String, at place: PixelPoint, _ style: ChartSheet.Text,
        anchor: Anchor = .start, color: String? = nil, room: Double? = nil
    ) {
        let words = PrintableText.line(words)
        let shown = FontMetrics.shortened(
            words, to: room ?? right - left, size: style.size, isBold: style.isBold)
        guard !shown.isEmpty else { return }
        let box = Self.box(shown, at: place, style, anchor)
        labels.append(Label(words: shown, box: box))
        var attributes: [SVGText.Attribute] = [
            .init("x", place.x), .init("y", place.y),
            .init("class", color.map { "\(style.name) \($0)" } ?? style.name),
        ]
        if anchor != .start { attributes.append(.init("text-anchor", anchor.rawValue)) }
        svg.element("text", attributes, content: shown, title: shown == words ? nil : words)
    }

    private static func box(
        _ words: String, at place: PixelPoint, _ style: ChartSheet.Text, _ anchor: Anchor
    ) -> ChartBox {
        let width = FontMetrics.width(of: words, size: style.size, isBold: style.isBold)
        let left =
            switch anchor {
            case .start: place.x
            case .middle: place.x - width / 2
            case .end: place.x - width
            }
        return ChartBox(
            left: left, top: place.y - FontMetrics.ascent * style.size, right: left + width,
            bottom: place.y + FontMetrics.descent * style.size)
    }

    /// The picture's name on top, in as many lines as it takes, and what to know of it below.
    package mutating func heading(_ title: String, note: String) {
        y = 14
        paragraph(title, .title)
        if !note.isEmpty { paragraph(note, .note) }
        y += 8
    }

    /// Text in as many lines as it takes, from ``y`` on.
    package mutating func paragraph(_ text: String, _ style: ChartSheet.Text) {
        for line in ChartText.lines(text, width: right - left, style) {
            y += style.size + 4
            words(line, at: PixelPoint(x: left, y: y - 4), style)
        }
    }

    /// Names beside their colours, in as many lines as it takes, from ``y`` on.
    mutating func key(_ entries: [Chart.Key]) {
        var x = left
        let style = ChartSheet.Text.note
        y += 16
        for entry in entries {
            let name = PrintableText.line(entry.name)
            let wide = min(FontMetrics.width(of: name, size: style.size), right - left - 20)
            if x > left, x + 16 + wide > right { (x, y) = (left, y + 18) }
            if let shape = entry.shape {
                point(
                    shape, isFilled: entry.isFilled, entry.color, PixelPoint(x: x + 5, y: y - 4),
                    title: nil)
            } else {
                svg.rectangle(
                    ChartBox(left: x, top: y - 9, right: x + 10, bottom: y + 1), entry.color)
            }
            words(name, at: PixelPoint(x: x + 15, y: y), style, room: right - x - 15)
            x += 15 + wide + 16
        }
        y += 6
    }

    package mutating func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
    ) { svg.line([PixelPoint(x: x1, y: y1), PixelPoint(x: x2, y: y2)], class: style) }

    mutating func point(
        _ shape: Chart.Key.Shape, isFilled: Bool, _ color: String, _ place: PixelPoint,
        title: String?
    ) {
        switch shape {
        case .dot:
            svg.element(
                "circle",
                [
                    .init("cx", place.x), .init("cy", place.y), .init("r", 4.2),
                    .init("class", isFilled ? "dot \(color)" : "dot curve \(color)"),
                ], title: title)
        case .square, .triangle, .diamond:
            let corners = shape.corners.map { PixelPoint(x: place.x + $0, y: place.y + $1) }
            svg.element(
                "path", [.init("d", SVGText.path(corners) + "Z"), .init("class", "dot \(color)")],
                title: title)
        case .cross:
            let arm = 3.4
            let ends = [-arm, arm].map { side in
                SVGText.path([
                    PixelPoint(x: place.x - arm, y: place.y - side),
                    PixelPoint(x: place.x + arm, y: place.y + side),
                ])
            }
            svg.element("path", [.init("d", ends.joined()), .init("class", color)], title: title)
        case .line: line(place.x - 5, place.y, place.x + 5, place.y, "curve \(color)")
        }
    }

    /// The picture as a document, or as a part of a page that has its style sheet.
    ///
    /// - Parameter name: a class for the part of a page; `nil`: a document of its own.
    func markup(of chart: Chart, as name: String?) -> String {
        var whole = SVGText()
        let height = y + Self.margin
        var attributes: [SVGText.Attribute] = [
            .init("xmlns", "http://www.w3.org/2000/svg"),
            .init("viewBox", "0 0 \(SVGText.number(width)) \(SVGText.number(height))"),
            .init("width", width), .init("height", height), .init("role", "img"),
        ]
        if let name {
            attributes.append(.init("class", name))
        } else {
            attributes.append(.init("font-family", ChartSheet.family))
        }
        whole.begin("svg", attributes)
        whole.element("title", [], content: chart.title)
        whole.element("desc", [], content: chart.summary)
        if name == nil {
            whole.add("<style>\(ChartSheet.css)</style>")
            whole.rectangle(ChartBox(left: 0, top: 0, right: width, bottom: height), "paper")
        }
        return whole.text + svg.text + "</svg>\n"
    }
}

extension Chart.Key.Shape {
    /// In pixels from its middle.
    fileprivate var corners: [(Double, Double)] {
        switch self {
        case .square: [(-3.7, -3.7), (3.7, -3.7), (3.7, 3.7), (-3.7, 3.7)]
        case .triangle: [(0, -5.2), (4.8, 3.6), (-4.8, 3.6)]
        case .diamond: [(0, -5.2), (5.2, 0), (0, 5.2), (-5.2, 0)]
        case .dot, .cross, .line: []
        }
    }
}

package enum ChartText {
    package static func lines(_ text: String, width: Double, _ style: ChartSheet.Text) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in PrintableText.line(text).split(separator: " ") {
            let longer = line.isEmpty ? String(word) : line + " " + word
            let isWider =
                FontMetrics.width(of: longer, size: style.size, isBold: style.isBold) > width
            if isWider, !line.isEmpty {
                lines.append(line)
                line = String(word)
            } else {
                line = longer
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// A value of an axis: without what rounding leaves of a multiple of 0.1, thousands apart.
    package static func tick(_ value: Double) -> String {
        if value.magnitude >= 1000, value == value.rounded(), value.magnitude < 1e12 {
            return ReadableNumber.text(value, decimals: 0)
        }
        return NumberText.text(
            (1e-3..<1e6).contains(value.magnitude) ? (value * 1e9).rounded() / 1e9 : value)
    }
}
