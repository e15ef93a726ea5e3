import Kernel

/// Words of any origin as Markdown that shows them as they stand: every Markdown that we write has
/// them from here.
///
/// A backslash keeps a character from being a mark (CommonMark 0.31, section 2.4). It does not keep
/// GitHub from making links of `@name`, `#12`, `a@b.c`, commits, addresses and `:emoji:`, for that
/// is done to the text that is shown. So the character that such a link needs stands in a `span`,
/// which nothing looks across.
public enum MarkdownText {
    /// One line, for the middle of a line, a heading or a cell of a table.
    public static func line(_ text: String) -> String {
        escaped(scalars(of: text), startMark: nil)
    }

    /// Lines, each of which ends where it ends, and is nothing but words.
    public static func lines(_ text: String) -> String {
        let all = text.split(separator: "\n").map { line in
            let scalars = scalars(of: String(line.drop { $0 == " " }))
            return escaped(scalars, startMark: startMark(of: scalars))
        }
        return all.isEmpty ? "" : all.joined(separator: "  \n") + "\n"
    }

    /// The words that stand for a picture: no element can stand among them, and no link is made.
    package static func picture(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in scalars(of: text) {
            if marks.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    /// Words to be copied, in a cell.
    package static func code(_ text: String) -> String {
        let words = PrintableText.line(text)
        if words.contains("`") { return line(words) }
        let cells = words.split(separator: "|", omittingEmptySubsequences: false)
        return "`\(cells.joined(separator: "\\|"))`"
    }

    /// Lines that are laid out, in a fence that none of them ends.
    package static func block(_ text: String) -> String {
        let words = PrintableText.line(text, keeping: ["\n", "\t"])
        let longest = words.unicodeScalars.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\n\(words)\(words.hasSuffix("\n") ? "" : "\n")\(fence)\n"
    }

    private static let marks: Set<Unicode.Scalar> = [
        "\\", "`", "*", "_", "~", "[", "]", "<", ">", "&", "|",
    ]

    /// A letter and what is set upon it are one character to a reader, and two to a parser.
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

    /// Where a mark stands that makes a line more than words: of a list, a heading, a rule.
    private static func startMark(of line: [Unicode.Scalar]) -> Int? {
        guard let first = line.first else { return nil }
        if "-+=:".unicodeScalars.contains(first) { return 0 }
        let digits = line.prefix { ("0"..."9").contains($0) }.count
        let isNumber = (1...9).contains(digits) && digits < line.count
        return isNumber && ".)".unicodeScalars.contains(line[digits]) ? digits : nil
    }
}

/// The characters of a line without which GitHub makes no link, picture or formula of it.
private struct LinkStarts {
    private let line: [Unicode.Scalar]
    /// In a run of hexadecimal digits that may be a commit, every seventh, so that no part of it is
    /// as long as the shortest name of one.
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
        // An address, a picture by its name.
        case ":": place + 1 < line.count && line[place + 1] != " "
        case ".": isBehind("www", place)
        // `GH-12` is an issue, `high-4` is none.
        case "-":
            isBehind("gh", place) && place + 1 < line.count
                && line[place + 1].properties.numericType != nil
                && !isInWord(place - 3)
        default: digits.contains(place)
        }
    }

    /// Whether a Latin letter stands there, and no span around it.
    private func isInWord(_ place: Int) -> Bool {
        place >= 0 && line[place].isASCII && line[place].properties.isAlphabetic
            && !digits.contains(place)
    }

    private func isBehind(_ word: String, _ place: Int) -> Bool {
        let before = line[max(0, place - word.count)..<place]
        return String(String.UnicodeScalarView(before)).lowercased() == word
    }
}
