import Forms

extension FormShape {
    /// The form with one of its options after another.
    func moving(_ key: String, after other: String) -> FormShape {
        guard let moved = field(key) else { return self }
        let fields = fields.filter { $0.key != key }.flatMap {
            $0.key == other ? [$0, moved] : [$0]
        }
        return FormShape(
            about, name: name, alternatives: alternatives, exclusive: exclusive,
            atLeastOne: atLeastOne, together: together, fields)
    }
}
