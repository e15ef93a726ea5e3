extension SVGText {
    /// An attribute of an element.
    struct Attribute {
        let name: String
        let value: String

        init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

        /// A coordinate or a length, in pixels.
        init(_ name: String, _ value: Double) { self.init(name, SVGText.number(value)) }
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

    private static func written(_ attributes: [Attribute]) -> String {
        attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }
}
