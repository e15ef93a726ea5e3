/// Knowledge of an input's format, so that changed inputs stay nearly right. A reader refuses
/// completely wrong inputs at their first line.
///
/// An input is a sequence of pieces: lines of a table, records of a capture, tags of a document.
/// All forms delete, double, move and import pieces alike. Each form changes pieces in its own way.
public protocol Form: Sendable {
    /// The pieces in order; ``joined(_:)`` gives the original bytes again.
    func pieces(of bytes: [UInt8]) -> [[UInt8]]

    /// The pieces that move together with the piece at `place`.
    func block(_ pieces: [[UInt8]], at place: Int, _ dice: inout Dice) -> Range<Int>

    /// A block adapted to its place before another piece, or at the end if nil.
    func fitted(_ block: [[UInt8]], before piece: [UInt8]?) -> [[UInt8]]

    /// Changes something in the piece at `place`, or in all similar pieces.
    func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice)
}

extension Form {
    public func block(
        _ pieces: [[UInt8]], at place: Int, _ dice: inout Dice
    ) -> Range<Int> {
        place..<min(pieces.count, place + 1 + dice.below(3))
    }

    public func fitted(_ block: [[UInt8]], before piece: [UInt8]?) -> [[UInt8]] { block }

    /// The input after a number of changes.
    func changed(_ bytes: [UInt8], times: Int, _ dice: inout Dice) -> [UInt8] {
        var pieces = pieces(of: bytes)
        for _ in 0..<times where !pieces.isEmpty { changeSome(of: &pieces, &dice) }
        return Array(pieces.joined())
    }

    private func changeSome(of pieces: inout [[UInt8]], _ dice: inout Dice) {
        let place = dice.below(pieces.count)
        switch dice.below(10) {
        case 0: pieces.removeSubrange(block(pieces, at: place, &dice))
        case 1: insert(Array(pieces[block(pieces, at: place, &dice)]), into: &pieces, &dice)
        case 2:
            let moved = block(pieces, at: place, &dice)
            let taken = Array(pieces[moved])
            pieces.removeSubrange(moved)
            insert(taken, into: &pieces, &dice)
        case 3:
            // The content of one place replaces that of another.
            let taken = Array(pieces[block(pieces, at: dice.below(pieces.count), &dice)])
            let replaced = block(pieces, at: place, &dice)
            pieces.replaceSubrange(replaced, with: fitted(taken, before: pieces[place]))
        default: change(&pieces, at: place, &dice)
        }
    }

    /// The input with a block of another input.
    func crossed(_ bytes: [UInt8], with other: [UInt8], _ dice: inout Dice) -> [UInt8] {
        var pieces = pieces(of: bytes)
        let others = self.pieces(of: other)
        guard !others.isEmpty else { return bytes }
        let block = block(others, at: dice.below(others.count), &dice)
        insert(Array(others[block]), into: &pieces, &dice)
        return Array(pieces.joined())
    }

    private func insert(
        _ block: [[UInt8]], into pieces: inout [[UInt8]], _ dice: inout Dice
    ) {
        let place = dice.below(pieces.count + 1)
        let next = place < pieces.count ? pieces[place] : nil
        pieces.insert(contentsOf: fitted(block, before: next), at: place)
    }
}
