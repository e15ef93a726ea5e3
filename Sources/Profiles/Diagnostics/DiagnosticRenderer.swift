import Kernel

extension Diagnostic {
    /// The diagnostic for a reader: place and message, the line, a caret, and advice.
    ///
    /// ```text
    /// radios/my.yaml:7:22: error: 800 has no unit, and power needs one
    ///   7 |   CELL_DCH: { power: 800, uplink: 1 Mbit/s }
    ///     |                      ^~~
    ///     = Write it as in 800 mW; the units are µW, mW, W.
    /// ```
    public var rendered: String {
        let number =
            [place, related?.place].compactMap { $0.map { "\($0.line)" } }
            .max { $0.count < $1.count } ?? ""
        let margin = String(repeating: " ", count: max(3, number.count + 2))
        var lines = [heading]
        if let excerpt { lines += excerpt.lines(number: place?.line, margin) }
        if let related {
            let (line, column) = (related.place.line, related.place.column)
            lines.append("\(printable(related.file)):\(line):\(column): \(related.what)")
            lines += related.excerpt?.lines(number: line, margin) ?? []
        }
        for sentence in hints { lines += wrap(sentence, margin: margin) }
        return lines.joined(separator: "\n")
    }

    private var heading: String {
        let position = place.map { ":\($0.line):\($0.column)" } ?? ""
        let origin = file.map { "\(printable($0))\(position): " } ?? ""
        return "\(origin)error: \(printable(fault.message))"
    }

    private var hints: [String] {
        let guess = fault.suggestion.map { "Did you mean \(quoted(printable($0)))?" }
        let advice = fault.advice.isEmpty ? nil : printable(fault.advice)
        return [guess, advice].compactMap { $0 }
    }

    /// Lines of at most 80 columns, the first marked with `=`.
    private func wrap(_ sentence: String, margin: String) -> [String] {
        var lines: [String] = []
        var current = "\(margin) ="
        for word in sentence.split(separator: " ") {
            if current.count + 1 + word.count > 80, current.count > margin.count + 2 {
                lines.append(current)
                current = "\(margin)  "
            }
            current += " \(word)"
        }
        return lines + [current]
    }
}

extension Excerpt {
    /// The numbered line, and the caret below it.
    fileprivate func lines(number: Int?, _ margin: String) -> [String] {
        let number = number.map { "\($0)" } ?? ""
        let indent = String(repeating: " ", count: margin.count - number.count)
        return [
            "\(indent)\(number) | \(line)".trimmingTrailingSpaces(), "\(margin) | \(caret)",
        ]
    }

    fileprivate var line: String { printable(before + word + after) }

    /// The caret below the word; tabs before it stay, so that both lines align.
    fileprivate var caret: String {
        let indent = String(printable(before).map { $0 == "\t" ? "\t" : " " })
        return indent + "^" + String(repeating: "~", count: max(0, printable(word).count - 1))
    }
}

private func printable(_ text: String) -> String { PrintableText.line(text, keeping: ["\t"]) }

extension String {
    fileprivate func trimmingTrailingSpaces() -> String {
        guard let last = lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(self[...last])
    }
}
