/// Text of an SVG document, piece by piece.
///
/// Coordinates are in tenths of a pixel, rounded, so that the same drawing is the same bytes
/// everywhere.
package struct SVGText {
    package private(set) var text = ""

    /// A coordinate or length in pixels, to a tenth.
    package static func number(_ value: Double) -> String {
        // A point this far outside of a drawing is not visible, so its exact place does not matter.
        let tenths = Int((min(max(value, -1e9), 1e9) * 10).rounded())
        let whole = abs(tenths) / 10
        let rest = abs(tenths) % 10
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    /// Printable characters, all of which XML allows, with those that mean something to it escaped.
    package static func escaped(_ text: String) -> String {
        let text = PrintableText.line(text)
        if text.utf8.allSatisfy({ !isMarkup($0) }) { return text }
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "\"")
    }

    package mutating func add(_ line: String) { text += line + "\n" }
    mutating func add(_ other: SVGText) { text += other.text }

    /// Adds a line through points; one point draws nothing.
    package mutating func line(_ points: [PixelPoint], class name: String, closed: Bool = false) {
        guard points.count > 1 else { return }
        add("<path class=\"\(name)\" d=\"\(Self.path(points))\(closed ? "Z" : "")\"/>")
    }

    package static func path(_ points: [PixelPoint]) -> String {
        points.enumerated().map { number, point in
            (number == 0 ? "M" : "L") + Self.number(point.x) + " " + Self.number(point.y)
        }.joined()
    }

    package struct Attribute {
        let name: String
        let value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

        /// A coordinate or a length, in pixels.
        package init(_ name: String, _ value: Double) { self.init(name, SVGText.number(value)) }
    }

    package mutating func begin(_ name: String, _ attributes: [Attribute] = []) {
        add("<\(name)\(Self.written(attributes))>")
    }

    package mutating func end(_ name: String) { add("</\(name)>") }

    /// An element without others in it; a viewer shows `title` where the pointer rests on it.
    package mutating func element(
        _ name: String, _ attributes: [Attribute], content: String = "", title: String? = nil
    ) {
        let inner =
            Self.escaped(content) + (title.map { "<title>\(Self.escaped($0))</title>" } ?? "")
        let start = "<\(name)\(Self.written(attributes))"
        add(inner.isEmpty ? "\(start)/>" : "\(start)>\(inner)</\(name)>")
    }

    mutating func rectangle(_ box: ChartBox, _ style: String, title: String? = nil) {
        element(
            "rect",
            [
                .init("x", box.left), .init("y", box.top), .init("width", max(0, box.width)),
                .init("height", max(0, box.height)), .init("class", style),
            ], title: title)
    }

    private static func written(_ attributes: [Attribute]) -> String {
        attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }
}

/// A place in a drawing, in pixels from its upper left corner.
package struct PixelPoint: Equatable {
    package var x: Double
    package var y: Double
}
