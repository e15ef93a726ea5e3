extension SVGText {
    /// An attribute of an element.
    struct Attribute {
        let name: String
        let value: String

        init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

        /// A coordinate or a length, in pixels.
        init(_ name: String, _ value: Double) { self.init(name, SVGText.number(value)) }
    }

    /// Begins a chart: its size, its name for those who cannot see it, its style and its paper.
    ///
    /// - Parameters:
    ///   - width: in pixels.
    ///   - height: in pixels.
    ///   - name: what the chart is.
    ///   - style: a sheet that has a class `paper`.
    mutating func beginChart(width: Double, height: Double, name: String, style: String) {
        begin(
            "svg",
            [
                .init("xmlns", "http://www.w3.org/2000/svg"), .init("width", width),
                .init("height", height),
                .init("viewBox", "0 0 \(Self.number(width)) \(Self.number(height))"),
                .init("role", "img"), .init("font-family", "DejaVu Sans, Arial, sans-serif"),
            ])
        element("title", [], content: name)
        element("style", [], content: style)
        element("rect", [.init("width", "100%"), .init("height", "100%"), .init("class", "paper")])
    }

    /// Begins an element that holds others.
    mutating func begin(_ name: String, _ attributes: [Attribute] = []) {
        add("<\(name)\(Self.written(attributes))>")
    }

    /// Ends the element of this name that was begun last.
    mutating func end(_ name: String) { add("</\(name)>") }

    /// An element without others in it.
    ///
    /// - Parameters:
    ///   - name: of the element.
    ///   - attributes: in the order to write them.
    ///   - content: the text in it.
    ///   - title: what a viewer shows where the pointer rests on it.
    mutating func element(
        _ name: String, _ attributes: [Attribute], content: String = "", title: String? = nil
    ) {
        let inner =
            Self.escaped(content) + (title.map { "<title>\(Self.escaped($0))</title>" } ?? "")
        let start = "<\(name)\(Self.written(attributes))"
        add(inner.isEmpty ? "\(start)/>" : "\(start)>\(inner)</\(name)>")
    }

    /// A rectangle around or over an area.
    ///
    /// - Parameters:
    ///   - box: the area.
    ///   - style: its class.
    mutating func rectangle(_ box: ChartBox, _ style: String) {
        element(
            "rect",
            [
                .init("x", box.left), .init("y", box.top), .init("width", box.width),
                .init("height", box.height), .init("class", style),
            ])
    }

    /// A line of words that begins, ends or has its middle at a place.
    ///
    /// - Parameters:
    ///   - words: what it says.
    ///   - place: of its base line.
    ///   - anchor: `start`, `end` or `middle`.
    ///   - style: its class.
    mutating func words(
        _ words: String, at place: PixelPoint, anchor: String = "start", _ style: String
    ) {
        element(
            "text",
            [
                .init("x", place.x), .init("y", place.y), .init("class", style),
                .init("text-anchor", anchor),
            ], content: words)
    }

    private static func written(_ attributes: [Attribute]) -> String {
        attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }
}
