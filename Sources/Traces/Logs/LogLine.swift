/// The range of a cell's content, without quotes, surrounding spaces and the CR of a line's end.
struct LogCell: Sendable {
    var start: Int
    var end: Int

    init(from start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        (self.start, self.end) = (start, end)
        while self.end > self.start, Self.isSpace(bytes[self.end - 1]) { self.end -= 1 }
        while self.start < self.end, Self.isSpace(bytes[self.start]) { self.start += 1 }
        let quote = UInt8(ascii: "\"")
        if self.end - self.start >= 2, bytes[self.start] == quote, bytes[self.end - 1] == quote {
            self.start += 1
            self.end -= 1
        }
    }

    func isBlank(in bytes: UnsafeBufferPointer<UInt8>) -> Bool { start == end }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}

package struct LogLine {
    package let text: LogText
    let buffer: UnsafeBufferPointer<UInt8>
    /// From 1; the header is the first.
    package let number: Int
    let cells: [LogCell]

    package func word(_ column: Int) -> String {
        String(decoding: buffer[cells[column].start..<cells[column].end], as: UTF8.self)
    }

    /// Throws if it is not a number, or not in `range`, which `possible` describes.
    package func number(
        _ column: Int, _ meaning: String, in range: ClosedRange<Double>, possible: String
    ) throws(InputError) -> Double {
        guard let value = DecimalText.value(buffer, cells[column]) else {
            throw error(.noNumber(text: shortened(column), meaning: meaning), column)
        }
        guard range.contains(value) else {
            let text = shortened(column)
            throw error(.outOfRange(text: text, meaning: meaning, possible: possible), column)
        }
        return value
    }

    func error(_ fault: InputFault, _ column: Int) -> InputError {
        InputError(fault, path: text.path, line: number, column: text.header[column])
    }

    func shortened(_ column: Int) -> String {
        let cell = cells[column]
        let head = buffer[cell.start..<min(cell.end, cell.start + 200)]
        return PrintableText.excerpt(String(decoding: head, as: UTF8.self), to: 40)
    }
}

enum DecimalText {
    /// The number in the cell, or `nil`: `12`, `-0.5`, `1.5e-3`; never `nan` or `inf`.
    ///
    /// Up to fifteen digits with at most twenty-two after the point are exact by one division of
    /// whole doubles (W. D. Clinger, PLDI 1990); others go through the standard library.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: LogCell) -> Double? {
        var place = cell.start
        let isNegative = place < cell.end && bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        var (digits, decimals, mantissa) = (0, 0, 0 as UInt64)
        var isAfterPoint = false
        while place < cell.end {
            let digit = bytes[place] &- UInt8(ascii: "0")
            if digit < 10 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digits += 1
                if isAfterPoint { decimals += 1 }
            } else if bytes[place] == UInt8(ascii: "."), !isAfterPoint {
                isAfterPoint = true
            } else {
                return general(bytes, cell)
            }
            place += 1
        }
        guard digits > 0, digits <= 15 else { return general(bytes, cell) }
        let value = Double(mantissa) / powersOfTen[decimals]
        return isNegative ? -value : value
    }

    private static let powersOfTen: [Double] = (0..<16).reduce(into: []) { powers, _ in
        powers.append((powers.last ?? 0.1) * 10)
    }

    /// Handles exponents and many digits; rejects letters first, so `0x1p3` and `nan` are not
    /// numbers.
    private static func general(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: LogCell) -> Double? {
        let spelling = bytes[cell.start..<cell.end]
        let isDecimal = spelling.allSatisfy { byte in
            byte &- UInt8(ascii: "0") < 10 || "+-.eE".utf8.contains(byte)
        }
        guard isDecimal, spelling.count <= 400,
            let value = Double(String(decoding: spelling, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }
}
