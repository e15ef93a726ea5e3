/// SVG: panels one below the other, each with its name above.
extension Chart {
    package func draw(width: Double) -> ChartCanvas {
        var canvas = ChartCanvas(width: width)
        canvas.heading(title, note: note)
        if hasNamesAtEnds ? canvas.isNarrow : key.count > 1 { canvas.key(key) }
        let (before, top) = (canvas.svg, canvas.y + 4)
        canvas.svg = SVGText()
        for (number, panel) in panels.enumerated() {
            let isFirst = number == 0 || panels[number - 1].group != panel.group
            draw(panel, isFirst: isFirst, &canvas)
        }
        // The grid of a shared axis lies below all panels.
        let marks = canvas.svg
        canvas.svg = before
        if let x {
            let (axis, bottom) = (place(x, canvas), canvas.y + 4)
            axis.drawBelow(from: top, to: bottom, in: &canvas)
            if panels.contains(where: \.isRow), x.scale.low <= 0, x.scale.high >= 0 {
                canvas.line(axis.place(0), top, axis.place(0), bottom, "axis")
            }
            canvas.y = bottom + 20
        }
        canvas.svg.add(marks)
        if let words = (x ?? panels.last?.x)?.words, !words.isEmpty {
            canvas.y += 14
            canvas.words(words, at: PixelPoint(x: canvas.right, y: canvas.y), .note, anchor: .end)
            canvas.y += 4
        }
        if !rest.isEmpty { canvas.paragraph(rest, .note) }
        return canvas
    }

    private var hasNamesAtEnds: Bool { panels.contains { $0.has(.nameAtEnd) } }

    /// An axis below the panels, whose values upwards and names at ends have room beside them.
    private func place(_ axis: Axis, _ canvas: ChartCanvas) -> ChartAxis {
        let values = panels.compactMap(\.beside).map { ChartAxis.widest($0.scale) }.max()
        let style = ChartSheet.Text.value
        let names = key.map { FontMetrics.width(of: $0.name, size: style.size) }.max() ?? 0
        let room = hasNamesAtEnds && !canvas.isNarrow ? min(names, 190) + 12 : 14
        return ChartAxis(
            axis, from: canvas.left + (values.map { $0 + 8 } ?? 6), to: canvas.right - room)
    }

    private func draw(_ panel: Panel, isFirst: Bool, _ canvas: inout ChartCanvas) {
        let (left, right) = (canvas.left, canvas.right)
        if isFirst, !panel.group.isEmpty {
            canvas.y += 22
            canvas.words(panel.group, at: PixelPoint(x: left, y: canvas.y), .label)
        }
        if !panel.name.isEmpty {
            canvas.y += 19
            var (words, style) = (panel.words, ChartSheet.Text.value)
            if case .upTo(let most, let unit) = panel.y, !unit.isEmpty {
                words = "to \(ReadableNumber.text(most, significantDigits: 3)) \(unit)"
                style = .note
            }
            let room = min(FontMetrics.width(of: words, size: style.size), 0.6 * (right - left))
            canvas.words(
                panel.name, at: PixelPoint(x: left, y: canvas.y),
                panel.group.isEmpty ? .label : .note, room: right - left - room - 14)
            canvas.words(
                words, at: PixelPoint(x: right, y: canvas.y), style, anchor: .end, room: room + 0.5)
            canvas.y += 4
        }
        if !panel.note.isEmpty { canvas.paragraph(panel.note, .note) }
        if !panel.key.isEmpty { canvas.key(panel.key) }
        let top = canvas.y + (panel.beside == nil ? 2 : 6) + (panel.has(.nameAbove) ? 14 : 0)
        let bottom = top + (canvas.isNarrow ? panel.size.narrow : panel.size.wide)
        var own = panel.x.map { place($0, canvas) }
        if panel.isSquare, let axis = own {
            own = ChartAxis(scale: axis.scale, start: axis.start, end: axis.start + bottom - top)
        }
        guard let x = own ?? x.map({ place($0, canvas) }) else { return }
        let box = ChartBox(
            left: min(x.start, x.end), top: top, right: max(x.start, x.end), bottom: bottom)
        let y: ChartAxis? =
            switch panel.y {
            case .row: nil
            case .upTo(let most, unit: _):
                ChartAxis(scale: ChartScale(from: 0, to: most), start: bottom, end: top)
            case .axis(let axis): ChartAxis(axis, from: bottom, to: top)
            }
        if panel.beside != nil { y?.drawBeside(from: box.left, to: box.right, in: &canvas) }
        own?.drawBelow(from: top, to: bottom, in: &canvas)
        var drawing = PanelDrawing(box: box, x: x, y: y, key: panel.key + key, canvas: canvas)
        for layer in panel.layers { for mark in layer.marks { drawing.draw(mark, layer) } }
        drawing.placeNames()
        canvas = drawing.canvas
        if own == nil, !panel.isRow { canvas.line(box.left, bottom, box.right, bottom, "axis") }
        canvas.y = bottom + (own == nil ? 2 : 20)
    }
}

