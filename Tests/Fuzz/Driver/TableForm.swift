public struct TableForm: Form {
    private let vocabulary: [[UInt8]]
    /// The number of bytes before the table, which choose its reader.
    private let head: Int

    /// - Parameters:
    ///   - words: Words for headers and cells.
    ///   - head: The number of bytes before the table.
    public init(words: [String], head: Int = 0) {
        vocabulary = words.map { Array($0.utf8) }
        self.head = head
    }

    public func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        let lines = Words.lines(of: Array(bytes.dropFirst(head)))
        guard let first = lines.first else { return [bytes] }
        return [bytes.prefix(head) + first] + lines.dropFirst()
    }

    public func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        switch dice.below(10) {
        case 0...2: Words.changeNumber(in: &pieces[place], &dice)
        case 3: Words.changeWord(in: &pieces[place], of: vocabulary, &dice)
        case 4: Words.insertSign(into: &pieces[place], dice: &dice)
        case 5, 6: changeCell(in: &pieces, at: place, &dice)
        case 7, 8: changeColumn(in: &pieces, at: place, &dice)
        default: more(like: place, in: &pieces, &dice)
        }
    }

    /// Replaces a cell by another cell, a number or a word.
    private func changeCell(in pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        var cells = Self.cells(of: pieces[place])
        let others = Self.cells(of: dice.pick(pieces) ?? [])
        let cell =
            switch dice.below(4) {
            case 0: dice.pick(others) ?? []
            case 1: dice.pick(vocabulary) ?? []
            default: dice.pick(Words.numbers) ?? []
            }
        cells[dice.below(cells.count)] = cell
        pieces[place] = Self.line(cells, like: pieces[place])
    }

    /// Deletes, doubles or swaps a column in all rows with equally many cells.
    private func changeColumn(in pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        let count = Self.cells(of: pieces[place]).count
        let (column, other, kind) = (dice.below(count), dice.below(count), dice.below(3))
        for row in pieces.indices {
            var cells = Self.cells(of: pieces[row])
            guard cells.count == count else { continue }
            switch kind {
            case 0: cells.remove(at: column)
            case 1: cells.insert(cells[column], at: other)
            default: cells.swapAt(column, other)
            }
            pieces[row] = Self.line(cells, like: pieces[row])
        }
    }

    /// Adds rows like one row, each with a changed number.
    private func more(like place: Int, in pieces: inout [[UInt8]], _ dice: inout Dice) {
        for _ in 0...dice.below(8) {
            var row = pieces[place]
            Words.changeNumber(in: &row, &dice)
            pieces.insert(row, at: place)
        }
    }

    private static func cells(of line: [UInt8]) -> [[UInt8]] {
        let text = line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
        return text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map(Array.init)
    }

    private static func line(_ cells: [[UInt8]], like line: [UInt8]) -> [UInt8] {
        let end = line.last == UInt8(ascii: "\n") ? [UInt8(ascii: "\n")] : []
        return Array(cells.joined(separator: [UInt8(ascii: ",")])) + end
    }
}
