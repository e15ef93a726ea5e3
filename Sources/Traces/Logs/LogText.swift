import Foundation

/// A CSV file of measurements: RFC 4180 with a header, LF or CR LF, UTF-8.
///
/// Columns are found by name in any order; others and blank lines are ignored. A power log has
/// millions of lines, so cells stay bytes until a caller asks for a number.
package struct LogText: Sendable {
    package let path: String
    let bytes: [UInt8]
    package let header: [String]
    private let bodyStart: Int
    private let headerLine: Int

    /// - Parameters:
    ///   - first: Where the header begins; `nil` for the file's beginning.
    ///   - line: The header's line number.
    package init(
        path: String, bytes: [UInt8], from first: Int? = nil, line: Int = 1
    ) throws(InputError) {
        (self.path, self.bytes) = (path, bytes)
        // Text has no zero bytes; packed and compressed formats soon do.
        if bytes.prefix(4096).contains(0) { throw InputError(.notText, path: path) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var cells: [LogCell] = []
        let start = first ?? (bytes.starts(with: mark) ? mark.count : 0)
        guard start < bytes.count,
            let next = bytes.withUnsafeBufferPointer({ Self.split($0, from: start, into: &cells) })
        else {
            let fault = bytes.count > start ? Self.fault(in: bytes.count - start) : .noHeader
            throw InputError(fault, path: path, line: line)
        }
        bodyStart = next
        headerLine = line
        header = cells.map { cell in
            let text = String(decoding: bytes[cell.start..<cell.end], as: UTF8.self)
            return text.trimmingCharacters(in: .whitespaces)
        }
    }

    package func column(_ names: [String]) -> Int? {
        for name in names {
            if let place = header.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
                return place
            }
        }
        return nil
    }

    package func column(_ names: [String], meaning: String) throws(InputError) -> Int {
        guard let place = column(names) else {
            let fault = InputFault.noColumn(names: names, meaning: meaning)
            throw InputError(fault, path: path, line: headerLine)
        }
        return place
    }

    /// Calls `body` with each line that is not blank.
    ///
    /// - Parameters:
    ///   - columns: The columns that each line must have; `nil` for all of the header.
    ///   - mayBeCut: Whether to skip a last line with fewer cells and no line break, whose writer
    ///     was stopped.
    /// - Returns: The number of the skipped line.
    @discardableResult package func forEachLine(
        of columns: [Int?]? = nil, mayBeCut: Bool = false,
        _ body: (LogLine) throws(InputError) -> Void
    ) throws(InputError) -> Int? {
        let needed = columns.map { ($0.compactMap { $0 }.max() ?? 0) + 1 } ?? header.count
        var failure: InputError?
        let cut: Int? = bytes.withUnsafeBufferPointer { buffer in
            do throws(InputError) {
                return try Self.walk(buffer, self, needed, mayBeCut, body)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return cut
    }

    private static func walk(
        _ buffer: UnsafeBufferPointer<UInt8>, _ text: LogText, _ needed: Int, _ mayBeCut: Bool,
        _ body: (LogLine) throws(InputError) -> Void
    ) throws(InputError) -> Int? {
        var (start, number) = (text.bodyStart, text.headerLine)
        var cells: [LogCell] = []
        while start < buffer.count {
            number += 1
            guard let next = split(buffer, from: start, into: &cells) else {
                let fault = fault(in: buffer.count - start)
                throw InputError(fault, path: text.path, line: number)
            }
            start = next
            if cells.count == 1 && cells[0].isBlank(in: buffer) { continue }
            guard cells.count >= needed else {
                if mayBeCut && next > buffer.count { return number }
                let fault = InputFault(
                    "the line has \(cells.count) cells, but the header's columns need \(needed)",
                    "Fill the line, or remove it.")
                throw InputError(fault, path: text.path, line: number)
            }
            try body(LogLine(text: text, buffer: buffer, number: number, cells: cells))
        }
        return nil
    }

    /// The longest line, in bytes; bounds the number of cells.
    static let longestLine = 1 << 16

    private static func fault(in rest: Int) -> InputFault {
        rest > longestLine ? .lineTooLong(limit: longestLine) : .openQuote
    }

    /// Returns where the next line begins, or `nil` for an open quote or an overlong line.
    private static func split(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into cells: inout [LogCell]
    ) -> Int? {
        cells.removeAll(keepingCapacity: true)
        var (place, first) = (start, start)
        while place - start <= longestLine {
            let byte = place < bytes.count ? bytes[place] : UInt8(ascii: "\n")
            if byte == UInt8(ascii: "\"") && place == first {
                guard let close = closingQuote(bytes, after: place) else { return nil }
                place = close
            } else if byte == UInt8(ascii: ",") {
                cells.append(LogCell(from: first, to: place, in: bytes))
                first = place + 1
            } else if byte == UInt8(ascii: "\n") {
                cells.append(LogCell(from: first, to: place, in: bytes))
                return place + 1
            }
            place += 1
        }
        return nil
    }

    private static func closingQuote(
        _ bytes: UnsafeBufferPointer<UInt8>, after start: Int
    ) -> Int? {
        var place = start + 1
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\"") {
                guard place + 1 < bytes.count, bytes[place + 1] == bytes[place] else {
                    return place
                }
                place += 1
            }
            place += 1
        }
        return nil
    }
}

extension InputFault {
    public static func noColumn(names: [String], meaning: String) -> Self {
        Self(
            "the header has no column for \(meaning)",
            "Name it \(names.joined(separator: " or ")) in the first line, separated by commas.")
    }
}

public enum LogFile {
    public static let sizeLimit = 1 << 30

    /// Reads a file or a pipe; throws ``InputError`` if it is missing, a directory, or too large.
    ///
    /// - `wanted`: The kind of file to name instead of a directory, for the message.
    /// - `most`: Bytes after which reading stops; `nil` if a longer file is a fault.
    public static func bytes(
        of path: String, wanted: String = "a CSV file", upTo most: Int? = nil
    ) throws(InputError) -> [UInt8] {
        let (descriptor, size) = try open(path, wanted)
        defer { close(descriptor) }
        if most == nil, let size, size > sizeLimit {
            throw InputError(.tooLarge(bytes: size, limit: sizeLimit), path: path)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(size ?? 0, most ?? sizeLimit) + 1)
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 || errno == EINTR else { throw failure(path) }
            bytes += chunk[..<max(0, count)]
            if let most, bytes.count >= most { return bytes }
            if bytes.count > sizeLimit {
                throw InputError(.tooLarge(bytes: bytes.count, limit: sizeLimit), path: path)
            }
        }
    }

    private static func open(
        _ path: String, _ wanted: String
    ) throws(InputError) -> (descriptor: Int32, size: Int?) {
        do throws(FileOpening.Fault) {
            return try FileOpening.open(path)
        } catch {
            switch error {
            case .isDirectory: throw InputError(.isDirectory(wanted: wanted), path: path)
            case .noSuchFile, .outside, .unreadable:
                throw InputError(.cannotOpen(reason: error.reason), path: path)
            }
        }
    }

    private static func failure(_ path: String) -> InputError {
        InputError(.cannotOpen(reason: String(cString: strerror(errno))), path: path)
    }
}
