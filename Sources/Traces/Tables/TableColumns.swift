/// Which column of a packet CSV file is which, as its first line says.
struct TableColumns {
    /// In the order of the file.
    let roles: [Role]
    /// The names of the others, in the order of the file.
    let ignored: [String]

    enum Role: String, CaseIterable, Hashable {
        case time = "t"
        case bytes
        case direction
        case ignored = ""

        /// The columns that every file has.
        static let needed: [Role] = [.time, .bytes, .direction]
    }

    /// The columns that the line in `line` of `text` names.
    ///
    /// - Parameter line: Without its line break.
    /// - Throws: unless each column that is needed is there once.
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
                throw TableRowFault(.table(.repeatedColumn(name)), field.content)
            }
            roles.append(role)
            if role == .ignored { ignored.append(name) }
            place = field.end + 1
            if field.end == line.upperBound { break }
        }
        let missing = Role.needed.filter { !roles.contains($0) }.map(\.rawValue)
        if !missing.isEmpty {
            let separator = roles.count == 1 ? Self.separator(in: text, line) : nil
            let fault = separator.map(TableFault.otherSeparator) ?? .missingColumns(missing)
            throw TableRowFault(.table(fault), line)
        }
        self.roles = roles
        self.ignored = ignored
    }

    /// What spreadsheets write where the comma is the decimal point.
    private static func separator(in text: Span<UInt8>, _ line: Range<Int>) -> String? {
        if line.contains(where: { text[$0] == UInt8(ascii: ";") }) { return "semicolons" }
        return line.contains(where: { text[$0] == .tab }) ? "tabs" : nil
    }
}
