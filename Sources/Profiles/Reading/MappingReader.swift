/// Reads one mapping by asking for its keys, and knows in the end which keys were not asked for.
///
/// Most questions are a form's. A reader of what no form says is a list of such questions, in the
/// words of the format:
///
/// ```swift
/// device = root.placedText("device")
/// horizon = root.span("horizon", .aboveZero)
/// apps = root.list("apps", count: 1...most, AppText.init)
/// ```
/// Every question is answered. Where the file is at fault, the fault is logged and the answer is a
/// stand-in, which the log keeps from leaving the file's reader.
final class MappingReader {
    /// What the mapping describes, for messages: `battery`, `a radio`.
    let owner: String
    /// The keys that lead here, with a point after them: `states.IDLE.`; empty at the root.
    let prefix: String
    let place: SourcePlace
    let log: ReadingLog
    let entries: [RawEntry]
    /// The keys of all questions, in order; one that was asked for twice stands here twice.
    private var asked: [String] = []
    /// Groups of keys of which one had to be there, and none is.
    private var missing: [[String]] = []
    /// How many faults the file had shown before this mapping was read.
    let faultsBefore: Int
    /// Nothing is missing in a mapping that could not be read in the first place, or in one that
    /// has been finished.
    private var isDone: Bool
    private let wrongNode: RawNode?

    /// - Parameter node: `nil` for a mapping that is missing, which has been logged already.
    init(_ node: RawNode?, owner: String, prefix: String, place: SourcePlace, log: ReadingLog) {
        (self.owner, self.prefix, self.place, self.log) = (owner, prefix, place, log)
        faultsBefore = log.faultCount
        if case .mapping(let entries) = node?.content {
            self.entries = entries
            isDone = false
            wrongNode = nil
        } else {
            entries = []
            isDone = node == nil
            wrongNode = node
        }
        // Most mappings are asked for no more, and lists that grow are made several times.
        asked.reserveCapacity(8)
    }

    /// Reads all of a mapping: what `read` does not ask for is unknown.
    static func read<Value>(
        _ node: RawNode?, owner: String, prefix: String, place: SourcePlace, log: ReadingLog,
        _ read: (MappingReader) -> Value
    ) -> Value {
        let reader = MappingReader(node, owner: owner, prefix: prefix, place: place, log: log)
        let value = read(reader)
        reader.finish()
        return value
    }

    func entry(_ key: String) -> RawEntry? {
        asked.append(key)
        return given(key)
    }

    func requiredEntry(_ key: String) -> RawEntry? {
        let entry = entry(key)
        if entry == nil { missing.append([key]) }
        return entry
    }

    /// The one of `keys` that is there; exactly one must be.
    func exactlyOne(of keys: [String]) -> RawEntry? {
        let found = atMostOne(of: keys)
        if found == nil { missing.append(keys) }
        return found
    }

    /// The one of `keys` that is there, if any; more than one must not be.
    func atMostOne(of keys: [String]) -> RawEntry? { atMostOne(among: keys).first }

    /// The entries of `keys` that are there; more than one is a fault.
    func atMostOne(among keys: [String]) -> [RawEntry] {
        asked += keys
        // A mapping has fewer keys than it could have.
        let given = entries.filter { keys.contains($0.key) }
        if given.count < 2 { return given }
        let found = keys.compactMap { self.given($0) }
        log.report(
            "\(owner) has \(enumerated(found.map(\.key))), but only one of them is possible",
            advice: "Keep one of them.", at: found[1].keyPlace)
        return found
    }

    func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

    /// A mapping has so few keys that looking through them is faster than a table.
    func given(_ key: String) -> RawEntry? { entries.first { $0.key == key } }

    func path(_ key: String) -> String { prefix + key }

    /// Where `key` stands, or, if it does not, the mapping.
    func keyPlace(of key: String) -> SourcePlace { given(key)?.keyPlace ?? place }

