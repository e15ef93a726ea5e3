extension MappingReader {
    func givenQuantity<Value: Quantity>(_ key: String, _ bound: Bound = .zeroOrMore) -> Value? {
        guard let entry = entry(key), let value = markedQuantity(entry, Value.self),
            let quantity: Value = log.quantity(value.node, bound)
        else { return nil }
        record(value, under: key)
        return quantity
    }

    func span(_ key: String, _ bound: Bound = .zeroOrMore) -> TimeSpan {
        requiredEntry(key).map { span($0, bound) } ?? .zero
    }

    func givenSpan(_ key: String, _ bound: Bound = .zeroOrMore) -> TimeSpan? {
        entry(key).map { span($0, bound) }
    }

    func span(_ entry: RawEntry, _ bound: Bound) -> TimeSpan {
        guard let value = markedQuantity(entry, Seconds.self),
            let seconds: Seconds = log.quantity(value.node, bound)
        else { return .zero }
        record(value, under: entry.key)
        let span = TimeSpan(seconds)
        if seconds > .zero, span == .zero {
            log.report(
                "\(value.node.flowText) is less than a nanosecond, the shortest time there is",
                at: value.node.place)
        }
        return span
    }

    /// Notes a value that was read under `key`, spelled as `text` or as the file has it.
    func record(_ value: MarkedValue, under key: String, as text: String? = nil) {
        log.record(path(key), text ?? value.text, value.origin, at: value.node.place)
    }

    /// A quantity that stands alone or beside its source, or, in a profile, the central value of
    /// what it may be.
    private func markedQuantity<Value: Quantity>(
        _ entry: RawEntry, _ kind: Value.Type
    ) -> MarkedValue? {
        guard log.kind.mayBeUncertain, entry.value.isUncertain else { return marked(entry) }
        return mapping(in: entry) { reader in
            let origin = reader.origin()
            guard let word = reader.exactlyOne(of: UncertainLaw.words),
                let _: Distribution<Value> = reader.distribution(word)
            else { return nil }
            guard let law = UncertainLaw(word.key, word.value) else {
                log.report(.notLaw(word.value.flowText, word.key), at: word.value.place)
                return nil
            }
            log.uncertain.append((path(entry.key), law))
            let text = RawText(text: law.central, isPlain: true)
            return MarkedValue(
                node: RawNode(place: word.value.place, content: .text(text)), origin: origin,
                law: RawEntry.flowText([word]))
        }
    }

    /// A whole number that may say where it came from, as a limit of a system does.
    func givenStatedCount(_ key: String, in range: ClosedRange<Int>) -> Int? {
        stated(key, as: \.description) { plainNumber($0, in: range) }
    }

    /// A value that may say where it came from, recorded as `text` or as the file has it.
    func stated<Value>(
        _ key: String, as text: (Value) -> String? = { _ in nil }, _ read: (RawNode) -> Value?
    ) -> Value? {
        guard let found = entry(key).flatMap(marked), let value = read(found.node) else {
            return nil
        }
        record(found, under: key, as: text(value))
        return value
    }

    /// A number without a unit that may say where it came from; any that is finite.
    func givenDecimal(_ key: String) -> Double? { stated(key) { plainDecimal($0) } }

    /// So many numbers without a unit, in a list that may say where it came from.
    func givenStatedDecimals(_ key: String, count: Int) -> [Double]? {
        stated(key) { node in
            guard case .list(let nodes) = node.content, nodes.count == count else {
                reportWrongNode(node, expected: "a list of \(count) numbers")
                return nil
            }
            let numbers = nodes.compactMap { plainDecimal($0) }
            return numbers.count == count ? numbers : nil
        }
    }

    /// A number without a unit, by default any that is finite.
    func plainDecimal(
        _ node: RawNode,
        in range: ClosedRange<Double> = -Double
            .greatestFiniteMagnitude...Double
            .greatestFiniteMagnitude
    ) -> Double? {
        guard case .text(let text) = node.content, text.isNumber,
            let number = Double(text.text), number.isFinite
        else {
            log.report(.notNumber(node.flowText), at: node.place)
            return nil
        }
        if range.contains(number) { return number }
        let (low, high) = ("\(range.lowerBound)", "\(range.upperBound)")
        log.report(.notBetween(text.text, low, high), at: node.place)
        return nil
    }

    /// A plain whole number, which has no source because it describes the experiment.
    func count<Number: FixedWidthInteger>(
        _ key: String, in range: ClosedRange<Number>, default standard: Number
    ) -> Number {
        guard let entry = entry(key) else { return standard }
        return plainNumber(entry.value, in: range) ?? range.lowerBound
    }

    func givenCount(_ key: String, in range: ClosedRange<Int>) -> Int? {
        entry(key).flatMap { plainNumber($0.value, in: range) }
    }

    private func plainNumber<Number: FixedWidthInteger>(
        _ node: RawNode, in range: ClosedRange<Number>
    ) -> Number? {
        guard let text = scalar(node, expected: "a whole number") else { return nil }
        let digits = text.text.first == "-" ? text.text.dropFirst() : text.text[...]
        guard text.isPlain, !digits.isEmpty, digits.allSatisfy({ "0" <= $0 && $0 <= "9" }) else {
            log.report(
                "\(quoted(text.text)) is not a whole number",
                advice: "Write digits alone, without quotes and without a unit.", at: node.place)
            return nil
        }
        guard let number = Number(text.text), range.contains(number) else {
            let (low, high) = ("\(range.lowerBound)", "\(range.upperBound)")
            log.report(.notBetween(text.text, low, high), at: node.place)
            return nil
        }
        return number
    }

    /// A boolean that may say where it came from.
    func givenStatedFlag(_ key: String) -> Bool? { stated(key, as: \.description, plainFlag) }

    /// A plain boolean, which has no source.
    func givenFlag(_ key: String) -> Bool? { entry(key).flatMap { plainFlag($0.value) } }

    private func plainFlag(_ node: RawNode) -> Bool? {
        guard let text = scalar(node, expected: "true or false") else { return nil }
        if text.boolean == nil {
            log.report(
                "\(quoted(text.text)) is neither true nor false",
                advice: "Write true or false, without quotes.", at: node.place)
        }
        return text.boolean
    }

    /// A value that stands alone, or as `{ value: ..., source: ... }`.
    func marked(_ entry: RawEntry) -> MarkedValue? {
        guard case .mapping = entry.value.content else {
            return MarkedValue(node: entry.value, origin: nil)
        }
        return mapping(in: entry) { value in
            let node = value.requiredEntry("value")?.value
            let origin = value.origin()
            return node.map { MarkedValue(node: $0, origin: origin) }
        }
    }

    func origin() -> ProvenanceEntry.Origin? {
        let source = entry("source")
        guard let assumption = entry("assumption") else {
            return source.map { self.source($0).map { .source($0) } ?? .unstated }
        }
        if source != nil {
            log.report(
                "a value has a source or is an assumption, not both", advice: "Keep one of them.",
                at: assumption.keyPlace)
        }
        return .assumption(plainText(assumption.value)?.text ?? "")
    }

    /// Reads the file's `sources:` and its own `source:`, before any value is read.
    func readSources() {
        if let entry = entry("sources") {
            mapping(in: entry) { sources in
                for item in sources.entries {
                    _ = sources.entry(item.key)
                    log.sources[item.key] = sources.source(item, key: item.key)
                }
            }
        }
        if let entry = entry("source") {
            log.defaultOrigin = source(entry).map { .source($0) } ?? .unstated
        }
    }

    /// A source by its name under `sources:`, or written out.
    private func source(_ entry: RawEntry) -> Source? {
        if case .mapping = entry.value.content { return source(entry, key: nil) }
        guard let name = plainText(entry.value) else { return nil }
        if let source = log.sources[name.text] { return source }
        let possible = log.sources.keys.sorted()
        let fault = Fault.unknown(
            name.text, among: possible, "there is no source \(quoted(name.text)) in this file",
            advice: possible.isEmpty
                ? "The file has no sources:; add it there."
                : "Those under sources: are \(enumerated(possible)).")
        log.report(fault, at: name.place)
        return nil
    }

    private func source(_ entry: RawEntry, key: String?) -> Source {
        mapping(in: entry) { source in
            Source(
                key: key, citation: source.text("citation"), url: source.optionalText("url"),
                measured: source.yearOrText("measured"),
                confidence: source.optionalChoice("confidence", what: "a confidence"))
        }
    }

    /// A year may stand without quotes.
    private func yearOrText(_ key: String) -> String? {
        guard let entry = entry(key) else { return nil }
        if case .text(let text) = entry.value.content, text.isNumber { return text.text }
        return plainText(entry.value)?.text
    }
}

