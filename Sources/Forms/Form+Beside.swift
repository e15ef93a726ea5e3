// Two values whose options stand beside each other in one text.

extension Form {
    /// The value that a text describes, and another one whose options stand after its own.
    public func value<Other>(
        from reader: any FieldReader, beside other: Form<Other>
    ) -> (Value, Other) {
        let (value, second) = (options(from: reader), other.options(from: reader))
        verify(value, from: reader)
        other.verify(second, from: reader)
        return (value, second)
    }
}

extension FormShape {
    /// The options of this form, and those of another after them.
    public func beside(_ other: FormShape) -> FormShape {
        FormShape(
            about, name: name, alternatives: alternatives + other.alternatives,
            exclusive: exclusive + other.exclusive, atLeastOne: atLeastOne + other.atLeastOne,
            together: together + other.together, fields + other.fields)
    }
}
