/// A word in its line, as the message of a fault shows it.
public struct Excerpt: Hashable, Sendable {
    public let before: String
    public let word: String
    public let after: String

    package init(before: String, word: String, after: String) {
        (self.before, self.word, self.after) = (before, word, after)
    }

    package var line: String { Self.printable(before + word + after) }

    /// The numbered line, and the caret below the word; tabs before it stay, so that both align.
    package func lines(number: String, _ margin: String) -> [String] {
        let space = String(repeating: " ", count: margin.count - number.count)
        let indent = String(Self.printable(before).map { $0 == "\t" ? "\t" : " " })
        let tail = String(repeating: "~", count: max(0, Self.printable(word).count - 1))
        return ["\(space)\(number) | \(line)", "\(margin) | \(indent)^\(tail)"]
    }

    /// Spaces with room for the number of a line.
    package static func margin(for number: String) -> String {
        String(repeating: " ", count: max(3, number.count + 2))
    }

    /// Advice in lines of at most `width` columns, the first marked with `=`; none for no text.
    package static func advice(_ text: String, _ margin: String, width: Int) -> [String] {
        var lines: [String] = []
        var current = "\(margin) ="
        for word in text.split(separator: " ") {
            if current.count + 1 + word.count > width, current.count > margin.count + 2 {
                lines.append(current)
                current = "\(margin)  "
            }
            current += " \(word)"
        }
        return text.isEmpty ? [] : lines + [current]
    }

    package static func printable(_ text: String) -> String {
        PrintableText.line(text, keeping: ["\t"])
    }
}
