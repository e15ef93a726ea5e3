import Foundation

/// `docs/figures.csv`: the source of each figure on a page.
///
/// A row has a page, a piece of its text with single spaces, and a source:
///
/// - an expression of cells, which is computed: `[Reports/x/summary.csv policy=p metric=energy
///   mean] / 1000`;
/// - `given FILE: WORDS`: an input, which is in that file;
/// - `test TITLE`: what the test with that title asserts;
/// - `meant: WHY`: a definition, a level, an option's range, an example;
/// - `published: SOURCE`: another's figure, as in the source;
/// - `measured YYYY-MM-DD, MACHINE, by COMMAND`: measured once, and not checked since.
///
/// A text that begins with `table:` covers all figures of the table whose head contains the rest. A
/// row without a text, `open N`, states how many figures of the page have no row yet; the number
/// may only fall.
struct FigureTable: Sendable {
    struct Row: Sendable {
        let page: String
        let text: String
        let source: FigureSource
    }

    static let path = "docs/figures.csv"
    let rows: [Row]
    /// Lines that cannot be read, with the reason.
    let faults: [String]

    init(_ text: String) {
        var (rows, faults): ([Row], [String]) = ([], [])
        for (number, cells) in zip(1..., CSVText.rows(text)).dropFirst() {
            guard cells.count == 3, let source = FigureSource(cells[2]) else {
                faults.append("\(Self.path):\(number): no source: \(cells.last ?? "")")
                continue
            }
            rows.append(Row(page: cells[0], text: cells[1], source: source))
        }
        (self.rows, self.faults) = (rows, faults)
    }

    static let committed = FigureTable(SourceTree.files(in: path).first?.text ?? "")
}

/// The source of a figure.
enum FigureSource: Sendable {
    case computed(FigureExpression)
    case given(file: String, words: String)
    case test(title: String)
    case stated
    case measured
    case open(Int)

    /// Nil if the text has no known form.
    init?(_ text: String) {
        if text.hasPrefix("meant: ") || text.hasPrefix("published: ") {
            self = .stated
        } else if text.hasPrefix("given "), let colon = text.firstRange(of: ": ") {
            let file = text[..<colon.lowerBound].dropFirst("given ".count)
            self = .given(file: String(file), words: String(text[colon.upperBound...]))
        } else if text.hasPrefix("test ") {
            self = .test(title: String(text.dropFirst("test ".count)))
        } else if text.wholeMatch(of: /measured \d{4}-\d\d-\d\d, [^,]+, by .+/) != nil {
            self = .measured
        } else if text.hasPrefix("open "), let count = Int(text.dropFirst("open ".count)) {
            self = .open(count)
        } else if let expression = FigureExpression(text) {
            self = .computed(expression)
        } else {
            return nil
        }
    }
}

/// Parses cells of comma-separated values, quoted or not.
enum CSVText {
    static func rows(_ text: String) -> [[String]] {
        var (rows, row, cell): ([[String]], [String], String) = ([], [], "")
        var isQuoted = false
        var rest = Substring(text)
        while let next = rest.popFirst() {
            if isQuoted {
                if next == "\"" {
                    isQuoted = rest.first == "\""
                    if isQuoted { cell.append(rest.removeFirst()) }
                } else {
                    cell.append(next)
                }
            } else if next == "\"" {
                isQuoted = true
            } else if next == "," || next == "\n" {
                row.append(cell)
                cell = ""
                if next == "\n" {
                    rows.append(row)
                    row = []
                }
            } else {
                cell.append(next)
            }
        }
        return row.isEmpty && cell.isEmpty ? rows : rows + [row + [cell]]
    }
}
