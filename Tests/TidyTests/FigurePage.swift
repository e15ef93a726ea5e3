import Foundation

/// A page's prose and tables, and the figures in it.
///
/// A figure is a number with the unit of a result (energy, a share, bytes, a factor), or any number
/// in a right-aligned column of a table. Code, formulas and comments are left out.
struct FigurePage: Sendable {
    let path: String
    /// The page as one line, without the omitted parts, and with single spaces for line breaks.
    let prose: String
    let figures: [Figure]
    /// Ranges of whole tables in ``prose``.
    let tables: [Range<String.Index>]

    struct Figure: Sendable {
        /// The text as on the page: `1 368 J`.
        let text: String
        let place: Range<String.Index>
        /// Without marks between groups of digits: `1368`.
        let digits: String

        /// Half a unit of its last digit.
        var tolerance: Double {
            let point = digits.firstIndex(of: ".")
            let places = point.map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
            return 0.5 * pow(10, -Double(places))
        }

        /// Whether `value` would be written like this.
        func shows(_ value: Double) -> Bool {
            guard let number = Double(digits) else { return false }
            return abs(abs(value) - number) <= tolerance * (1 + 1e-9)
        }
    }

    /// Pages that contain only output of the program.
    private static let written: Set = ["docs/reference/columns.md", "docs/reference/options.md"]

    /// All pages for readers: the front page and `docs`, without the pages that the program writes.
    static var all: [FigurePage] {
        (SourceTree.files(in: "README.md") + SourceTree.files(in: "docs", withExtension: "md"))
            .filter { !written.contains($0.path) }.map(FigurePage.init)
    }

    init(_ file: SourceTree.File) {
        var (prose, tables): (String, [Range<Int>]) = ("", [])
        var (isCode, wasTable, tableStart) = (false, false, 0)
        var isRight: [Bool] = []
        for line in file.lines + [""] {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode || line.hasPrefix("```") || line.hasPrefix("    ") { continue }
            let isTable = line.hasPrefix("|")
            if isTable, !wasTable { (tableStart, isRight) = (prose.utf8.count, []) }
            if !isTable, wasTable { tables.append(tableStart..<prose.utf8.count) }
            if isTable, line.contains("--:") {
                isRight = line.split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces).hasSuffix("--:") }
            }
            prose += Self.plain(isTable ? Self.marked(line, isRight) : line) + " "
            wasTable = isTable
        }
        (path, self.prose) = (file.path, prose)
        self.tables = tables.map { range in
            let ends = [range.lowerBound, range.upperBound].map {
                prose.utf8.index(prose.startIndex, offsetBy: $0)
            }
            return ends[0]..<ends[1]
        }
        figures = Self.figures(in: prose)
    }

    /// A table's line with a mark after each bare number in a right-aligned column.
    private static func marked(_ line: Substring, _ isRight: [Bool]) -> Substring {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        guard isRight.contains(true), cells.count == isRight.count else { return line }
        let marked = zip(cells, isRight).map { cell, isRight in
            let text = cell.trimmingCharacters(in: .whitespaces)
            let isNumber = text.wholeMatch(of: /[−-]?\d[\d ,\u{A0}]*(\.\d+)?/) != nil
            return isRight && isNumber ? " \(text)\(mark) " : String(cell)
        }
        return marked.joined(separator: "|")[...]
    }

    private static let mark: Character = "\u{2060}"

    /// Without code, addresses and comments, and with single spaces.
    private static func plain(_ line: Substring) -> String {
        String(line).replacing(/`[^`]*`/, with: "`").replacing(/<!--.*?-->/, with: "")
            .replacing(/\]\([^)]*\)/, with: "]")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func figures(in prose: String) -> [Figure] {
        let figure =
            #/
            ([0-9]+ (?: [\ ,\u{A0}][0-9]{3} )* (?:\.[0-9]+)?)
            (?: \ ? (?: J/s | kJ | mJ | J | % | MB | kB | GB | hours | times ) (?![\w/²])
              | \x{2060} )
            /#
        return prose.matches(of: figure).compactMap { match in
            let start = match.range.lowerBound
            if start > prose.startIndex {
                let before = prose[prose.index(before: start)]
                if before.isLetter || before.isNumber || "._/^,".contains(before) { return nil }
            }
            let digits = match.output.1.filter { $0.isNumber || $0 == "." }
            return Figure(
                text: String(match.output.0), place: match.range, digits: String(digits))
        }
    }

    /// The ranges of a row's text: a whole table, or every place with these words.
    func places(of text: String) -> [Range<String.Index>] {
        if text.hasPrefix("table:") {
            let head = text.dropFirst("table:".count).trimmingCharacters(in: .whitespaces)
            return tables.filter { prose[$0].prefix(600).contains(head) }
        }
        return prose.ranges(of: text)
    }
}
