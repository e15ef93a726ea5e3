import Foundation

/// `docs/figures.csv`: what each figure on a page rests on.
///
/// A row has a page, a piece of its text with blanks and line breaks as one blank, and a source:
///
/// - an expression of cells, which is computed:
///   `[Reports/x/summary.csv policy=p metric=energy mean] / 1000`;
/// - `given FILE: WORDS`: an input, which stands in that file;
/// - `test TITLE`: what a test of that title asserts;
/// - `meant: WHY`: a definition, a level, an option's range, an example;
/// - `published: SOURCE`: of others, as the source has it;
/// - `measured YYYY-MM-DD, MACHINE, by COMMAND`: once, and not checked since.
///
/// A text that begins with `table:` stands for all figures of the table whose head holds the rest.
/// A row without a text, `open N`, says that so many figures of the page have no row yet: no more
/// may come.
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

/// What a figure rests on.
enum FigureSource: Sendable {
    case computed(FigureExpression)
    case given(file: String, words: String)
    case test(title: String)
    case stated
    case measured
    case open(Int)

    /// `nil`: of no known form.
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

/// Cells of a file of comma-separated values, quoted or not.
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
