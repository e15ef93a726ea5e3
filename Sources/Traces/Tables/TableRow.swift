struct Row {
    var time: Int64 = 0
    var timePlace = 0..<0
    var bytes: Int64 = 0
    var direction = Packet.Direction.uplink
    var end: Int
    var lineBreaks = 0

    /// Parses the record at `start`; `nil` if it goes beyond `limit` and the file does too.
    ///
    /// - Parameters:
    ///   - limit: Where the available bytes end.
    ///   - isAtEnd: Whether the file ends there.
    /// - Throws: The fault of the first unusable field.
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
            if hasMore != !isLast { throw wrongFieldCount(text, start, limit, columns.roles.count) }
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
        return TableRowFault(.fieldCount(found: found, expected: expected), start..<end)
    }
}

func lineBreaksWithin(_ range: Range<Int>, of text: Span<UInt8>) -> Int {
    range.reduce(into: 0) { count, place in
        let isSecond =
            place > range.lowerBound && text[place] == .lineFeed
            && text[place - 1] == .carriageReturn
        if text[place].endsLine, !isSecond { count += 1 }
    }
}

extension TraceFailure {
    /// A fault in the record that begins on line `firstLine`, shown with its own line.
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

struct TableColumns {
    let roles: [Role]
    let ignored: [String]

    enum Role: String, CaseIterable, Hashable {
        case time = "t"
        case bytes, direction
        case ignored = ""

        static let needed: [Role] = [.time, .bytes, .direction]
    }

    /// Throws unless each required column occurs once.
    init(_ text: Span<UInt8>, line: Range<Int>) throws(TableRowFault) {
        var roles: [Role] = []
        var ignored: [String] = []
        var place = line.lowerBound
        while let field = try TableField.next(
            in: text, from: place, limit: line.upperBound, isAtEnd: true)
        {
            let name = field.string(in: text)
            let role = Role(rawValue: name) ?? .ignored
            if role != .ignored, roles.contains(role) {
                throw TableRowFault(.repeatedColumn(name), field.content)
            }
            roles.append(role)
            if role == .ignored { ignored.append(name) }
            place = field.end + 1
            if field.end == line.upperBound { break }
        }
        let missing = Role.needed.filter { !roles.contains($0) }.map(\.rawValue)
        if !missing.isEmpty {
            let separator = roles.count == 1 ? Self.separator(in: text, line) : nil
            let fault = separator.map(InputFault.otherSeparator) ?? .missingColumns(missing)
            throw TableRowFault(fault, line)
        }
        (self.roles, self.ignored) = (roles, ignored)
    }

    /// The separators of spreadsheets with a decimal comma.
    private static func separator(in text: Span<UInt8>, _ line: Range<Int>) -> String? {
        if line.contains(where: { text[$0] == UInt8(ascii: ";") }) { return "semicolons" }
        return line.contains(where: { text[$0] == .tab }) ? "tabs" : nil
    }
}

/// A field of a CSV file (RFC 4180), as ranges of a block.
struct TableField {
    /// Without quotes and surrounding spaces.
    var content: Range<Int>
    var end: Int

    /// Parses the field at `start`; `nil` if it goes beyond `limit` and the file does too.
    ///
    /// - Parameters:
    ///   - limit: Where the available bytes end.
    ///   - isAtEnd: Whether the file ends there.
    /// - Throws: If a quote is not closed, or not where the field ends.
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
        guard place < limit else { throw TableRowFault(.openField, start..<start + 1) }
        let end = skippingSpaces(in: text, from: place + 1, limit: limit)
        guard end < limit || isAtEnd else { return nil }
        guard end == limit || text[end].endsField else {
            throw TableRowFault(.textAfterQuote, end..<end + 1)
        }
        return TableField(content: (start + 1)..<place, end: end)
    }

    private static func skippingSpaces(in text: Span<UInt8>, from start: Int, limit: Int) -> Int {
        var place = start
        while place < limit, text[place].isSpace { place += 1 }
        return place
    }