extension ReadingLog {
    /// A number with a unit, within the limits of its kind.
    func quantity<Value: Quantity>(_ node: RawNode, _ bound: Bound) -> Value? {
        guard case .text(let text) = node.content, !text.isNothing else {
            let expected = "\(Value.kind), such as \(Value.example)"
            report(.wrongNode(found: node.description, expected: expected), at: node.place)
            return nil
        }
        return quantity(text.text, bound, in: source, at: node.place)
    }

    /// As above, in a text that need not be YAML.
    func quantity<Value: Quantity>(
        _ text: String, _ bound: Bound, in source: SourceText, at place: SourcePlace
    ) -> Value? {
        do throws(Fault) {
            let value: Value = try Self.quantity(text, bound)
            return scale?.applied(to: value) ?? value
        } catch {
            add([source.diagnostic(error, at: place)])
            return nil
        }
    }

    private static func quantity<Value: Quantity>(
        _ text: String, _ bound: Bound
    ) throws(Fault) -> Value {
        let value: Value
        do throws(QuantityError) {
            value = try Value(parsing: text)
        } catch {
            // Infinity or not a number, as YAML and programmers spell them.
            let word = text.lowercased().drop { $0 == "+" || $0 == "-" || $0 == "." }
            guard word.hasPrefix("inf") || word.hasPrefix("nan") else { throw Fault(error) }
            throw Fault(
                "\(quoted(text)) is not a finite number",
                advice: "Write a number and a unit, as in \(Value.example).")
        }
        if bound != .any, value < .zero { throw .belowZero(text, kind: Value.kind) }
        if bound == .aboveZero, value == .zero {
            throw Fault("\(text) is not enough: \(Value.kind) here must be greater than zero")
        }
        if max(value, value * -1) > .largest { throw .tooLarge(text, limit: Value.largestText) }
        if value > .zero, value < .smallest {
            throw Fault("\(text) is less than \(Value.smallest), the smallest value above zero")
        }
        return value
    }
}

extension ProfileKind {
    /// Whether values may be distributions: what a profile claims may be known only roughly. A
    /// scenario says so in its own place.
    var mayBeUncertain: Bool {
        switch self {
        case .device, .radio, .system: true
        case .movement, .cells, .user, .app, .scenario, .budget: false
        }
    }
}

extension RawNode { var isUncertain: Bool { UncertainLaw.words.contains { entry($0) != nil } } }

struct MarkedValue {
    let node: RawNode
    let origin: ProvenanceEntry.Origin?
    /// The distribution that replaces the node, for provenance.
    var law: String?

    var text: String { law.map { "\(node.flowText) ({ \($0) })" } ?? node.flowText }
}
