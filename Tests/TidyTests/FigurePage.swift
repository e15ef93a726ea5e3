import Foundation

/// A page's prose and tables, and the figures in it.
///
/// A figure is a number with the unit of a result: energy, a share, bytes, times as much; and any
/// number in a column of a table that is set to the right. Code, formulas and comments are left
/// out.
struct FigurePage: Sendable {
    let path: String
    /// The page as one line: what is left out is gone, blanks and line breaks are one blank.
    let prose: String
    let figures: [Figure]
    /// From the head of a table to its end, as places in ``prose``.
    let tables: [Range<String.Index>]

    struct Figure: Sendable {
        /// As it stands: `1 368 J`.
        let text: String
        let place: Range<String.Index>
        /// Without blanks between digits: `1368`.
        let digits: String

        /// Half a unit of its last digit.
        var tolerance: Double {
            let point = digits.firstIndex(of: ".")
            let places = point.map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
            return 0.5 * pow(10, -Double(places))
        }

        /// Whether this is how `value` is written.
        func shows(_ value: Double) -> Bool {
            guard let number = Double(digits) else { return false }
            return abs(abs(value) - number) <= tolerance * (1 + 1e-9)
        }
    }

    /// Pages of nothing but what the program says.
    private static let written: Set = ["docs/reference/columns.md", "docs/reference/options.md"]

    /// All pages that people read: the front page and what is under `docs`, but for those that the
    /// program writes.
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

    /// A table's line in which bare numbers of columns set to the right have a mark behind them.
    private static func marked(_ line: Substring, _ isRight: [Bool]) -> Substring {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        guard isRight.contains(true), cells.count == isRight.count else { return line }
        let marked = zip(cells, isRight).map { cell, isRight in
            let text = cell.trimmingCharacters(in: .whitespaces)
            let isNumber = text.wholeMatch(of: /[−-]?\d[\d \u{A0}]*(\.\d+)?/) != nil
            return isRight && isNumber ? " \(text)\(mark) " : String(cell)
        }
        return marked.joined(separator: "|")[...]
    }

    private static let mark: Character = "\u{2060}"

    /// Without code, addresses and comments, and with single blanks.
    private static func plain(_ line: Substring) -> String {
        String(line).replacing(/`[^`]*`/, with: "`").replacing(/<!--.*?-->/, with: "")
            .replacing(/\]\([^)]*\)/, with: "]")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func figures(in prose: String) -> [Figure] {
        let figure =
            #/
            ([0-9] [0-9\ \u{A0}]* (?:\.[0-9]+)?)
            (?: \ ? (?: J/s | kJ | mJ | J | % | MB | kB | GB | hours | times ) (?![\w/²])
              | \x{2060} )
            /#
        return prose.matches(of: figure).compactMap { match in
            let start = match.range.lowerBound
            if start > prose.startIndex {
                let before = prose[prose.index(before: start)]
                if before.isLetter || before.isNumber || "._/^".contains(before) { return nil }
            }
            let digits = match.output.1.filter { $0.isNumber || $0 == "." }
            return Figure(
                text: String(match.output.0), place: match.range, digits: String(digits))
        }
    }

    /// The places of a row's text: of a whole table, or every place where the words stand.
    func places(of text: String) -> [Range<String.Index>] {
        if text.hasPrefix("table:") {
            let head = text.dropFirst("table:".count).trimmingCharacters(in: .whitespaces)
            return tables.filter { prose[$0].prefix(600).contains(head) }
        }
        return prose.ranges(of: text)
    }
}
