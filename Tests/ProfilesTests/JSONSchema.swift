/// Enough of JSON Schema, draft 7, to check files against `Profiles/schema`.
///
/// An unknown keyword is an error: an unchecked rule must not look checked.
struct JSONSchema {
    private let root: JSONValue
    private let patterns = Patterns()

    /// Compiled patterns, because compiling one takes longer than matching it.
    private final class Patterns {
        var read: [String: Regex<AnyRegexOutput>] = [:]
    }

    init(_ root: JSONValue) { self.root = root }

    struct UnknownKeyword: Error, Hashable {
        let keyword: String
    }

    /// The faults of `value` by path; empty if it is valid.
    func faults(in value: JSONValue) throws -> [String] {
        try faults(value, root, "")
    }

    /// - Throws: `UnknownKeyword` for any keyword in the schema that would not be checked.
    func checkKeywords() throws { try checkKeywords(root) }

    private static let annotations: Set<String> = [
        "$schema", "title", "description", "definitions",
    ]

    private func faults(_ value: JSONValue, _ schema: JSONValue, _ path: String) throws -> [String]
    {
        if schema == .boolean(true) { return [] }
        guard let keywords = schema.object else { return ["\(path): nothing is allowed here"] }
        if let reference = keywords["$ref"]?.string {
            // In draft 7 a reference makes its sibling keywords void.
            return try faults(value, target(of: reference), path)
        }
        var found: [String] = []
        for (keyword, argument) in keywords.sorted(by: { $0.key < $1.key })
        where !Self.annotations.contains(keyword) {
            found += try check(keyword, argument, value, keywords, path)
        }
        return found
    }

    private func target(of reference: String) -> JSONValue {
        let name = reference.split(separator: "/").last.map(String.init) ?? ""
        precondition(reference == "#/definitions/\(name)", "\(reference) is not local")
        guard let target = root.object?["definitions"]?.object?[name] else {
            preconditionFailure("\(reference) leads nowhere")
        }
        return target
    }

    private func check(
        _ keyword: String, _ argument: JSONValue, _ value: JSONValue,
        _ siblings: [String: JSONValue], _ path: String
    ) throws -> [String] {
        if let found = try checkCombination(keyword, argument, value, path) { return found }
        if let found = try checkObject(keyword, argument, value, siblings, path) { return found }
        if let found = try checkArray(keyword, argument, value, path) { return found }
        guard let isValid = try checkScalar(keyword, argument, value) else {
            throw UnknownKeyword(keyword: keyword)
        }
        return isValid ? [] : ["\(path): \(keyword)"]
    }

    private func checkCombination(
        _ keyword: String, _ argument: JSONValue, _ value: JSONValue, _ path: String
    ) throws -> [String]? {
        func validCount() throws -> Int {
            try (argument.array ?? []).count { try faults(value, $0, path).isEmpty }
        }
        switch keyword {
        case "anyOf": return try validCount() >= 1 ? [] : ["\(path): anyOf"]
        case "oneOf": return try validCount() == 1 ? [] : ["\(path): oneOf"]
        case "allOf": return try validCount() == argument.array?.count ? [] : ["\(path): allOf"]
        case "not": return try faults(value, argument, path).isEmpty ? ["\(path): not"] : []
        default: return nil
        }
    }