private struct PanelDrawing {
    let box: ChartBox
    let x: ChartAxis
    /// `nil`: the panel is one row of a table.
    let y: ChartAxis?
    let key: [Chart.Key]
    var canvas: ChartCanvas
    var names: [(row: Chart.Row, place: PixelPoint)] = []
    var points: [ChartBox] = []
    var lines: [(box: ChartBox, cost: Double)] = []

    private func entry(_ name: String) -> Chart.Key? { key.first { $0.name == name } }

    private func style(_ row: Chart.Row, _ layer: Chart.Layer) -> String {
        entry(row.name)?.color ?? layer.style
    }

    private func place(_ row: Chart.Row) -> PixelPoint? {
        row.x.map { PixelPoint(x: x.place($0), y: height(of: row)) }
    }

    private func height(of row: Chart.Row) -> Double {
        guard let y else { return (box.top + box.bottom) / 2 }
        return row.y.map(y.place) ?? box.bottom
    }

    mutating func draw(_ mark: Chart.Mark, _ layer: Chart.Layer) {
        switch mark {
        case .bar: bars(layer)
        case .stack: stack(layer)
        case .whisker: for row in layer.rows { whiskers(row, layer.style) }
        case .band:
            curves(layer) { drawing, rows, style in
                let ends = rows.compactMap { row in row.x.flatMap { x in row.ys.map { (x, $0) } } }
                guard let y = drawing.y else { return }
                let upper = ends.map { PixelPoint(x: drawing.x.place($0), y: y.place($1.high)) }
                let lower = ends.map { PixelPoint(x: drawing.x.place($0), y: y.place($1.low)) }
                drawing.canvas.svg.line(
                    upper + lower.reversed(), class: "band \(style)", closed: true)
            }
        case .line:
            curves(layer) { drawing, rows, style in
                let places = rows.compactMap(drawing.place)
                drawing.canvas.svg.line(places, class: "curve \(style)")
                drawing.lines += zip(places, places.dropFirst()).map { (.around($0, $1, 1.5), 60) }
            }
        case .outline:
            curves(layer) { drawing, rows, style in
                let places = rows.compactMap(drawing.place)
                drawing.canvas.svg.line(places, class: style, closed: true)
                if style.hasPrefix("band") {
                    drawing.canvas.svg.line(places, class: "leader", closed: true)
                }
            }
        // The first on top.
        case .point: for row in layer.rows.reversed() { point(row, layer.style) }
        case .rule: for row in layer.rows { rule(row, layer.style) }
        case .name:
            for row in layer.rows { if let place = place(row) { names.append((row, place)) } }
        case .nameAtEnd: if !canvas.isNarrow { namesAtEnds(layer) }
        case .nameAbove: namesAbove(layer)
        }
    }

    private mutating func bars(_ layer: Chart.Layer) {
        for row in layer.rows {
            guard let xs = row.xs else { continue }
            let ends = [x.place(xs.low), x.place(xs.high)].sorted()
            let top = y != nil && row.y != nil ? height(of: row) : box.top
            canvas.svg.rectangle(
                ChartBox(
                    left: ends[0], top: top, right: max(ends[1], ends[0] + 1),
                    bottom: box.bottom), style(row, layer), title: row.words)
        }
    }

    private mutating func stack(_ layer: Chart.Layer) {
        guard let y else { return }
        for (name, path) in StackedArea(layer.rows, key.map(\.name)).outlines(x, y) {
            canvas.svg.element(
                "path", [.init("d", path), .init("class", entry(name)?.color ?? layer.style)])
        }
    }

    private mutating func whiskers(_ row: Chart.Row, _ style: String) {
        if let xs = row.xs {
            let (low, high) = (x.place(xs.low), x.place(xs.high))
            let height = height(of: row)
            line(PixelPoint(x: low, y: height), PixelPoint(x: high, y: height), style)
            if y == nil {
                for x in [low, high] { canvas.line(x, height - 4, x, height + 4, style) }
            }
        }
        if let ys = row.ys, let y, let at = row.x.map(x.place) {
            line(
                PixelPoint(x: at, y: y.place(ys.low)), PixelPoint(x: at, y: y.place(ys.high)), style
            )
        }
    }

    private mutating func line(_ start: PixelPoint, _ end: PixelPoint, _ style: String) {
        canvas.line(start.x, start.y, end.x, end.y, style)
        lines.append((.around(start, end, 0.5), 12))
    }

