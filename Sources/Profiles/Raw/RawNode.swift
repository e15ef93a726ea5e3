/// A node of a YAML text, untyped, with its place.
struct RawNode: Sendable {
    let place: SourcePlace
    let content: Content

    enum Content: Sendable {
        case text(RawText)
        case list([RawNode])
        case mapping([RawEntry])
    }

    func with(_ content: Content) -> RawNode { RawNode(place: place, content: content) }

    /// With an article, for messages.
    var description: String {
        switch content {
        case .text(let text) where text.isNothing: "nothing"
        case .text(let text): quoted(text.text)
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The node without its origin: `{ value: … }` becomes its value.
    var withoutProvenance: RawNode {
        switch content {
        case .text: return self
        case .list(let nodes): return with(.list(nodes.map(\.withoutProvenance)))
        case .mapping(let entries):
            let kept = entries.filter { !["source", "assumption"].contains($0.key) }
                .map { $0.with($0.value.withoutProvenance) }
            if kept.count == 1, kept[0].key == "value" { return kept[0].value }
            return with(.mapping(kept))
        }
    }

    var flowText: String {
        switch content {
        case .text(let text): text.text
        case .list(let nodes): "[\(nodes.map(\.flowText).joined(separator: ", "))]"
        case .mapping(let entries): "{ \(RawEntry.flowText(entries)) }"
        }
    }
}

struct RawEntry: Sendable {
    let key: String
    let keyPlace: SourcePlace
    let value: RawNode

    static func flowText(_ entries: [RawEntry]) -> String {
        entries.map { "\($0.key): \($0.value.flowText)" }.joined(separator: ", ")
    }

    func with(_ value: RawNode) -> RawEntry { RawEntry(key: key, keyPlace: keyPlace, value: value) }

    /// A copy with another value under one of the keys of its mapping.
    func with(_ changed: RawNode, under name: String) -> RawEntry {
        guard case .mapping(let entries) = value.content else { return self }
        return with(value.with(.mapping(entries.map { $0.key == name ? $0.with(changed) : $0 })))
    }
}

/// A scalar; profiles decide its type, not YAML.
struct RawText: Sendable {
    let text: String
    /// Neither quoted nor a block.
    let isPlain: Bool

    /// `key:` without a value, or `null`.
    var isNothing: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }

    var boolean: Bool? {
        guard isPlain else { return nil }
        return switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// The type that YAML 1.2 gives the text, if not a string.
    var typeInYAML: String? {
        if isNothing { return "nothing" }
        if boolean != nil { return "true or false" }
        return isNumber ? "a number" : nil
    }

    /// Whether YAML 1.2 (core schema) reads a number.
    var isNumber: Bool { isPlain && text.isNumberInYAML }
}

extension RawNode {
    /// A text without quotes.
    init(_ text: String, at place: SourcePlace) {
        self.init(place: place, content: .text(RawText(text: text, isPlain: true)))
    }

    var entries: [RawEntry] { if case .mapping(let entries) = content { entries } else { [] } }
    var items: [RawNode] { if case .list(let nodes) = content { nodes } else { [] } }
    func entry(_ key: String) -> RawNode? { entries.first { $0.key == key }?.value }

    /// Where a key of a mapping stands.

    /// A text, whatever YAML takes it for.
    var placedText: PlacedText? {
        guard case .text(let text) = content else { return nil }
        return PlacedText(text: text.text, place: place)
    }

    func item(_ index: Int) -> RawNode? {
        guard case .list(let nodes) = content, nodes.indices.contains(index) else { return nil }
        return nodes[index]
    }

    func text(under key: String) -> String? {
        guard case .text(let text)? = entry(key)?.content else { return nil }
        return text.text
    }
}

extension String {
    /// Whether YAML 1.2 (core schema) reads the unquoted text as a number.
    ///
    /// Regular expressions would cost `tailwatt compare location` an eighth of its start-up.
    var isNumberInYAML: Bool {
        if [".nan", ".NaN", ".NAN"].contains(self) { return true }
        if hasPrefix("0o") { return utf8.dropFirst(2).isNumber { (0x30...0x37).contains($0) } }
        if hasPrefix("0x") { return utf8.dropFirst(2).isNumber(of: \.isHexDigit) }
        var rest = utf8[...]
        rest.dropSign()
        if [".inf", ".Inf", ".INF"].contains(Substring(rest)) { return true }
        var digits = rest.dropDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += rest.dropDigits()
        }
        if digits == 0 { return false }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            rest.dropSign()
            if rest.dropDigits() == 0 { return false }
        }
        return rest.isEmpty
    }
}

extension Substring.UTF8View {
    fileprivate func isNumber(of isDigit: (UInt8) -> Bool) -> Bool {
        !isEmpty && allSatisfy(isDigit)
    }

    fileprivate mutating func dropSign() {
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { removeFirst() }
    }

    fileprivate mutating func dropDigits() -> Int {
        let count = prefix(while: \.isDigit).count
        self = dropFirst(count)
        return count
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
}
