/// A JSON value whose members keep their order, as a schema that people read has them.
indirect enum SchemaNode: Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([SchemaNode])
    case object([Member])

    struct Member: Sendable {
        let key: String
        let value: SchemaNode

        init(_ key: String, _ value: SchemaNode) { (self.key, self.value) = (key, value) }
    }

    static func words(_ words: [String]) -> SchemaNode { .list(words.map { .text($0) }) }

    /// A definition of the same schema.
    static func reference(_ name: String) -> Member {
        Member("$ref", .text("\(definitions)\(name)"))
    }

    /// Where definitions stand.
    static let definitions = "#/definitions/"

    /// Columns of a line.
    private static let width = 100

    /// As JSON: in one line where it fits, else a line for each member.
    ///
    /// - Parameters:
    ///   - indent: blanks before the line that the value begins in.
    ///   - used: columns of that line that are taken already.
    ///   - isLast: whether no comma follows.
    func json(indent: Int = 0, used: Int = 0, isLast: Bool = true) -> String {
        let line = oneLine
        if used + line.unicodeScalars.count + (isLast ? 0 : 1) <= Self.width { return line }
        let blanks = String(repeating: " ", count: indent + 2)
        let end = String(repeating: " ", count: indent)
        switch self {
        case .text, .number, .flag: return line
        case .list(let items):
            if items.isEmpty { return line }
            let lines = items.enumerated().map { index, item in
                blanks
                    + item.json(
                        indent: indent + 2, used: indent + 2, isLast: index == items.count - 1)
            }
            return "[\n\(lines.joined(separator: ",\n"))\n\(end)]"
        case .object(let members):
            if members.isEmpty { return line }
            let lines = members.enumerated().map { index, member in
                let head = "\(blanks)\(Self.quoted(member.key)): "
                return head
                    + member.value.json(
                        indent: indent + 2, used: head.unicodeScalars.count,
                        isLast: index == members.count - 1)
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(end)}"
        }
    }

    private var oneLine: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let items): "[\(items.map(\.oneLine).joined(separator: ", "))]"
        case .object(let members):
            "{"
                + members.map { "\(Self.quoted($0.key)): \($0.value.oneLine)" }
                .joined(separator: ", ") + "}"
        }
    }

    /// Our own words have no control characters.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}
