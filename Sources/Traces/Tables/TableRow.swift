import DeviceModel

/// A packet as a record of a CSV file has it.
struct Row {
    var time: Int64 = 0
    /// Where its time stands, for messages.
    var timePlace = 0..<0
    var bytes: Int64 = 0
    var direction = Packet.Direction.uplink
    /// Where the record's line break is, or the end of the file.
    var end: Int
    /// Line breaks within quotes.
    var lineBreaks = 0

    /// The record that begins at `start`, or `nil` if it goes on beyond the bytes at hand.
    ///
    /// - Parameters:
    ///   - text: A block of the file.
    ///   - start: Where the record begins in it.
    ///   - limit: Where the bytes at hand end.
    ///   - isAtEnd: Whether the file ends there.
    ///   - columns: What the file's header says.
    /// - Throws: what is wrong with the first field that cannot be used.
    init?(
        _ text: Span<UInt8>, _ start: Int, _ limit: Int, _ isAtEnd: Bool, _ columns: TableColumns
    ) throws(TableRowFault) {
        end = start
        var next = start
        for column in columns.roles.indices {
            guard
                let field = try TableField.next(
                    in: text, from: next, limit: limit, isAtEnd: isAtEnd)
            else { return nil }
            switch columns.roles[column] {
            case .time:
                time = try field.nanoseconds(in: text)
                timePlace = field.content
            case .bytes: bytes = try field.packetBytes(in: text)
            case .direction: direction = try field.direction(in: text)
            case .ignored: lineBreaks += lineBreaksWithin(field.content, of: text)
            }
            end = field.end
            next = end + 1
            let isLast = column == columns.roles.count - 1
            let hasMore = end < limit && text[end] == .comma
            if hasMore != !isLast {
                throw wrongFieldCount(text, start, limit, columns.roles.count)
            }
        }
    }

    private func wrongFieldCount(
        _ text: Span<UInt8>, _ start: Int, _ limit: Int, _ expected: Int
    ) -> TableRowFault {
        let end = (end..<limit).first { text[$0].endsLine } ?? limit
        var found = 0
        var next = start
        while let field = try? TableField.next(in: text, from: next, limit: end, isAtEnd: true) {
            found += 1
            next = field.end + 1
            if field.end == end { break }
        }
        return TableRowFault(.table(.fieldCount(found: found, expected: expected)), start..<end)
    }
}

/// How many line breaks there are in a part of `text`; a carriage return with a line feed is one.
func lineBreaksWithin(_ range: Range<Int>, of text: Span<UInt8>) -> Int {
    range.reduce(into: 0) { count, place in
        let isSecond =
            place > range.lowerBound && text[place] == .lineFeed
            && text[place - 1] == .carriageReturn
        if text[place].endsLine, !isSecond { count += 1 }
    }
}

extension TraceFailure {
    /// A fault in a record that begins on line `firstLine`, shown with the line it is in.
    init(
        _ error: TableRowFault, in text: Span<UInt8>, record: Range<Int>, firstLine: Int,
        path: String
    ) {
        let word = error.word.clamped(to: record)
        let before = record.lowerBound..<word.lowerBound
        let start = before.last { text[$0].endsLine }.map { $0 + 1 } ?? record.lowerBound
        let rest = word.lowerBound..<record.upperBound
        let end = rest.first { text[$0].endsLine } ?? record.upperBound
        let line = (start..<end).map { text[$0] }
        let place = Place(
            number: firstLine + lineBreaksWithin(before, of: text), line: line[...],
            word: (word.lowerBound - start)..<(word.upperBound - start))
        self.init(error.fault, path: path, place: place)
    }
}
