/// Escapes any text for Markdown; all of tailwatt's Markdown uses it.
///
/// A backslash escapes Markdown (CommonMark 0.31, section 2.4), but not GitHub's links for `@name`,
/// `#12`, `a@b.c`, commits, addresses and `:emoji:`, which are made afterwards. So the character
/// that a link needs is put into a `span`, which GitHub does not look across.
public enum MarkdownText {
    /// One line, for running text, a heading or a table cell.
    public static func line(_ text: String) -> String { escaped(scalars(of: text), startMark: nil) }

    /// Several lines that keep their ends and begin no list, heading or rule.
    public static func lines(_ text: String) -> String {
        let all = text.split(separator: "\n").map { line in
            let scalars = scalars(of: String(line.drop { $0 == " " }))
            return escaped(scalars, startMark: startMark(of: scalars))
        }
        return all.isEmpty ? "" : all.joined(separator: "  \n") + "\n"
    }

    /// Alternative text of a picture, where no element may stand and no link is made.
    package static func picture(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in scalars(of: text) {
            if marks.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    package static func code(_ text: String) -> String {
        let words = PrintableText.line(text)
        if words.contains("`") { return line(words) }
        let cells = words.split(separator: "|", omittingEmptySubsequences: false)
        return "`\(cells.joined(separator: "\\|"))`"
    }

    /// A fenced block with a fence that no line of the text ends.
    package static func block(_ text: String) -> String {
        let words = PrintableText.line(text, keeping: ["\n", "\t"])
        let longest = words.unicodeScalars.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\n\(words)\(words.hasSuffix("\n") ? "" : "\n")\(fence)\n"
    }

    private static let marks: Set<Unicode.Scalar> = [
        "\\", "`", "*", "_", "~", "[", "]", "<", ">", "&", "|",
    ]

    /// Scalars, so that a letter and its combining marks are escaped as a parser sees them.
    private static func scalars(of text: String) -> [Unicode.Scalar] {
        Array(PrintableText.line(text).unicodeScalars)
    }

    private static func escaped(_ scalars: [Unicode.Scalar], startMark: Int?) -> String {
        let links = LinkStarts(scalars)
        var result = String.UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            if links.contains(place) {
                result += "<span>".unicodeScalars + [scalar] + "</span>".unicodeScalars
            } else {
                if marks.contains(scalar) || place == startMark { result.append("\\") }
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The place of a mark that would make the line a list, a heading or a rule.
    private static func startMark(of line: [Unicode.Scalar]) -> Int? {
        guard let first = line.first else { return nil }
        if "-+=:".unicodeScalars.contains(first) { return 0 }
        let digits = line.prefix { ("0"..."9").contains($0) }.count
        let isNumber = (1...9).contains(digits) && digits < line.count
        return isNumber && ".)".unicodeScalars.contains(line[digits]) ? digits : nil
    }
}

/// The characters of a line that GitHub needs to make a link, picture or formula.
private struct LinkStarts {
    private let line: [Unicode.Scalar]
    /// Every seventh of a run of hexadecimal digits, so that no part is as long as the shortest
    /// commit.
    private let digits: Set<Int>

    private static let shortestCommit = 7

    init(_ line: [Unicode.Scalar]) {
        self.line = line
        var digits: Set<Int> = []
        var run = 0..<0
        for place in 0...line.count {
            if place < line.count, line[place].properties.isASCIIHexDigit {
                run = run.lowerBound..<place + 1
                continue
            }
            if run.count >= Self.shortestCommit {
                digits.formUnion(
                    stride(
                        from: run.lowerBound + Self.shortestCommit - 1, to: run.upperBound,
                        by: Self.shortestCommit))
            }
            run = place + 1..<place + 1
        }
        self.digits = digits
    }

    func contains(_ place: Int) -> Bool {
        switch line[place] {
        // A person, a team, an address; an issue; a formula.
        case "@", "#", "$": true
        // An address, or an emoji by name.
        case ":": place + 1 < line.count && line[place + 1] != " "
        case ".": isBehind("www", place)
        // `GH-12` is an issue, `high-4` is not.
        case "-":
            isBehind("gh", place) && place + 1 < line.count
                && line[place + 1].properties.numericType != nil
                && !isInWord(place - 3)
        default: digits.contains(place)
        }
    }

    /// Whether there is a Latin letter outside any span.
    private func isInWord(_ place: Int) -> Bool {
        place >= 0 && line[place].isASCII && line[place].properties.isAlphabetic
            && !digits.contains(place)
    }

    private func isBehind(_ word: String, _ place: Int) -> Bool {
        let before = line[max(0, place - word.count)..<place]
        return String(String.UnicodeScalarView(before)).lowercased() == word
    }
}
