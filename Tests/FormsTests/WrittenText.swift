import Forms
import Kernel

/// A text as keys with values. It answers a form's questions and records what the form notes.
final class WrittenText: FieldReader {
    /// The values by the path of their keys, such as `call.every`.
    private let values: [String: String]
    private let prefix: String
    private let notes: Notes

    /// The notes of forms.
    final class Notes {
        var defaults: [String] = []
        var missing: [[String]] = []
        var refused: [[String]] = []
        var asked: [String] = []
        var faults: [String] = []
    }

    init(_ values: [String: String], prefix: String = "", notes: Notes = Notes()) {
        (self.values, self.prefix, self.notes) = (values, prefix, notes)
    }

    var defaults: [String] { notes.defaults }
    var missing: [[String]] { notes.missing }
    var refused: [[String]] { notes.refused }
    var asked: [String] { notes.asked }
    var faults: [String] { notes.faults }

    private func text(_ key: String) -> String? { values[prefix + key] }

    func has(_ key: String) -> Bool {
        text(key) != nil || values.keys.contains { $0.hasPrefix("\(prefix)\(key).") }
    }

    func isThere(_ key: String) -> Bool {
        notes.asked.append(prefix + key)
        return has(key)
    }

    func isMissing(_ key: String) { notes.missing.append([prefix + key]) }

    func isMissing(oneOf keys: [String]) { notes.missing.append(keys.map { prefix + $0 }) }

    func givenOne(of keys: [String]) -> String? {
        let found = keys.filter(isThere)
        if found.isEmpty { isMissing(oneOf: keys) }
        refuseSeveral(of: keys)
        return found.count == 1 ? found[0] : nil
    }

    func refuseSeveral(of keys: [String]) {
        if keys.count(where: has) > 1 { notes.refused.append(keys) }
    }

    func recordDefault(_ key: String, _ text: String) {
        notes.defaults.append("\(prefix)\(key) = \(text)")
    }

    func givenQuantity<Value: Quantity>(_ key: String, _ bound: Bound) -> Value? {
        text(key).flatMap { try? Value(parsing: $0) }
    }

    func givenSpan(_ key: String, _ bound: Bound) -> TimeSpan? {
        text(key).flatMap { try? Seconds(parsing: $0) }.map { TimeSpan($0) }
    }

    func givenDecimal(_ key: String) -> Double? { text(key).flatMap(Double.init) }

    func givenCount(_ key: String, in range: ClosedRange<Int>) -> Int? {
        text(key).flatMap { Int($0) }
    }

    func givenFlag(_ key: String) -> Bool? { text(key).flatMap(Bool.init) }

    func givenWord(_ key: String, of words: [String], what: String) -> String? {
        text(key).flatMap { words.contains($0) ? $0 : nil }
    }

    func givenStatedFlag(_ key: String) -> Bool? { givenFlag(key) }

    func givenStatedCount(_ key: String, in range: ClosedRange<Int>) -> Int? {
        givenCount(key, in: range)
    }

    func givenStatedDecimals(_ key: String, count: Int) -> [Double]? { nil }

    func givenStatedWord(_ key: String, of words: [String], what: String) -> String? {
        givenWord(key, of: words, what: what)
    }

    func givenLaw<Value: Quantity>(
        _ key: String, _ rule: DrawRule<Value>
    ) -> Distribution<Value>? {
        givenQuantity(key, .zeroOrMore).map { .constant($0) }
    }

    func givenRule(_ key: String, of words: [String], what: String) -> String? {
        givenWord(key, of: words, what: what)
    }

    func isWord(_ word: String, under key: String) -> Bool { text(key) == word }

    func givenNames(_ key: String) -> [String]? {
        text(key)?.split(separator: " ").map(String.init)
    }

    func isList(_ key: String) -> Bool { false }

    func hasOptions(_ key: String) -> Bool { has(key) && text(key) == nil }

    func givenText(_ key: String) -> String? { text(key) }

    func givenReference(_ key: String, to list: String, isRule: Bool) -> Int? {
        text(key).flatMap(declared(under: list).firstIndex)
    }

    private func declared(under list: String) -> [String] {
        let names = values.keys.filter { $0.hasPrefix("\(list).") }
            .map { String($0.split(separator: ".")[1]) }
        return Set(names).sorted()
    }

    func givenNamed<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (String, any FieldReader) -> Part
    ) -> [Part]? {
        guard has(key) else { return nil }
        return declared(under: key).map { name in
            read(name, WrittenText(values, prefix: "\(prefix)\(key).\(name).", notes: notes))
        }
    }

    func hasUnit(_ unit: String, under key: String) -> Bool { text(key)?.contains(unit) ?? false }

    func givenName(_ key: String) -> String? { text(key) }

    func givenAngles(_ key: String) -> (north: Degrees, east: Degrees)? {
        let angles = text(key)?.split(separator: " ").compactMap { Double($0) } ?? []
        return angles.count == 2 ? (Degrees(angles[0]), Degrees(angles[1])) : nil
    }

    func givenWords(_ key: String, of words: [String], what: String) -> [String]? {
        givenNames(key)?.filter(words.contains)
    }

    func givenWordOrWords(_ key: String, of words: [String], what: String) -> [String] {
        givenWords(key, of: words, what: what) ?? []
    }

    /// Reads a list written as `visits.1.name`.
    func givenList<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (any FieldReader) -> Part
    ) -> [Part]? {
        guard has(key) else { return nil }
        let places = (1...9).map { "\(key).\($0)" }.filter(has)
        return places.map { read(WrittenText(values, prefix: "\(prefix)\($0).", notes: notes)) }
    }

    func isFaultless() -> Bool { missing.isEmpty && refused.isEmpty }

    func refuse(_ fault: FormFault) { notes.faults.append(fault.message) }

    /// This text has no files.
    func givenData<Content>(_ key: String) -> Content? { nil }

    func givenPart<Part>(_ key: String, _ read: (any FieldReader) -> Part) -> Part? {
        has(key) ? read(WrittenText(values, prefix: "\(prefix)\(key).", notes: notes)) : nil
    }
}
