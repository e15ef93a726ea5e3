/// Documents in XML: tags, and the text between them.
public struct XMLForm: Form {
    private let vocabulary: [[UInt8]]
    private static let oddities = [
        "<!-- - -->", "<![CDATA[5]]>", "&amp;", "&#65;", "&lt", "<?x y?>", "<!DOCTYPE a>", "<a/>",
        " lat=\"1\"", " lon='2'", " xmlns=\"u\"", " xml:lang=\"de\"", "]]>", "</", "/>",
    ].map { Array($0.utf8) }
    private static let times = [
        "2012-01-02T08:00:00Z", "2012-01-02T08:00:00.123456789123Z", "2012-12-31T23:59:60Z",
        "0000-00-00T00:00:00Z", "9999-12-31T23:59:59Z", "2012-02-30T08:00:00+14:00", "1677-01-01",
        "2262-04-12T00:00:00Z", "-1-01-01T00:00:00Z",
    ].map { Array($0.utf8) }

    /// - Parameter words: Names of elements and attributes, and texts for them.
    public init(words: [String]) { vocabulary = words.map { Array($0.utf8) } }

    public func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        let (open, close) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
        var (pieces, start) = ([[UInt8]](), 0)
        for (place, byte) in bytes.enumerated() {
            if byte == open, place > start {
                pieces.append(Array(bytes[start..<place]))
                start = place
            } else if byte == close {
                pieces.append(Array(bytes[start...place]))
                start = place + 1
            }
        }
        if start < bytes.count { pieces.append(Array(bytes[start...])) }
        return pieces
    }

    /// An element from its opening to its closing tag, or a single piece.
    public func block(
        _ pieces: [[UInt8]], at place: Int, _ dice: inout Dice
    ) -> Range<Int> {
        if dice.isOne(in: 4) { return place..<place + 1 }
        var depth = 0
        for next in place..<pieces.count {
            depth += Self.step(of: pieces[next])
            if depth <= 0 { return place..<next + 1 }
        }
        return place..<place + 1
    }

    /// The change of nesting depth after a piece.
    private static func step(of piece: [UInt8]) -> Int {
        guard piece.first == UInt8(ascii: "<"), piece.count > 2 else { return 0 }
        if piece[1] == UInt8(ascii: "/") { return -1 }
        let isAlone = "!?".utf8.contains(piece[1]) || piece[piece.count - 2] == UInt8(ascii: "/")
        return isAlone ? 0 : 1
    }

    public func change(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        switch dice.below(10) {
        case 0...3: Words.changeNumber(in: &pieces[place], &dice)
        case 4, 5: Words.changeWord(in: &pieces[place], of: vocabulary, &dice)
        case 6: rename(&pieces, at: place, &dice)
        case 7:
            let oddity = dice.pick(Self.oddities) ?? []
            pieces[place].insert(contentsOf: oddity, at: dice.below(pieces[place].count + 1))
        case 8:
            let other = dice.isOne(in: 2) ? dice.pick(Self.times) : dice.pick(vocabulary)
            if pieces[place].first != UInt8(ascii: "<") { pieces[place] = other ?? [] }
        default: Words.insertSign(into: &pieces[place], dice: &dice)
        }
    }

    /// Renames an element, at both its ends.
    private func rename(_ pieces: inout [[UInt8]], at place: Int, _ dice: inout Dice) {
        guard let old = Self.name(of: pieces[place]), let new = dice.pick(vocabulary) else {
            return
        }
        let name = Array(pieces[place][old])
        pieces[place].replaceSubrange(old, with: new)
        for next in pieces[(place + 1)...].indices {
            guard let end = Self.name(of: pieces[next]), pieces[next][1] == UInt8(ascii: "/"),
                Array(pieces[next][end]) == name
            else { continue }
            pieces[next].replaceSubrange(end, with: new)
            return
        }
    }

    private static func name(of piece: [UInt8]) -> Range<Int>? {
        guard piece.first == UInt8(ascii: "<"), piece.count > 2 else { return nil }
        let start = piece[1] == UInt8(ascii: "/") ? 2 : 1
        let end = piece[start...].firstIndex { " />\n\t".utf8.contains($0) }
        return end.map { start..<$0 }
    }
}