    func string(in text: Span<UInt8>) -> String {
        String(decoding: content.map { text[$0] }, as: UTF8.self)
    }
}

struct TableRowFault: Error {
    let fault: InputFault
    let word: Range<Int>

    init(_ fault: InputFault, _ word: Range<Int>) { (self.fault, self.word) = (fault, word) }
}

/// Parses a packet's values without `Double`, which cannot hold every nanosecond beyond 104 days.
extension TableField {
    /// More than nine decimals are rounded, halves up.
    ///
    /// - Throws: Unless it is a plain decimal number from 0 to the end of simulated time.
    func nanoseconds(in text: Span<UInt8>) throws(TableRowFault) -> Int64 {
        let latest = Instant.never.nanoseconds
        var place = content.lowerBound
        var seconds: Int64 = 0
        while place < content.upperBound, text[place].digit < 10 {
            seconds = seconds * 10 + Int64(text[place].digit)
            if seconds > latest / 1_000_000_000 { throw tooLate(in: text) }
            place += 1
        }
        var digits = place - content.lowerBound
        var fraction: Int64 = 0
        if place < content.upperBound, text[place] == UInt8(ascii: ".") {
            place += 1
            let first = place
            var scale: Int64 = 1_000_000_000
            while place < content.upperBound, text[place].digit < 10 {
                if scale > 1 {
                    scale /= 10
                    fraction += Int64(text[place].digit) * scale
                } else if place == first + 9, text[place].digit >= 5 {
                    fraction += 1
                }
                place += 1
            }
            digits += place - first
        }
        guard place == content.upperBound, digits > 0 else { throw notTime(in: text) }
        let sum = seconds * 1_000_000_000 + fraction
        if sum >= latest { throw tooLate(in: text) }
        return sum
    }

    /// Throws unless it is an integer from 1 byte to 2 GiB.
    func packetBytes(in text: Span<UInt8>) throws(TableRowFault) -> Int64 {
        var value: Int64 = 0
        for place in content {
            guard text[place].digit < 10 else { throw notBytes(in: text) }
            // The excess over the largest size does not matter.
            value = min(value * 10 + Int64(text[place].digit), Packet.mostBytes + 1)
        }
        if content.isEmpty { throw notBytes(in: text) }
        guard value >= 1, value <= Packet.mostBytes else {
            throw TableRowFault(.bytesOutOfRange(string(in: text)), shown)
        }
        return value
    }

    func direction(in text: Span<UInt8>) throws(TableRowFault) -> Packet.Direction {
        if content.count == 1 {
            switch text[content.lowerBound] {
            case UInt8(ascii: "U"): return .uplink
            case UInt8(ascii: "D"): return .downlink
            default: break
            }
        }
        throw TableRowFault(.notDirection(string(in: text)), shown)
    }

    private func tooLate(in text: Span<UInt8>) -> TableRowFault {
        let isNumber = content.allSatisfy { text[$0].digit < 10 || text[$0] == UInt8(ascii: ".") }
        return isNumber ? TableRowFault(.tooLate(packet: nil), shown) : notTime(in: text)
    }

    private func notTime(in text: Span<UInt8>) -> TableRowFault {
        let word = string(in: text)
        let rest = word.dropFirst()
        let isNegative =
            word.first == "-" && !rest.isEmpty
            && rest.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
        return TableRowFault(isNegative ? .negativeTime(word) : .notTime(word), shown)
    }

    private func notBytes(in text: Span<UInt8>) -> TableRowFault {
        let word = string(in: text)
        let isNegative = word.first == "-" && Int(word) != nil
        return TableRowFault(isNegative ? .bytesOutOfRange(word) : .notBytes(word), shown)
    }

    /// The range for the caret: at least one column, even if empty.
    private var shown: Range<Int> {
        content.isEmpty ? content.lowerBound..<content.lowerBound + 1 : content
    }
}
