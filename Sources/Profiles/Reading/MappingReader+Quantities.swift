import Forms
import Kernel
import Studies

/// Quantities with units, and lengths of time.
extension MappingReader {
    func optionalQuantity<Value: LimitedQuantity>(
        _ key: String, _ bound: Bound = .zeroOrMore
    ) -> Value? {
        entry(key).flatMap { quantity($0, bound) }
    }

    /// The length of time under `key`, which must be there.
    func span(_ key: String, _ bound: Bound = .zeroOrMore) -> TimeSpan {
        requiredEntry(key).map { span($0, bound) } ?? .zero
    }

    func optionalSpan(_ key: String, _ bound: Bound = .zeroOrMore) -> TimeSpan? {
        entry(key).map { span($0, bound) }
    }

    func span(_ entry: RawEntry, _ bound: Bound) -> TimeSpan {
        guard let value = markedQuantity(entry, Seconds.self),
            let seconds: Seconds = log.quantity(value.node, bound)
        else { return .zero }
        let text = value.node.flowText
        log.record(path(entry.key), value.text, value.origin, at: value.node.place)
        let span = TimeSpan(seconds)
        if seconds > .zero, span == .zero {
            log.report(.value(.belowResolution(text)), at: value.node.place)
        }
        return span
    }

    private func quantity<Value: LimitedQuantity>(_ entry: RawEntry, _ bound: Bound) -> Value? {
        guard let value = markedQuantity(entry, Value.self),
            let quantity: Value = log.quantity(value.node, bound)
        else { return nil }
        log.record(path(entry.key), value.text, value.origin, at: value.node.place)
        return quantity
    }

    /// A quantity that stands alone or beside its source, or, in a profile, the central value of
    /// what it may be.
    private func markedQuantity<Value: LimitedQuantity>(
        _ entry: RawEntry, _ kind: Value.Type
    ) -> MarkedValue? {
        guard log.kind.mayBeUncertain, entry.value.isUncertain else { return marked(entry) }
        return mapping(in: entry) { reader in
            let origin = reader.origin()
            guard let word = reader.exactlyOne(of: UncertainLaw.words),
                let _: Distribution<Value> = reader.distribution(word)
            else { return nil }
            guard let law = UncertainLaw(word.key, word.value) else {
                let fault = ValueFault.notLaw(word.value.flowText, word.key)
                log.report(.value(fault), at: word.value.place)
                return nil
            }
            log.uncertain.append((path(entry.key), law))
            let text = RawText(text: law.central, isPlain: true)
            return MarkedValue(
                node: RawNode(place: word.value.place, content: .text(text)), origin: origin,
                law: RawEntry.flowText([word]))
        }
    }
}

extension ReadingLog {
    /// A number with a unit, within the limits of its kind.
    func quantity<Value: LimitedQuantity>(_ node: RawNode, _ bound: Bound) -> Value? {
        guard case .text(let text) = node.content, !text.isNothing else {
            let expected = "\(Value.kind), such as \(Value.example)"
            let fault = ShapeFault.wrongNode(found: node.description, expected: expected)
            report(.shape(fault), at: node.place)
            return nil
        }
        return quantity(text.text, bound, in: source, at: node.place)
    }

    /// As above, in a text that need not be YAML.
    func quantity<Value: LimitedQuantity>(
        _ text: String, _ bound: Bound, in source: SourceText, at place: SourcePlace
    ) -> Value? {
        do throws(ValueFault) {
            return try Self.quantity(text, bound)
        } catch {
            add([source.diagnostic(.value(error), at: place)])
            return nil
        }
    }

    private static func quantity<Value: LimitedQuantity>(
        _ text: String, _ bound: Bound
    ) throws(ValueFault) -> Value {
        let value: Value
        do throws(QuantityError) {
            value = try Value(parsing: text)
        } catch {
            throw text.isNonFinite ? .notFinite(text, example: Value.example) : .quantity(error)
        }
        if bound != .any, value < .zero { throw .belowZero(text, kind: Value.kind) }
        if bound == .aboveZero, value == .zero { throw .notAboveZero(text, kind: Value.kind) }
        if max(value, value * -1) > .largest { throw .tooLarge(text, limit: Value.largestText) }
        if value > .zero, value < .smallest { throw .tooSmall(text, limit: "\(Value.smallest)") }
        return value
    }
}

extension String {
    /// Infinity or not a number, as YAML and programmers spell them.
    fileprivate var isNonFinite: Bool {
        let word = lowercased().drop { $0 == "+" || $0 == "-" || $0 == "." }
        return word.hasPrefix("inf") || word.hasPrefix("nan")
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

extension RawNode {
    /// A mapping with the word of a law.
    var isUncertain: Bool { UncertainLaw.words.contains { entry($0) != nil } }
}
