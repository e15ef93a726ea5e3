/// Fits a table to a terminal.
///
/// It breaks headings first, then words in cells, then names at their hyphens. If that is not
/// enough, further columns go below, each part with the first column again. Numbers are broken
/// last.
struct TableLayout {
    private let columns: [TextTable.Column]
    private let headers: [String]
    private let rows: [TextTable.Row]
    private let keys: Int
    private let keepsNames: Bool
    private let width: Int
    private let isColoured: Bool

    private static let gap = 2
    private static let narrowest = 8

    /// Ways to break lines, gentlest first; each includes those before it.
    private enum Breaks: Int, CaseIterable {
        case headings, words, namesInHeadings, names, anything
    }

    init(_ table: TextTable, headers: [String], width: Int, isColoured: Bool) {
        (columns, rows, self.headers) = (table.columns, table.rows, headers)
        (keys, keepsNames) = (table.keys, table.keepsNames)
        self.width = max(width, Screen.narrowest)
        self.isColoured = isColoured
    }

    var text: String {
        let all = Array(columns.indices)
        let natural = all.map { ([headers[$0]] + cells($0)).map(TextTable.width).max() ?? 0 }
        var least: [[Int]] = []
        for breaks in Breaks.allCases.prefix(keepsNames ? 2 : 4) {
            least.append(all.map { leastWidth($0, breaks) })
            if let widths = fitted(all, natural, least) { return part(all, widths) }
        }
        least.removeLast(least.count - 2)
        for breaks in Breaks.allCases.dropFirst() {
            if breaks.rawValue >= least.count { least.append(all.map { leastWidth($0, breaks) }) }
            guard let parts = parts(least[least.count - 1]) else { continue }
            return parts.map { shown in
                part(shown, fitted(shown, natural, least) ?? shown.map { natural[$0] })
            }.joined(separator: "\n")
        }
        return part(all, natural)
    }

    private func cells(_ column: Int) -> [String] { rows.map { $0.cells[column] } }

    private func leastWidth(_ column: Int, _ breaks: Breaks) -> Int {
        func longest(_ texts: [String], atNames: Bool) -> Int {
            texts.flatMap { BrokenText.words(of: $0, atNames: atNames) }.map(TextTable.width).max()
                ?? 0
        }
        let heading = longest([headers[column]], atNames: breaks.rawValue > Breaks.words.rawValue)
        let whole = cells(column).map(TextTable.width).max() ?? 0
        let isText = columns[column].alignment == .left
        switch breaks {
        case .headings: return max(heading, whole)
        case .words, .namesInHeadings:
            return max(heading, isText ? longest(cells(column), atNames: false) : whole)
        case .names: return max(heading, isText ? nameWidth(column) : whole)
        case .anything: return min(leastWidth(column, .names), Self.narrowest)
        }
    }

    /// A width that breaks no piece of a name, and gives row names two lines at most.
    private func nameWidth(_ column: Int) -> Int {
        let cells = cells(column)
        var width =
            cells.flatMap { BrokenText.words(of: $0, atNames: true) }.map(TextTable.width).max()
            ?? 0
        let names = column < keys ? cells.filter { !$0.contains(" ") } : []
        while names.contains(where: { BrokenText.lines(of: $0, within: width).count > 2 }) {
            width += 1
        }
        return width
    }

    /// Widths with which the shown columns fit; `nil` if they cannot.
    ///
    /// - Parameters:
    ///   - natural: The width of each column without breaks.
    ///   - least: The least widths, gentlest breaks first; the widest column is narrowed first.
    private func fitted(_ shown: [Int], _ natural: [Int], _ least: [[Int]]) -> [Int]? {
        let room = width - Self.gap * (shown.count - 1)
        var widths = shown.map { natural[$0] }
        var sum = widths.reduce(0, +)
        for least in least {
            while sum > room {
                let places = shown.indices.filter { widths[$0] > least[shown[$0]] }
                guard let widest = places.max(by: { widths[$0] < widths[$1] }) else { break }
                widths[widest] -= 1
                sum -= 1
            }
        }
        return sum <= room ? widths : nil
    }

    /// The columns of each part of a split table, balanced; `nil` if a column does not fit.
    private func parts(_ least: [Int]) -> [[Int]]? {
        guard let greedy = parts(least, of: columns.count) else { return nil }
        let each = (columns.count - keys + greedy.count - 1) / greedy.count
        let even = parts(least, of: each)
        return even?.count == greedy.count ? even : greedy
    }

    /// - Parameter most: The columns in a part, without the repeated ones.
    private func parts(_ least: [Int], of most: Int) -> [[Int]]? {
        let repeated = Array(0..<keys)
        let start = repeated.reduce(-Self.gap) { $0 + Self.gap + least[$1] }
        if start > width { return nil }
        var (parts, part, used) = ([[Int]](), repeated, start)
        for column in columns.indices.dropFirst(keys) {
            let more = Self.gap + least[column]
            if used + more > width && part.count > keys || part.count == keys + most {
                parts.append(part)
                (part, used) = (repeated, start)
            }
            if used + more > width { return nil }
            part.append(column)
            used += more
        }
        return parts + [part]
    }

