import Kernel

/// A fault of a trace with its place.
public struct TraceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let fault: InputFault
    public let path: String
    /// The place in a CSV file; `nil` for captures, and where the whole file is at fault.
    public let place: Place?

    init(_ fault: InputFault, path: String, place: Place? = nil) {
        self.fault = fault
        self.path = path
        self.place = place
    }

    /// A word in a line of a CSV file.
    public struct Place: Hashable, Sendable {
        /// From 1.
        public let line: Int
        /// In Unicode scalars, from 1.
        public let column: Int
        /// The word and the text around it; long lines are cut.
        public let before: String, word: String, after: String
    }

    /// The failure as a reader sees it.
    ///
    /// ```text
    /// phone.csv:7:10: error: "X" is not a direction
    ///   7 | 12.5,120,X
    ///     |          ^
    ///     = Possible are U (uplink, from the phone) and D (downlink).
    /// ```
    public var description: String {
        let number = place.map { "\($0.line)" } ?? ""
        let margin = String(repeating: " ", count: max(3, number.count + 2))
        var lines = [heading]
        if let place, !place.text.isEmpty {
            let indent = String(repeating: " ", count: margin.count - number.count)
            lines.append("\(indent)\(number) | \(place.text)")
            lines.append("\(margin) | \(place.caret)")
        }
        return (lines + wrap(printable(fault.advice), margin: margin)).joined(separator: "\n")
    }

    private var heading: String {
        let position = place.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(printable(path))\(position): error: \(printable(fault.message))"
    }

    /// `text` in lines of at most 100 columns, the first marked with `=`; empty for no text.
    private func wrap(_ text: String, margin: String) -> [String] {
        var lines: [String] = []
        var current = "\(margin) ="
        for word in text.split(separator: " ") {
            if current.count + 1 + word.count > 100, current.count > margin.count + 2 {
                lines.append(current)
                current = "\(margin)  "
            }
            current += " \(word)"
        }
        return text.isEmpty ? [] : lines + [current]
    }
}

extension TraceFailure.Place {
    /// The place of `word` in line `number`; bytes that are not UTF-8 become replacement
    /// characters.
    init(number: Int, line: ArraySlice<UInt8>, word: Range<Int>) {
        let start = max(line.startIndex, min(word.lowerBound, line.endIndex))
        let end = max(start, min(word.upperBound, line.endIndex))
        let head = Array(String(decoding: line[..<start], as: UTF8.self).unicodeScalars)
        let body = Array(String(decoding: line[start..<end], as: UTF8.self).unicodeScalars)
        let tail = Array(String(decoding: line[end...], as: UTF8.self).unicodeScalars)
        self.line = number
        column = head.count + 1
        before = head.count <= 35 ? joined(head[...]) : "..." + joined(head.suffix(32))
        self.word = body.count <= 40 ? joined(body[...]) : joined(body.prefix(37)) + "..."
        after = tail.count <= 20 ? joined(tail[...]) : joined(tail.prefix(17)) + "..."
    }

    fileprivate var text: String { printable(before + word + after) }

    /// The caret under the word; tabs are kept so that both lines align.
    fileprivate var caret: String {
        let indent = String(printable(before).map { $0 == "\t" ? "\t" : " " })
        return indent + "^" + String(repeating: "~", count: max(0, printable(word).count - 1))
    }
}

private func joined(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
}

private func printable(_ text: String) -> String { PrintableText.line(text, keeping: ["\t"]) }
