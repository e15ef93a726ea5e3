/// A picture as layers over rows: SVG and Vega-Lite both follow from it.
package struct Chart {
    package var title: String
    /// A remark on the chart, below the heading.
    package var note: String
    /// The figures in a sentence, for those who cannot see the picture.
    package var summary: String
    /// The colours of rows by their names; those of other rows are their layers'.
    package var key: [Key]
    /// The axis that all panels share; `nil`: each has its own.
    package var x: Axis?
    package var panels: [Panel]
    /// Where to find the panels that there is no room for.
    package var rest: String

    package init(
        _ title: String, note: String = "", summary: String, key: [Key] = [], x: Axis? = nil,
        panels: [Panel], rest: String = ""
    ) {
        (self.title, self.note, self.summary, self.key) = (title, note, summary, key)
        (self.x, self.panels, self.rest) = (x, panels, rest)
    }

    /// Keeps the first `most` panels, and says that the others are in `file`.
    package mutating func cut(to most: Int, others file: String) {
        guard panels.count > most else { return }
        rest = "and \(panels.count - most) more, in \(file)"
        panels.removeLast(panels.count - most)
    }

    package struct Span {
        package let low: Double
        package let high: Double

        package init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }
    }

    package struct Row {
        /// Its colour is the key's.
        package var name: String
        /// The text at its mark, if not the name.
        package var label: String
        package var x: Double?
        package var xs: Span?
        package var y: Double?
        package var ys: Span?
        /// A viewer shows it where the pointer rests on the mark.
        package var words: String?

        package init(
            _ name: String = "", label: String? = nil, x: Double? = nil, xs: Span? = nil,
            y: Double? = nil, ys: Span? = nil, words: String? = nil
        ) {
            (self.name, self.label, self.words) = (name, label ?? name, words)
            (self.x, self.xs, self.y, self.ys) = (x, xs, y, ys)
        }
    }

    package enum Mark {
        /// A box over `xs`, up to `y` or else as high as the panel.
        case bar
        /// Boxes over `xs` on top of each other, in the order of the key.
        case stack
        /// Lines over `xs` and `ys`, with caps where the panel is one row high.
        case whisker
        /// The area over `ys` along `x`.
        case band
        /// A line through the rows of each name.
        case line
        /// The same line, closed; that of a band is a border.
        case outline, point
        /// A line across the panel, at `x` or at `y`; the label of one at `y` stands at its end.
        case rule
        /// The label, beside its point where there is room.
        case name
        /// The label, at the right edge as high as its point; a narrow picture has a key instead.
        case nameAtEnd
        /// The label above the panel over `xs`, where there is room.
        case nameAbove
    }

    package struct Layer {
        /// The value of the column `layer`.
        package let name: String
        package let marks: [Mark]
        /// The class of what the key has no colour for.
        package let style: String
        package let rows: [Row]

        package init(_ name: String, _ marks: Mark..., style: String = "c0", rows: [Row]) {
            (self.name, self.marks, self.style, self.rows) = (name, marks, style, rows)
        }
    }

    package struct Key {
        package enum Shape: String {
            case dot = "circle"
            case square
            case triangle = "triangle-up"
            case diamond, cross
            case line = "stroke"
        }

        package let name: String
        package let color: String
        package let shape: Shape?
        package let isFilled: Bool
        package let style: ChartSheet.Text

        package init(
            _ name: String, _ color: String, _ shape: Shape? = nil, isFilled: Bool = true,
            style: ChartSheet.Text = .value
        ) {
            (self.name, self.color, self.shape) = (name, color, shape)
            (self.isFilled, self.style) = (isFilled, style)
        }
    }

    package struct Axis {
        /// With the unit.
        package let title: String
        package let scale: ChartScale
        /// Whether larger values are nearer to the lower left.
        package var isReversed = false

        package init(_ title: String, _ scale: ChartScale, isReversed: Bool = false) {
            (self.title, self.scale, self.isReversed) = (title, scale, isReversed)
        }

        package var words: String { title + (scale.isLogarithmic ? ", logarithmic" : "") }
    }

    /// How a panel goes upwards.
    package enum Height {
        case row
        /// From 0 to the largest value, which is written above at the right.
        case upTo(Double, unit: String)
        case axis(Axis)
    }

    package struct Panel {
        /// Above the panel, and above all that follow with the same.
        package var group = ""
        package var name: String
        /// At the right of the name.
        package var words = ""
        package var note = ""
        /// Pixels, on paper and on a telephone.
        package var size: (wide: Double, narrow: Double)
        package var y: Height
        package var x: Axis?
        /// Whether it is as wide as high, as a map whose axes have one scale.
        package var isSquare = false
        /// The key of this panel alone, shown above it.
        package var key: [Key] = []
        package var layers: [Layer]

        package init(
            _ name: String, words: String = "", height: Double = 14, narrow: Double? = nil,
            x: Axis? = nil, y: Height = .row, _ layers: [Layer]
        ) {
            (self.name, self.words, self.x, self.y) = (name, words, x, y)
            (size, self.layers) = ((height, narrow ?? height), layers)
        }

        package var isRow: Bool { if case .row = y { true } else { false } }
        package var beside: Axis? { if case .axis(let axis) = y { axis } else { nil } }
        func has(_ mark: Mark) -> Bool { layers.contains { $0.marks.contains(mark) } }
    }
}

extension [Chart.Key] {
    package static func series(_ names: [String]) -> Self {
        names.enumerated().map { Chart.Key($1, ChartSheet.series($0)) }
    }
}

/// A chart that has been drawn: for a file, for a page, for those who draw it otherwise.
public struct Picture: Sendable {
    /// Name of its files, without the extension.
    package let name: String
    package let svg: String
    package let json: JSONValue
    /// Its parts of a page, of which a reader sees the one that fits.
    package let inline: String

    package init(_ name: String, _ chart: Chart) {
        self.name = name
        let wide = chart.draw(width: ChartCanvas.wide)
        svg = wide.markup(of: chart, as: nil)
        inline =
            wide.markup(of: chart, as: "wide")
            + chart.draw(width: ChartCanvas.narrow).markup(of: chart, as: "narrow")
        json = chart.vega
    }
}

/// A picture that a result can have, declared once for its files, the catalogue and pages.
package struct ListedPicture<Result> {
    /// Name of its files, without the extension.
    package let name: String
    /// Its contents, for those who cannot see it on a page of many.
    package let about: String
    private let chart: (Result) -> Chart?

    package init(_ name: String, _ about: String = "", chart: @escaping (Result) -> Chart?) {
        (self.name, self.about, self.chart) = (name, about, chart)
    }

    package var fileName: String { "\(name).svg" }
    package func picture(of result: Result) -> Picture? { chart(result).map { Picture(name, $0) } }
}