    /// Where the values of the keys stand, to point at them later.
    var valuePlaces: [String: SourcePlace] {
        Dictionary(
            entries.map { ($0.key, $0.value.placeOfValue) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Where the last key of a path stands that the file has; where that is `to`, its value.
    ///
    /// - Parameter path: keys, and entries of lists as in a `ValuePath`.
    func place(of path: [String]) -> SourcePlace {
        var (node, found) = (RawNode(place: place, content: .mapping(entries)), place)
        for key in path {
            if let entry = node.entries.first(where: { $0.key == key }) {
                (node, found) = (entry.value, key == "to" ? entry.value.place : entry.keyPlace)
            } else if let index = node.items.position(of: key) {
                (node, found) = (node.items[index], node.items[index].place)
            }
        }
        return found
    }

    private var possible: [String] { asked.firstOfEach }

    /// Logs the keys that were not asked for and the required keys that are missing.
    ///
    /// If an unknown key is probably a misspelt missing key, only one of them is mentioned. Call
    /// this before any check of the values together: with a key misspelt they mean nothing.
    func finish() {
        if isDone { return }
        isDone = true
        if let wrongNode {
            let keys = possible
            let advice = "Its \(keys.count == 1 ? "key is" : "keys are") \(enumerated(keys))."
            return log.report(
                "found \(wrongNode.description) instead of a mapping",
                advice: keys.isEmpty ? "" : advice, at: wrongNode.place)
        }
        var meant: Set<String> = []
        for entry in entries where !log.isFull && !asked.contains(entry.key) {
            let possible = possible
            let fault = Fault.unknown(
                entry.key, among: possible, "\(owner) has no key \(quoted(entry.key))",
                advice: possible.isEmpty ? "It takes no keys." : nil)
            if let suggestion = fault.suggestion { meant.insert(suggestion) }
            log.report(fault, at: entry.keyPlace)
        }
        for keys in missing where meant.isDisjoint(with: keys) {
            log.report(
                keys.count == 1
                    ? .missingKey(keys[0], owner: owner)
                    : Fault("\(owner) needs one of \(enumerated(keys, "or"))"), at: place)
        }
    }

    /// Any text, which must be there.
    func text(_ key: String) -> String { placedText(key).text }

    func optionalText(_ key: String) -> String? {
        entry(key).map { plainText($0.value)?.text ?? "" }
    }

    func optionalPlacedText(_ key: String) -> PlacedText? {
        entry(key).flatMap { plainText($0.value) }
    }

    func placedText(_ key: String) -> PlacedText {
        requiredEntry(key).flatMap { plainText($0.value) } ?? PlacedText(text: "", place: place)
    }

    /// A text that results, file names and other files can refer to.
    func name(_ key: String) -> PlacedText {
        let name = placedText(key)
        if !name.text.isEmpty { checkName(name) }
        return name
    }

    func checkName(_ name: PlacedText) {
        if name.text.isName { return }
        log.report(
            "\(quoted(name.text)) cannot be a name",
            advice: "A name has 1 to 64 letters, digits, and . _ + - between them, and no spaces.",
            at: name.place)
    }

    func texts(_ key: String) -> [String] { placedTexts(key).map(\.text) }

    func placedTexts(_ key: String) -> [PlacedText] {
        let nodes = requiredEntry(key).flatMap { listed($0.value, expected: "a list") }
        return (nodes ?? []).compactMap { plainText($0) }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, what: String
    ) -> Choice where Choice.RawValue == String {
        requiredEntry(key).flatMap { choice($0.value, what: what) }
            ?? Choice.allCases[Choice.allCases.startIndex]
    }

    /// One of `words`, which may say where it came from.
    func givenStatedWord(_ key: String, of words: [String], what: String) -> String? {
        stated(key, as: \.self) { word($0, of: words, what: what) }
    }

    func optionalChoice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, what: String
    ) -> Choice? where Choice.RawValue == String {
        entry(key).flatMap { choice($0.value, what: what) }
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: RawNode, what: String
    ) -> Choice? where Choice.RawValue == String {
        word(node, of: Choice.allCases.map(\.rawValue), what: what).flatMap(Choice.init)
    }

    func word(_ node: RawNode, of possible: [String], what: String) -> String? {
        let expected = "\(what): \(enumerated(possible, "or"))"
        guard let text = scalar(node, expected: expected) else { return nil }
        if possible.contains(text.text) { return text.text }
        log.report(.notOneOf(text.text, what: what, possible: possible), at: node.place)
        return nil
    }

    /// The text of a node that is neither empty nor, for YAML, something else than text.
    func plainText(_ node: RawNode) -> PlacedText? {
        guard let text = scalar(node, expected: "a text") else { return nil }
        if let type = text.typeInYAML {
            log.report(
                "found \(type), \(text.text), instead of text",
                advice: "If it is meant as text, write \"\(text.text)\" in quotes.", at: node.place)
            return nil
        }
        if text.text.allSatisfy(\.isWhitespace) {
            log.report("the text is empty", at: node.place)
            return nil
        }
        return PlacedText(text: text.text, place: node.place)
    }
}

extension RawNode {
    /// The place of the value itself, which may stand under `value:` beside its source.
    var placeOfValue: SourcePlace {
        if case .mapping(let entries) = content,
            let value = entries.first(where: { $0.key == "value" })
        {
            return value.value.place
        }
        return place
    }
}

extension String {
    /// Whether it can be part of a file name and of a cell in a table: letters, digits, and
    /// . _ + - between them.
    var isName: Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard utf8.count <= 64, let first = utf8.first, let last = utf8.last else { return false }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && utf8.allSatisfy { isAlphanumeric($0) || "._+-".utf8.contains($0) }
    }
}
