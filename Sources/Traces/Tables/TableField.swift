/// One field of a CSV file (RFC 4180), as places in a block of it.
struct TableField {
    /// Without quotes, and without spaces around it.
    var content: Range<Int>
    /// Where its comma or line break is, or the end of the file.
    var end: Int

    /// The field that begins at `start`, or `nil` if it goes on beyond `limit` and the file too.
    ///
    /// - Parameters:
    ///   - text: A block of the file.
    ///   - start: Where it begins: after a comma, a line break, or the file's beginning.
    ///   - limit: Where the bytes at hand end.
    ///   - isAtEnd: Whether the file ends there.
    /// - Throws: if a quote is not closed, or not where the field ends.
    static func next(
        in text: Span<UInt8>, from start: Int, limit: Int, isAtEnd: Bool
    ) throws(TableRowFault) -> TableField? {
        let first = skippingSpaces(in: text, from: start, limit: limit)
        if first < limit, text[first] == .quote {
            return try quoted(in: text, from: first, limit: limit, isAtEnd: isAtEnd)
        }
        var place = first
        while place < limit, !text[place].endsField { place += 1 }
        guard place < limit || isAtEnd else { return nil }
        let end = place
        while place > first, text[place - 1].isSpace { place -= 1 }
        return TableField(content: first..<place, end: end)
    }

    /// A field in quotes, the first of which is at `start`. Its content keeps doubled quotes.
    private static func quoted(
        in text: Span<UInt8>, from start: Int, limit: Int, isAtEnd: Bool
    ) throws(TableRowFault) -> TableField? {
        var place = start + 1
        while place < limit {
            if text[place] != .quote {
                place += 1
            } else if place + 1 < limit, text[place + 1] == .quote {
                place += 2
            } else {
                break
            }
        }
        guard place < limit || isAtEnd else { return nil }
        guard place < limit else { throw TableRowFault(.table(.openQuote), start..<start + 1) }
        let end = skippingSpaces(in: text, from: place + 1, limit: limit)
        guard end < limit || isAtEnd else { return nil }
        guard end == limit || text[end].endsField else {
            throw TableRowFault(.table(.textAfterQuote), end..<end + 1)
        }
        return TableField(content: (start + 1)..<place, end: end)
    }

    private static func skippingSpaces(
        in text: Span<UInt8>, from start: Int, limit: Int
    ) -> Int {
        var place = start
        while place < limit, text[place].isSpace { place += 1 }
        return place
    }

    /// The content as text, for messages.
    func string(in text: Span<UInt8>) -> String {
        String(decoding: content.map { text[$0] }, as: UTF8.self)
    }
}

/// What is wrong with a row, and with which bytes of the block that it was read from.
struct TableRowFault: Error {
    let fault: TraceFault
    let word: Range<Int>

    init(_ fault: TraceFault, _ word: Range<Int>) {
        self.fault = fault
        self.word = word
    }
}

extension UInt8 {
    static let comma = UInt8(ascii: ",")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")

    var isSpace: Bool { self == .space || self == .tab }
    var endsLine: Bool { self == .lineFeed || self == .carriageReturn }
    var endsField: Bool { self == .comma || endsLine }

    /// The digit that this character is; 10 or more for any other.
    var digit: UInt8 { self &- UInt8(ascii: "0") }
}