    private func checkObject(
        _ keyword: String, _ argument: JSONValue, _ value: JSONValue,
        _ siblings: [String: JSONValue], _ path: String
    ) throws -> [String]? {
        let members = value.object
        switch keyword {
        case "required":
            let keys = (argument.array ?? []).compactMap(\.string)
            return keys.filter { members != nil && members?[$0] == nil }
                .map { "\(path): \($0) is required" }
        case "dependencies":
            let owed = (argument.object ?? [:]).filter { members?[$0.key] != nil }
                .flatMap { $0.value.array ?? [] }.compactMap(\.string)
            return owed.filter { members?[$0] == nil }.map { "\(path): \($0) is owed" }
        case "minProperties":
            return (members?.count ?? .max) < Int(argument.number ?? 0) ? ["\(path): few"] : []
        case "maxProperties":
            return (members?.count ?? 0) > Int(argument.number ?? 0) ? ["\(path): many"] : []
        case "properties", "patternProperties", "additionalProperties":
            return try (members ?? [:]).sorted { $0.key < $1.key }.flatMap { key, member in
                try schemas(keyword, argument, for: key, siblings)
                    .flatMap { try faults(member, $0, "\(path)/\(key)") }
            }
        default: return nil
        }
    }

    /// The schemas that `keyword` has for the member `key`.
    private func schemas(
        _ keyword: String, _ argument: JSONValue, for key: String, _ siblings: [String: JSONValue]
    ) throws -> [JSONValue] {
        let patterns = siblings["patternProperties"]?.object ?? [:]
        switch keyword {
        case "properties": return [argument.object?[key]].compactMap { $0 }
        case "patternProperties":
            return try patterns.filter { try matches(key, $0.key) }.map(\.value)
        default:
            if siblings["properties"]?.object?[key] != nil { return [] }
            return try patterns.keys.contains { try matches(key, $0) } ? [] : [argument]
        }
    }

    private func checkArray(
        _ keyword: String, _ argument: JSONValue, _ value: JSONValue, _ path: String
    ) throws -> [String]? {
        let items = value.array
        switch keyword {
        case "items":
            return try (items ?? []).enumerated().flatMap { index, item in
                try faults(item, argument, "\(path)/\(index)")
            }
        case "minItems":
            return (items?.count ?? .max) < Int(argument.number ?? 0) ? ["\(path): few"] : []
        case "maxItems":
            return (items?.count ?? 0) > Int(argument.number ?? 0) ? ["\(path): many"] : []
        default: return nil
        }
    }

    private func checkScalar(
        _ keyword: String, _ argument: JSONValue, _ value: JSONValue
    ) throws -> Bool? {
        switch keyword {
        case "type":
            let types = argument.array ?? [argument]
            return types.compactMap(\.string).contains { value.isOf(type: $0) }
        case "const": return value == argument
        case "enum": return argument.array?.contains(value) ?? false
        case "pattern":
            guard let text = value.string else { return true }
            return try matches(text, argument.string ?? "")
        case "maxLength": return (value.string?.count ?? 0) <= Int(argument.number ?? 0)
        case "minimum": return (value.number ?? .infinity) >= (argument.number ?? 0)
        case "maximum": return (value.number ?? -.infinity) <= (argument.number ?? 0)
        default: return nil
        }
    }

    private func matches(_ text: String, _ pattern: String) throws -> Bool {
        if let known = patterns.read[pattern] { return text.contains(known) }
        let regex = try Regex(pattern)
        patterns.read[pattern] = regex
        return text.contains(regex)
    }

    private func checkKeywords(_ schema: JSONValue) throws {
        for (keyword, argument) in schema.object ?? [:] {
            switch keyword {
            case "properties", "patternProperties", "definitions":
                for member in argument.object ?? [:] { try checkKeywords(member.value) }
            case "additionalProperties", "items", "not": try checkKeywords(argument)
            case "anyOf", "oneOf", "allOf":
                for part in argument.array ?? [] { try checkKeywords(part) }
            case "$ref", "$schema", "title", "description": break
            default: _ = try check(keyword, argument, .null, [:], "")
            }
        }
    }
}

extension JSONValue {
    fileprivate func isOf(type: String) -> Bool {
        switch (self, type) {
        case (.null, "null"), (.boolean, "boolean"), (.number, "number"), (.string, "string"),
            (.array, "array"), (.object, "object"):
            true
        case (.number(let number), "integer"): number == number.rounded() && number.isFinite
        default: false
        }
    }
}
