/// Vega-Lite (version 5), for those who want a picture to look otherwise: its data are inside, as
/// CSV.
extension Chart {
    package static let vegaSchema = "https://vega.github.io/schema/vega-lite/v5.json"

    private static let columns = [
        "panel", "layer", "name", "label", "row", "x", "x_low", "x_high", "y", "y_low", "y_high",
    ]
    /// Columns that hold text; the others hold numbers.
    private static let texts: Set = ["panel", "layer", "name", "label"]

    package var vega: JSONValue {
        let parse = Self.columns.map { column in
            JSONValue.Member(column, Self.texts.contains(column) ? "string" : "number")
        }
        let lines = ([Self.columns] + vegaRows).map { row in
            row.map(Self.cell).joined(separator: ",")
        }
        return .object(
            [
                .init("$schema", .string(Self.vegaSchema)), .init("title", .string(title)),
                .init("description", .string(summary)),
                .init(
                    "data",
                    [
                        "values": .string(lines.joined(separator: "\n")),
                        "format": ["type": "csv", "parse": .object(parse)],
                    ]),
            ] + view)
    }

    /// A row for each datum; an empty cell has no value.
    var vegaRows: [[String]] {
        zip(panelNames, panels).flatMap { name, panel in
            panel.layers.flatMap { layer in
                layer.rows.enumerated().map { number, row in
                    let label = row.label == row.name ? "" : row.label
                    let values: [Double?] = [
                        row.x, row.xs?.low, row.xs?.high, row.y, row.ys?.low, row.ys?.high,
                    ]
                    let cells: [String] = values.map { value in
                        value.map { NumberText.text($0) } ?? ""
                    }
                    return [name, layer.name, row.name, label, "\(number)"] + cells
                }
            }
        }
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

    /// By panel; the second of one name gets a number.
    private var panelNames: [String] {
        var counts: [String: Int] = [:]
        return panels.map { panel in
            let name = panel.group.isEmpty ? panel.name : "\(panel.group): \(panel.name)"
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name) (\(counts[name] ?? 0))"
        }
    }

    /// Panels one below the other; those of one row are the rows of one view.
    private var view: [JSONValue.Member] {
        if panels.allSatisfy(\.isRow) {
            var names: Set<String> = []
            return view(panels.flatMap(\.layers).filter { names.insert($0.name).inserted })
        }
        if panels.count == 1 { return view(panels[0].layers, panels[0]) }
        let own = panels.contains { !$0.key.isEmpty }
        return (own ? [.init("resolve", ["scale": ["color": "independent"]])] : []) + [
            .init(
                "vconcat",
                .array(
                    zip(panelNames, panels).map { name, panel in
                        let name = JSONValue.string(name)
                        return .object(
                            [
                                .init("title", name),
                                .init(
                                    "transform", [["filter": ["field": "panel", "equal": name]]]),
                            ] + view(panel.layers, panel))
                    }))
        ]
    }

    private func view(_ layers: [Layer], _ panel: Panel? = nil) -> [JSONValue.Member] {
        let marks = layers.flatMap { layer in
            layer.marks.flatMap { self.marks($0, layer, panel ?? panels[0]) }
        }
        return [.init("width", 560), .init("layer", .array(marks))]
            + (panel.map { [.init("height", .integer(Int64($0.size.wide)))] } ?? [])
    }

