/// Options that are read by code of their own.
extension FieldShape {
    /// An option that a file must give.
    public static func needed(
        _ key: String, _ content: FieldContent, _ about: String
    ) -> FieldShape {
        FieldShape(
            key: key, about: about, content: content, presence: .required, condition: nil)
    }

    /// An option that a file can leave out; `without` says in words what is so then.
    public static func optional(
        _ key: String, _ content: FieldContent, _ about: String, without: String? = nil
    ) -> FieldShape {
        FieldShape(
            key: key, about: about, content: content, presence: .optional(without),
            condition: nil)
    }

    /// An option for which `standard` is assumed where a file leaves it out.
    public static func optional(
        _ key: String, _ content: FieldContent, _ about: String, standard: String
    ) -> FieldShape {
        FieldShape(
            key: key, about: about, content: content, presence: .standard(standard),
            condition: nil)
    }
}

/// Quantities.
extension FieldContent {
    /// A number with a unit.
    public static func quantity<Value: LimitedQuantity>(
        _ type: Value.Type, _ bound: Bound = .zeroOrMore
    ) -> FieldContent {
        .quantity(QuantityShape(type), bound)
    }

    /// A constant, or the law that a quantity is drawn from.
    public static func law<Value: LimitedQuantity>(_ type: Value.Type) -> FieldContent {
        .law(QuantityShape(type))
    }

    /// One of the words of a type.
    public static func choice<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type
    ) -> FieldContent where Choice.RawValue == String {
        .choice(type.allCases.map(\.rawValue))
    }
}