    private func part(_ shown: [Int], _ widths: [Int]) -> String {
        let rule = widths.map { String(repeating: "-", count: $0) }
        let head = zip(shown, widths).map { BrokenText.lines(of: headers[$0], within: $1) }
        let height = head.map(\.count).max() ?? 1
        // Headings are aligned to the rule below them.
        let padded = head.map { Array(repeating: "", count: height - $0.count) + $0 }
        var text = lines(of: padded, shown, widths, tone: nil) + line(of: rule, shown, widths, nil)
        for row in rows {
            let cells = zip(shown, widths).map { BrokenText.lines(of: row.cells[$0], within: $1) }
            text += lines(of: cells, shown, widths, tone: row.tone)
        }
        return text
    }

    private func lines(
        of cells: [[String]], _ shown: [Int], _ widths: [Int], tone: TextTable.Tone?
    ) -> String {
        let count = cells.map(\.count).max() ?? 1
        return (0..<max(1, count)).map { index -> String in
            line(of: cells.map { index < $0.count ? $0[index] : "" }, shown, widths, tone)
        }.joined()
    }

    private func line(
        of cells: [String], _ shown: [Int], _ widths: [Int], _ tone: TextTable.Tone?
    ) -> String {
        var line = ""
        var spaces = 0
        for (place, cell) in cells.enumerated() {
            if place > 0 { spaces += Self.gap }
            let padding = max(0, widths[place] - TextTable.width(of: cell))
            let isLeft = columns[shown[place]].alignment == .left
            if !isLeft { spaces += padding }
            if !cell.isEmpty {
                line += String(repeating: " ", count: spaces) + coloured(cell, shown[place], tone)
                spaces = 0
            } else if !isLeft {
                continue
            }
            if isLeft { spaces += cell.isEmpty ? widths[place] : padding }
        }
        return line + "\n"
    }

    private func coloured(_ cell: String, _ column: Int, _ tone: TextTable.Tone?) -> String {
        guard isColoured, let tone, column == columns.count - 1 else { return cell }
        return "\u{1B}[\(tone.code)m\(cell)\u{1B}[0m"
    }
}

extension TextTable.Tone {
    /// ECMA-48, SGR.
    fileprivate var code: String {
        switch self {
        case .good: "32"
        case .bad: "31"
        case .open: "33"
        }
    }
}

enum BrokenText {
    /// The unbreakable pieces: broken at spaces, and in names also after punctuation.
    static func words(of text: String, atNames: Bool) -> [String] {
        let words = glued(text)
        return atNames ? words.flatMap(pieces) : words
    }

    /// The words of a text; a number and its unit are one word.
    private static func glued(_ text: String) -> [String] {
        var words: [String] = []
        for word in text.split(separator: " ") {
            if let last = words.last, let digit = last.last, digit.isNumber,
                units.contains(word.filter({ !".,;:)*?".contains($0) }))
            {
                words[words.count - 1] = last + " " + word
            } else {
                words.append(String(word))
            }
        }
        return words
    }

    private static let units: Set<String> = [
        "%", "J", "kJ", "J/s", "W", "mW", "mAh", "s", "ms", "min", "h", "d", "m", "km", "B", "kB",
        "MB", "GB",
    ]

    /// The pieces of a name, each with the sign after which it may be broken.
    private static func pieces(of word: String) -> [String] {
        var (pieces, piece) = ([String](), "")
        for character in word {
            piece.append(character)
            if "-_./,;=".contains(character), piece.count > 1 {
                pieces.append(piece)
                piece = ""
            }
        }
        return pieces + (piece.isEmpty ? [] : [piece])
    }

    /// Lines of at most `width`, broken at spaces; longer words break after signs, then anywhere.
    static func lines(of text: String, within width: Int) -> [String] {
        if TextTable.width(of: text) <= width { return [text] }
        var (lines, line) = ([String](), "")
        func put(_ word: String, after gap: String) {
            let longer = line.isEmpty ? word : line + gap + word
            if TextTable.width(of: longer) <= width {
                line = longer
            } else {
                if !line.isEmpty { lines.append(line) }
                line = word
            }
        }
        for word in glued(text) {
            guard TextTable.width(of: word) > width else {
                put(word, after: " ")
                continue
            }
            for (number, piece) in pieces(of: word).enumerated() {
                for (part, slice) in slices(of: piece, width).enumerated() {
                    put(slice, after: number == 0 && part == 0 ? " " : "")
                }
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func slices(of piece: String, _ width: Int) -> [String] {
        var (slices, slice, used) = ([String](), "", 0)
        for character in piece {
            let size = TextTable.width(of: character)
            if used + size > width, !slice.isEmpty {
                slices.append(slice)
                (slice, used) = ("", 0)
            }
            slice.append(character)
            used += size
        }
        return slices + (slice.isEmpty ? [] : [slice])
    }
}