    private func marks(_ mark: Mark, _ layer: Layer, _ panel: Panel) -> [JSONValue] {
        let looks = ChartSheet.looks(layer.style)
        func drawn(_ kind: String, _ more: JSONValue.Member..., by channels: [JSONValue.Member])
            -> JSONValue
        {
            [
                "transform": [["filter": ["field": "layer", "equal": .string(layer.name)]]],
                "mark": .object([.init("type", .string(kind))] + looks + more),
                "encoding": .object(channels + colors(of: layer, panel, mark)),
            ]
        }
        let (x, y) = (across(panel), upward(panel))
        let (align, dx) = (JSONValue.Member("align", "left"), JSONValue.Member("dx", 8))
        let hasLabels = layer.rows.contains { $0.label != $0.name }
        let text = JSONValue.Member("text", ["field": hasLabels ? "label" : "name"])
        let curves: [JSONValue.Member] = [
            .init("order", ["field": "row"]), .init("detail", ["field": "name"]),
        ]
        let hasHeights = layer.rows.contains { $0.y != nil }
        switch mark {
        case .bar where panel.isRow: return [drawn("bar", by: x("x_low") + x2 + y("y"))]
        case .bar where !hasHeights:
            return [
                drawn(
                    "rect", .init("stroke", .string(ChartSheet.color(layer.style))),
                    by: x("x_low") + x2)
            ]
        case .bar, .stack:
            let bin = JSONValue.Member("bin", ["binned": true])
            return [drawn("bar", by: x("x_low", bin) + x2 + y("y"))]
        case .whisker:
            return
                (layer.rows.contains { $0.xs != nil }
                ? [drawn("rule", by: x("x_low") + x2 + y("y"))] : [])
                + (layer.rows.contains { $0.ys != nil }
                    ? [drawn("rule", by: x("x") + y("y_low") + y2)] : [])
        case .band:
            return [drawn("area", .init("opacity", 0.2), by: x("x") + y("y_low") + y2 + curves)]
        case .line: return [drawn("line", by: x("x") + y("y") + curves)]
        case .outline:
            let isArea = JSONValue.Member("filled", .boolean(layer.style.hasPrefix("band")))
            return [
                drawn(
                    "line", .init("interpolate", "linear-closed"), isArea,
                    by: x("x") + y("y") + curves)
            ]
        case .point:
            let isPlain = (panel.key + key).allSatisfy { $0.shape == nil }
            return [drawn("point", .init("filled", .boolean(isPlain)), by: x("x") + y("y"))]
        case .rule where panel.isRow: return [drawn("tick", by: x("x") + y("y"))]
        case .rule: return [drawn("rule", by: hasHeights ? y("y") : x("x"))]
        case .name, .nameAtEnd: return [drawn("text", align, dx, by: x("x") + y("y") + [text])]
        case .nameAbove:
            return [drawn("text", align, by: x("x_low") + [.init("y", ["value": -6]), text])]
        }
    }

    private var x2: [JSONValue.Member] { [.init("x2", ["field": "x_high"])] }
    private var y2: [JSONValue.Member] { [.init("y2", ["field": "y_high"])] }

    private func across(
        _ panel: Panel
    ) -> (_ field: String, _ more: JSONValue.Member...) -> [JSONValue.Member] {
        { field, more in
            (panel.x ?? x).map { [.init("x", JSONValue.channel(field, $0, more))] } ?? []
        }
    }

    private func upward(_ panel: Panel) -> (String) -> [JSONValue.Member] {
        { field in
            let channel =
                switch panel.y {
                case .row: JSONValue.channel("panel", "nominal", [.init("sort", .null)])
                case .upTo(let most, let unit):
                    JSONValue.channel(field, Axis(unit, ChartScale(from: 0, to: most)), [])
                case .axis(let axis): JSONValue.channel(field, axis, [])
                }
            return [.init("y", channel)]
        }
    }

    /// The key, as far as rows of the layer are in it.
    private func colors(of layer: Layer, _ panel: Panel, _ mark: Mark) -> [JSONValue.Member] {
        let key = panel.key + key
        switch mark {
        case .whisker, .rule, .nameAbove: return []
        case .bar, .stack, .band, .line, .outline, .point, .name, .nameAtEnd: break
        }
        guard layer.rows.contains(where: { row in key.contains { $0.name == row.name } }) else {
            return []
        }
        func channel(_ name: String, _ value: (Key) -> String) -> JSONValue.Member {
            .init(
                name,
                JSONValue.channel(
                    "name", "nominal",
                    [
                        .init(
                            "scale",
                            [
                                "domain": .array(key.map { .string($0.name) }),
                                "range": .array(key.map { .string(value($0)) }),
                            ])
                    ]))
        }
        let color = channel("color") { ChartSheet.color($0.color) }
        guard mark == .point, key.contains(where: { $0.shape != nil }) else { return [color] }
        return [
            color, channel("fill") { $0.isFilled ? ChartSheet.color($0.color) : "#ffffff" },
            channel("shape") { ($0.shape ?? .dot).rawValue },
        ]
    }
}

extension JSONValue {
    /// A channel with the domain that the picture is drawn with.
    fileprivate static func channel(
        _ field: String, _ axis: Chart.Axis, _ more: [Member]
    ) -> JSONValue {
        var scale: [Member] = [
            .init("domain", [.number(axis.scale.low), .number(axis.scale.high)]),
            .init("nice", false),
            axis.scale.isLogarithmic ? .init("type", "log") : .init("zero", false),
        ]
        if axis.isReversed { scale.append(.init("reverse", true)) }
        return channel(
            field, "quantitative", title: axis.title, [.init("scale", .object(scale))] + more)
    }

    fileprivate static func channel(
        _ field: String, _ type: String, title: String = "", _ more: [Member]
    ) -> JSONValue {
        .object(
            [
                .init("field", .string(field)), .init("type", .string(type)),
                .init("title", title.isEmpty ? .null : .string(title)),
            ] + more)
    }
}