    private mutating func rule(_ row: Chart.Row, _ style: String) {
        if let at = row.x.map(x.place) {
            canvas.line(at, box.top - 2, at, box.bottom + (y == nil ? 2 : 0), style)
        } else if row.y != nil {
            let height = height(of: row)
            canvas.line(box.left, height, box.right, height, style)
            // Above the line, unless that is beyond the panel.
            canvas.words(
                row.label,
                at: PixelPoint(
                    x: box.right - 4, y: height - 16 < box.top ? height + 14 : height - 4),
                .note, anchor: .end)
        }
    }

    private mutating func curves(
        _ layer: Chart.Layer, draw: (inout Self, [Chart.Row], String) -> Void
    ) { for rows in layer.curves { draw(&self, rows, style(rows[0], layer)) } }

    private mutating func point(_ row: Chart.Row, _ style: String) {
        guard let place = place(row) else { return }
        let entry = entry(row.name)
        points.append(.around(place, place, 6))
        canvas.point(
            entry?.shape ?? .dot, isFilled: entry?.isFilled ?? true, entry?.color ?? style, place,
            title: row.words ?? row.label)
    }

    /// Puts names beside their points, those of the first rows first.
    mutating func placeNames() {
        var placement = LabelPlacement(panel: box, points: points, avoided: lines)
        for (row, place) in names {
            let (words, entry) = (row.label, entry(row.name))
            let style = entry?.style ?? .label
            let width = FontMetrics.width(of: words, size: style.size, isBold: style.isBold)
            guard let placed = placement.place(place, width: width + 2, height: style.size + 2)
            else { continue }
            if let end = placed.leader { canvas.svg.line([place, end], class: "leader") }
            // Text hangs on the side that its point is on: it may be narrower than its box.
            let (x, anchor): (Double, ChartCanvas.Anchor) =
                placed.box.right < place.x
                ? (placed.box.right - 1, .end)
                : placed.box.left > place.x
                    ? (placed.box.left + 1, .start)
                    : ((placed.box.left + placed.box.right) / 2, .middle)
            canvas.words(
                words, at: PixelPoint(x: x, y: placed.box.bottom - 3.5), style, anchor: anchor,
                color: entry?.shape == .cross ? nil : entry?.color)
        }
    }

    /// Names at the ends of curves, moved apart where these are close.
    private mutating func namesAtEnds(_ layer: Chart.Layer) {
        let pitch = 16.0
        let ends = layer.rows.map { ($0, height(of: $0)) }.sorted { $0.1 < $1.1 }
        var places: [Double] = []
        for end in ends { places.append(max(end.1, (places.last ?? -.infinity) + pitch)) }
        // Labels pushed below the panel move up again, and push those above them.
        var limit = box.bottom
        for index in places.indices.reversed() {
            places[index] = min(places[index], limit)
            limit = places[index] - pitch
        }
        for ((row, _), place) in zip(ends, places) {
            canvas.words(
                row.label, at: PixelPoint(x: box.right + 9, y: place + 4), .value,
                color: style(row, layer), room: canvas.right - box.right - 9)
        }
    }

    private mutating func namesAbove(_ layer: Chart.Layer) {
        var free = canvas.left
        for row in layer.rows {
            guard let xs = row.xs else { continue }
            let (start, room) = (x.place(xs.low), x.place(xs.high) - x.place(xs.low))
            let width = FontMetrics.width(of: row.label, size: ChartSheet.Text.note.size)
            guard start >= free, start + width <= canvas.right, width < room + 30 || room > 12
            else { continue }
            canvas.words(row.label, at: PixelPoint(x: start, y: box.top - 5), .note)
            free = start + width + 8
        }
    }
}

extension Chart.Layer {
    /// The rows of each name, in the order of the first ones.
    fileprivate var curves: [[Chart.Row]] {
        var (curves, places): ([[Chart.Row]], [String: Int]) = ([], [:])
        for row in rows {
            if let place = places[row.name] {
                curves[place].append(row)
            } else {
                places[row.name] = curves.count
                curves.append([row])
            }
        }
        return curves
    }
}

extension ChartAxis {
    fileprivate init(_ axis: Chart.Axis, from low: Double, to high: Double) {
        self.init(
            scale: axis.scale, start: axis.isReversed ? high : low,
            end: axis.isReversed ? low : high)
    }
}

extension ChartBox {
    /// The area within some distance of a straight line.
    fileprivate static func around(
        _ one: PixelPoint, _ other: PixelPoint, _ room: Double
    ) -> ChartBox {
        ChartBox(
            left: min(one.x, other.x) - room, top: min(one.y, other.y) - room,
            right: max(one.x, other.x) + room, bottom: max(one.y, other.y) + room)
    }
}
