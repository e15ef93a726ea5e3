/// Something that can be drawn at any width, with its data.
package protocol Chart {
    /// What it shows, as its heading has it.
    var title: String { get }
    /// The same for those who cannot see it, with the figures.
    var summary: String { get }
    func draw(width: Double) -> ChartCanvas
    /// The picture as Vega-Lite, its data inside.
    var vega: VegaLite { get }
}

/// A chart that has been drawn: for a file, for a page, for those who draw it otherwise.
public struct Picture: Sendable {
    /// Of its files, without what comes behind the point.
    package let name: String
    package let title: String
    package let svg: String
    /// The document for Vega-Lite.
    package let json: JSONValue
    /// Its parts of a page, of which a reader sees the one that fits.
    package let inline: String

    package init(_ name: String, _ chart: some Chart) {
        let (title, summary) = (chart.title, chart.summary)
        (self.name, self.title) = (name, title)
        let wide = chart.draw(width: ChartCanvas.wide)
        svg = wide.markup(title: title, summary: summary, as: nil)
        inline =
            wide.markup(title: title, summary: summary, as: "wide")
            + chart.draw(width: ChartCanvas.narrow).markup(
                title: title, summary: summary, as: "narrow")
        json = chart.vega.json(title: title, description: summary)
    }
}

/// A picture that a result can have, declared once for its files, the catalogue and pages.
package struct ListedPicture<Source>: Sendable {
    /// Of its files, without what comes behind the point.
    package let name: String
    /// Its contents, for those who cannot see it on a page of many.
    package let about: String
    private let chart: @Sendable (Source) -> (any Chart)?

    package init(
        _ name: String, _ about: String = "", chart: @escaping @Sendable (Source) -> (any Chart)?
    ) {
        (self.name, self.about, self.chart) = (name, about, chart)
    }

    /// The picture of a part of something larger.
    package func of<Whole>(
        _ part: @escaping @Sendable (Whole) -> Source
    ) -> ListedPicture<Whole> {
        .init(name, about) { [chart] in chart(part($0)) }
    }

    package var fileName: String { "\(name).svg" }

    fileprivate func picture(of source: Source) -> Picture? {
        chart(source).map { Picture(name, $0) }
    }
}

/// A result with pictures.
package protocol Illustrated {
    associatedtype Source
    /// All that it can have, in their order.
    static var listed: [ListedPicture<Source>] { get }
    var pictures: [Picture] { get }
}

extension Illustrated {
    package static func pictures(of source: Source) -> [Picture] {
        listed.compactMap { $0.picture(of: source) }
    }
}

/// A picture for Vega-Lite (version 5), for those who want it to look otherwise: its data are
/// inside, as CSV.
package struct VegaLite {
    /// How many of the columns hold words; those behind them hold numbers.
    package let words: Int
    /// Names of the columns, then a row for each datum; an empty cell has no value.
    package let columns: [String]
    package let rows: [[String]]
    /// What is drawn of the data: `mark`, `encoding`, `layer`, `facet`.
    package let view: [JSONValue.Member]

    package init(words: Int, columns: [String], rows: [[String]], view: [JSONValue.Member]) {
        (self.words, self.columns, self.rows, self.view) = (words, columns, rows, view)
    }

    package static let schema = "https://vega.github.io/schema/vega-lite/v5.json"

    package func json(title: String, description: String) -> JSONValue {
        let lines = ([columns] + rows).map { $0.map(Self.cell).joined(separator: ",") }
        return .object(
            [
                .init("$schema", .string(Self.schema)), .init("title", .string(title)),
                .init("description", .string(description)),
                .init(
                    "data",
                    [
                        "values": .string(lines.joined(separator: "\n")),
                        "format": ["type": "csv", "parse": .object(parse)],
                    ]),
            ] + view)
    }

    private var parse: [JSONValue.Member] {
        columns.enumerated().map { JSONValue.Member($1, $0 < words ? "string" : "number") }
    }

    private static func cell(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte >= 0x20
        }
        if isPlain { return text }
        return "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    /// A channel of an encoding.
    package static func channel(
        _ field: String, _ type: String, title: String? = nil, _ more: [JSONValue.Member] = []
    ) -> JSONValue {
        .object(
            [
                .init("field", .string(escapedField(field))), .init("type", .string(type)),
                .init("title", title.map { .string($0) } ?? .null),
            ] + more)
    }

    /// A scale of numbers and what stands beside it.
    package struct Axis {
        package let title: String
        package let isLogarithmic: Bool
        /// Whether larger values are nearer to the lower left.
        package var isReversed = false

        /// - Parameters:
        ///   - title: with the unit.
        ///   - scale: the one that the picture is drawn with.
        ///   - isReversed: whether larger values are nearer to the lower left.
        package init(_ title: String, _ scale: ChartScale, isReversed: Bool = false) {
            (self.title, isLogarithmic) = (title, scale.isLogarithmic)
            self.isReversed = isReversed
        }

        package func channel(_ field: String) -> JSONValue {
            var scale: [JSONValue.Member] = [
                isLogarithmic ? .init("type", "log") : .init("zero", false)
            ]
            if isReversed { scale.append(.init("reverse", true)) }
            return VegaLite.channel(
                field, "quantitative", title: title, [.init("scale", .object(scale))])
        }
    }

    /// The same layers once for each value of a column, one below the other; `size` is each
    /// picture's, in pixels.
    package static func panels(
        _ column: String, size: (width: Int64, height: Int64), hasOwnScales: Bool = false,
        layers: [JSONValue]
    ) -> [JSONValue.Member] {
        [.init("facet", ["row": channel(column, "nominal")])]
            + (hasOwnScales ? [.init("resolve", ["scale": ["y": "independent"]])] : [])
            + [
                .init(
                    "spec",
                    [
                        "width": .integer(size.width), "height": .integer(size.height),
                        "layer": .array(layers),
                    ])
            ]
    }

    /// Bars of power over time, one below the other, each with a scale of its own.
    package static func powerOverTime(
        rows: String, columns: String? = nil, color: String, size: (width: Int64, height: Int64)
    ) -> [JSONValue.Member] {
        let facets =
            [JSONValue.Member("row", channel(rows, "nominal"))]
            + (columns.map { [JSONValue.Member("column", channel($0, "nominal"))] } ?? [])
        return [
            .init("facet", .object(facets)), .init("resolve", ["scale": ["y": "independent"]]),
            .init(
                "spec",
                [
                    "width": .integer(size.width), "height": .integer(size.height),
                    "mark": ["type": "bar", "tooltip": ["content": "data"]],
                    "encoding": [
                        "x": channel(
                            "from_s", "quantitative", title: "time [s]",
                            [.init("bin", ["binned": true])]),
                        "x2": ["field": "until_s"],
                        "y": channel("power_mW", "quantitative", title: "power [mW]"),
                        "color": channel(color, "nominal"),
                    ],
                ]),
        ]
    }

    /// A mark for each datum.
    ///
    /// - Parameters:
    ///   - mark: its kind, perhaps with its looks.
    ///   - channels: what shows which column.
    package static func layer(_ mark: JSONValue, _ channels: JSONValue) -> JSONValue {
        ["mark": mark, "encoding": channels]
    }

    /// Dots and brackets in names of columns lead into nested values unless they are escaped.
    private static func escapedField(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if ".[]\\".contains(character) { text += "\\" }
            text.append(character)
        }
    }

    /// The cell of a number; empty where there is none.
    package static func number(_ value: Double?) -> String {
        value.map { NumberText.text($0) } ?? ""
    }
}
