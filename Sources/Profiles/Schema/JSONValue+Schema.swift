import Show

/// Pieces of a schema.
extension JSONValue {
    /// Where definitions stand.
    static let definitions = "#/definitions/"

    /// A definition of the same schema.
    static func reference(_ name: String) -> JSONValue { ["$ref": .string(definitions + name)] }

    static func words(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }

    static func required(_ keys: [String]) -> JSONValue { ["required": words(keys)] }

    /// A mapping has exactly one of `keys`.
    static func one(of keys: [String]) -> JSONValue { .array(keys.map { required([$0]) }) }

    /// A mapping has none of these.
    static func not(_ demands: [JSONValue]) -> JSONValue {
        ["not": demands.count == 1 ? demands[0] : ["anyOf": .array(demands)]]
    }

    /// The members of an object, in order.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The members of both objects.
    func with(_ other: JSONValue) -> JSONValue { .object(members + other.members) }

    func described(_ about: String) -> JSONValue {
        JSONValue.object([Member("description", .string(about))]).with(self)
    }
}

/// A layout for people: in one line where it fits, else a line for each member.
extension JSONValue {
    /// Columns of a line.
    private static let width = 100

    /// - Parameters:
    ///   - indent: blanks before the line that the value begins in.
    ///   - used: columns of that line that are taken already.
    ///   - isLast: whether no comma follows.
    func laidOut(indent: Int = 0, used: Int = 0, isLast: Bool = true) -> String {
        let line = oneLine
        if used + line.unicodeScalars.count + (isLast ? 0 : 1) <= Self.width { return line }
        func lines(_ items: [(head: String, value: JSONValue)]) -> String {
            let blanks = String(repeating: " ", count: indent + 2)
            return items.enumerated().map { index, item in
                let used = indent + 2 + item.head.unicodeScalars.count
                let isLast = index == items.count - 1
                return blanks + item.head
                    + item.value.laidOut(indent: indent + 2, used: used, isLast: isLast)
            }.joined(separator: ",\n")
        }
        let end = String(repeating: " ", count: indent)
        switch self {
        case .array(let items) where !items.isEmpty:
            return "[\n\(lines(items.map { ("", $0) }))\n\(end)]"
        case .object(let members) where !members.isEmpty:
            return "{\n\(lines(members.map { ("\(Self.quoted($0.name)): ", $0.value) }))\n\(end)}"
        case .object, .array, .string, .number, .integer, .boolean, .null: return line
        }
    }

    private var oneLine: String {
        switch self {
        case .string(let text): Self.quoted(text)
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .integer(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        case .array(let items): "[\(items.map(\.oneLine).joined(separator: ", "))]"
        case .object(let members):
            "{"
                + members.map { "\(Self.quoted($0.name)): \($0.value.oneLine)" }
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
