import Forms
import Kernel

/// Answers the questions of forms like all other questions about a mapping.
extension MappingReader: FieldReader {
    func isThere(_ key: String) -> Bool { entry(key) != nil }

    func isMissing(_ key: String) { _ = requiredEntry(key) }

    func isMissing(oneOf keys: [String]) { _ = exactlyOne(of: keys) }

    func givenOne(of keys: [String]) -> String? {
        let found = atMostOne(among: keys)
        if found.isEmpty { isMissing(oneOf: keys) }
        return found.count == 1 ? found[0].key : nil
    }

    func refuseSeveral(of keys: [String]) {
        // Asked for only then, so that messages name the keys in the order of the form.
        if keys.count(where: has) > 1 { _ = atMostOne(of: keys) }
    }

    func recordDefault(_ key: String, _ text: String) { log.recordDefault(path(key), text) }

    func givenWord(_ key: String, of words: [String], what: String) -> String? {
        entry(key).flatMap { word($0.value, of: words, what: what) }
    }

    func givenRule(_ key: String, of words: [String], what: String) -> String? {
        let word = givenWord(key, of: words, what: what)
        if let word { log.recordWord(path(key), word, at: keyPlace(of: key)) }
        return word
    }

    func isWord(_ word: String, under key: String) -> Bool {
        guard case .text(let text)? = entry(key)?.value.content else { return false }
        return text.text == word
    }

    func isList(_ key: String) -> Bool {
        if case .list? = entry(key)?.value.content { true } else { false }
    }

    func hasOptions(_ key: String) -> Bool {
        guard let node = entry(key)?.value, case .mapping = node.content else { return false }
        return node.entry("value") == nil && !node.isUncertain
    }

    func givenText(_ key: String) -> String? { entry(key).flatMap { plainText($0.value)?.text } }

    func givenReference(_ key: String, to list: String, isRule: Bool) -> Int? {
        guard let name = entry(key).flatMap({ plainText($0.value) }) else { return nil }
        if isRule { log.recordWord(path(key), name.text, at: name.place) }
        let possible = log.names(under: list)
        let index = possible.firstIndex(of: name.text)
        if index == nil, !possible.isEmpty {
            let fault = Fault.unknown(
                name.text, among: possible, "there is no state \(quoted(name.text))",
                advice: "The states are \(enumerated(possible)).")
            log.report(fault, at: name.place)
        }
        return index
    }

    func hasUnit(_ unit: String, under key: String) -> Bool {
        guard let node = entry(key)?.value else { return false }
        return (node.entry("value") ?? node).flowText.contains(unit)
    }

    func givenName(_ key: String) -> String? { entry(key).map { _ in name(key).text } }

    func givenAngles(_ key: String) -> (north: Degrees, east: Degrees)? {
        guard let node = entry(key)?.value else { return nil }
        guard case .list(let nodes) = node.content, nodes.count == 2 else {
            reportWrongNode(
                node, expected: "a latitude and a longitude, such as [48.137 °, 11.575 °]")
            return nil
        }
        let angles = nodes.compactMap { log.quantity($0, .any) as Degrees? }
        guard angles.count == 2 else { return nil }
        log.recordWord(path(key), node.flowText, at: node.place)
        return (angles[0], angles[1])
    }

    func givenWords(_ key: String, of words: [String], what: String) -> [String]? {
        guard let node = entry(key)?.value else { return nil }
        guard case .list(let nodes) = node.content, !nodes.isEmpty else {
            reportWrongNode(node, expected: "a list of one or more: \(enumerated(words, "or"))")
            return nil
        }
        return nodes.compactMap { word($0, of: words, what: what) }
    }

    func givenWordOrWords(_ key: String, of words: [String], what: String) -> [String] {
        guard let node = entry(key)?.value else { return [] }
        guard case .list = node.content else {
            return word(node, of: words, what: what).map { [$0] } ?? []
        }
        return (givenWords(key, of: words, what: what) ?? []).firstOfEach
    }

    func givenNames(_ key: String) -> [String]? { entry(key).map { _ in texts(key) } }

    func givenData<Content>(_ key: String) -> Content? {
        guard let node = entry(key)?.value, plainText(node) != nil else { return nil }
        // Only recordings are in files of their own.
        return log.recordedMoments(node) as? Content
    }

    func givenPart<Part>(_ key: String, _ read: (any FieldReader) -> Part) -> Part? {
        optionalMapping(key) { read($0) }
    }

    func givenList<Part>(
        _ key: String, _ count: ClosedRange<Int>, _ read: (any FieldReader) -> Part
    ) -> [Part]? {
        entry(key).map { items($0, count: count) { read($0) } }
    }

    func isFaultless() -> Bool {
        finish()
        return log.faultCount == faultsBefore
    }

    func refuse(_ fault: FormFault) {
        let option = fault.option.flatMap { given($0)?.value }
        let item = fault.item.flatMap { option?.item($0) }
        let place = item?.place ?? option?.placeOfValue ?? place
        log.report(fault.message, advice: fault.advice, at: place)
    }
}
