import EventKernel
import Quantities

/// Quantities that are drawn.
extension Field {
    /// A constant, or the law that a quantity is drawn from.
    public static func law<Value: LimitedQuantity>(
        _ key: String, _ path: Path<Distribution<Value>>, _ about: String,
        _ rule: DrawRule<Value> = .zeroOrMore, isRequired: Bool = false
    ) -> Field {
        Field(
            key, about, isRequired: isRequired,
            content: { _ in .law(QuantityShape(Value.self)) },
            read: { reader, owner in
                if let law = reader.givenLaw(key, rule) { owner[keyPath: path] = law }
            },
            text: { _ in nil })
    }

    /// A constant, or the law that a quantity is drawn from, which need not be there.
    public static func law<Value: LimitedQuantity>(
        _ key: String, _ path: Path<Distribution<Value>?>, _ about: String,
        _ rule: DrawRule<Value> = .zeroOrMore, otherwise: Otherwise
    ) -> Field {
        Field(
            key, about, isRequired: false, without: otherwise.words,
            content: { _ in .law(QuantityShape(Value.self)) },
            read: { reader, owner in owner[keyPath: path] = reader.givenLaw(key, rule) },
            text: { _ in otherwise.value })
    }
}
