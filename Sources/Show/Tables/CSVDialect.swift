/// How tables are written for the program that will read them.
public enum CSVDialect: String, CaseIterable, Sendable {
    /// RFC 4180: commas, decimal points, no mark at the beginning.
    case rfc
    /// With a byte order mark, by which Excel knows UTF-8.
    case excel
    /// The same with semicolons and decimal commas, for locales that have these.
    case excelEU = "excel-eu"

    public var delimiter: UInt8 { UInt8(ascii: self == .excelEU ? ";" : ",") }

    public var decimal: UInt8 { UInt8(ascii: self == .excelEU ? "," : ".") }

    public var mark: [UInt8] { self == .rfc ? [] : [0xEF, 0xBB, 0xBF] }

    /// The name of the option by which commands say it.
    public static let option = "--csv"

    /// The dialect of a command's tables, as the manifest has the command; `nil`: one that this
    /// version does not know.
    public init?(of command: [String]) {
        guard let place = command.firstIndex(of: Self.option) else {
            self = .rfc
            return
        }
        guard command.indices.contains(place + 1) else { return nil }
        self.init(rawValue: command[place + 1])
    }

    /// Whether a cell gets an apostrophe in front: a spreadsheet would run the text, or could not
    /// tell the text's own apostrophe from that one.
    public static func needsGuard(_ text: some Sequence<UInt8>) -> Bool {
        let first = text.first { $0 != UInt8(ascii: "'") }
        return first.map { "=+-@".utf8.contains($0) } ?? false
    }

    /// The text of a cell, without the apostrophe that keeps a spreadsheet from running it.
    public static func unguarded(_ cell: String) -> String {
        cell.first == "'" && needsGuard(cell.utf8) ? String(cell.dropFirst()) : cell
    }

    /// A table of this dialect as RFC 4180 has it, each line as long as before but for the mark.
    ///
    /// Text with a comma is quoted in every dialect, so that what stands outside quotes is known.
    public func plain(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        if !mark.isEmpty, rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
        guard self == .excelEU else { return Array(rest) }
        var isQuoted = false
        return rest.map { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { return byte }
            if byte == delimiter { return UInt8(ascii: ",") }
            return byte == decimal ? UInt8(ascii: ".") : byte
        }
    }
}
