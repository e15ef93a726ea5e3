/// Two values whose options stand beside each other in one text.
public struct Both<First: Sendable, Second: Sendable>: Sendable {
    public var first: First
    public var second: Second
}

extension Form {
    /// The options of this form, and those of another after them.
    public func and<Other>(_ other: Form<Other>) -> Form<Both<Value, Other>> {
        let (check, otherCheck) = (check, other.check)
        return Form<Both<Value, Other>>(
            about, name: name, standard: Both(first: standard, second: other.standard),
            alternatives: alternatives + other.alternatives,
            exclusive: exclusive + other.exclusive, atLeastOne: atLeastOne + other.atLeastOne,
            fields: fields.map { $0.within(\.first) } + other.fields.map { $0.within(\.second) },
            check: { check?($0.first) ?? otherCheck?($0.second) })
    }
}
