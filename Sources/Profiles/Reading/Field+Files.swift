import Forms

/// Options whose readers need more of a file than a form does.
extension Field {
    static func own(
        _ key: String, _ content: @autoclosure @escaping @Sendable () -> FieldContent,
        _ about: String, isRequired: Bool = false, without: String? = nil,
        _ read: @escaping @Sendable (MappingReader, inout Owner) -> Void
    ) -> Field {
        Field(
            key, about, isRequired: isRequired, without: without, content: { _ in content() },
            read: { reader, owner in
                if let reader = reader as? MappingReader { read(reader, &owner) }
            },
            text: { _ in nil })
    }

    /// A text with its place.
    static func placed(_ key: String, _ path: Path<PlacedText>, _ about: String) -> Field {
        own(key, .text, about, isRequired: true) { $1[keyPath: path] = $0.placedText(key) }
    }

    /// A text with its place that need not be there.
    static func placed(
        _ key: String, _ path: Path<PlacedText?>, _ about: String, without: String? = nil
    ) -> Field {
        own(key, .text, about, without: without) {
            $1[keyPath: path] = $0.optionalPlacedText(key)
        }
    }
}

extension FormShape {
    /// The form with one of its options after another.
    func moving(_ key: String, after other: String) -> FormShape {
        var shape = self
        shape.fields = fields.filter { $0.key != key }.flatMap {
            $0.key == other ? [$0, field(key)].compactMap(\.self) : [$0]
        }
        return shape
    }
}
