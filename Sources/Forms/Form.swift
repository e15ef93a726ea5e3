/// A value with a form that describes how to write it.
public protocol Formed: Sendable { static var form: Form<Self> { get } }

/// The written form of a value: options with meanings, bounds and defaults.
///
/// A form is next to its value in the code. Reading of files, recorded defaults, schemas and tables
/// all follow from it.
///
/// ```swift
/// extension CallAudio: Formed {
///     public static let form = Form(Self(), "The sound of calls that the user answers.").required(
///         .quantity("bit-rate", \.bitRate, "Each way.", .aboveZero)
///     ).optional(
///         .span("every", \.every, "Time from one packet to the next.", .aboveZero))
/// }
/// ```
public struct Form<Value: Sendable>: Sendable {
    /// The form's name in schemas; `nil` for a form that is used once.
    public let name: String?
    /// The subject, in one sentence.
    public let about: String
    /// The value of an empty file; required options have placeholders.
    public private(set) var standard: Value
    public private(set) var fields: [Field<Value>] = []
    /// Finds a fault in values that are valid one by one.
    public private(set) var check: (@Sendable (Value) -> FormFault?)?
    private let groups: KeyGroups

    public init(
        _ standard: Value, _ about: String, name: String? = nil, alternatives: [[String]] = [],
        exclusive: [[String]] = [], atLeastOne: [[String]] = [], together: [[String]] = []
    ) {
        (self.standard, self.about, self.name) = (standard, about, name)
        groups = KeyGroups(
            alternatives: alternatives, exclusive: exclusive, atLeastOne: atLeastOne,
            together: together)
    }

    /// A copy with these options too, which a file must give.
    public func required(_ fields: Field<Value>...) -> Form { required(fields) }

    public func required(_ fields: [Field<Value>]) -> Form { and(fields.map(\.required)) }

    /// A copy with these options too, which a file may leave out.
    public func optional(_ fields: Field<Value>...) -> Form { and(fields) }

    /// A copy with these options too, each required or not as it is.
    public func and(_ fields: [Field<Value>]) -> Form { modified(self) { $0.fields += fields } }

    /// A copy that also finds this fault in values that are valid one by one.
    public func checked(_ check: @escaping @Sendable (Value) -> FormFault?) -> Form {
        let earlier = self.check
        return modified(self) { $0.check = { earlier?($0) ?? check($0) } }
    }

    /// A copy with a limit on one option; `possible` describes the valid values.
    public func limited<Part>(
        _ option: String, _ path: any KeyPath<Value, Part> & Sendable, _ possible: String,
        _ isValid: @escaping @Sendable (Part) -> Bool
    ) -> Form {
        checked {
            isValid($0[keyPath: path])
                ? nil : .outOfRange(option, "\($0[keyPath: path])", possible: possible)
        }
    }

    /// A copy with other defaults.
    public func with(standard: Value) -> Form { modified(self) { $0.standard = standard } }

    /// Reads a value from a text.
    ///
    /// Every default that is used is recorded. The reader records faults, and a placeholder
    /// replaces a faulty value.
    public func value(from reader: any FieldReader) -> Value {
        let value = options(from: reader)
        verify(value, from: reader)
        return value
    }

    /// Reads the value without its check.
    func options(from reader: any FieldReader) -> Value {
        var value = standard
        for keys in groups.exclusive { reader.refuseSeveral(of: keys) }
        let unchosen = unchosenKeys(reader)
        for field in fields where !unchosen.contains(field.key) && field.isAsked(value) {
            if reader.isThere(field.key) {
                field.read(reader, &value)
            } else if field.isRequired {
                reader.isMissing(field.key)
            } else if !hasRival(field.key, reader) {
                field.settle(&value)
                if let text = field.text(value) { reader.recordDefault(field.key, text) }
            }
        }
        for keys in groups.atLeastOne where !keys.contains(where: reader.has) {
            reader.isMissing(oneOf: keys)
        }
        return value
    }

    /// Checks the value, unless the text has faults: with a misspelt key the combination means
    /// nothing.
    func verify(_ value: Value, from reader: any FieldReader) {
        if let check, reader.isFaultless(), let fault = check(value) { reader.refuse(fault) }
    }

    /// The options of `value` as one line of a file.
    public func text(of value: Value) -> String {
        let parts = fields.compactMap { field in
            field.isAsked(value) ? field.text(value).map { "\(field.key): \($0)" } : nil
        }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    /// The form without its value.
    public var shape: FormShape {
        FormShape(
            name: name, about: about, fields: fields.map { $0.shape(in: standard) },
            groups: groups)
    }

    /// The options of the groups that the text does not use.
    private func unchosenKeys(_ reader: any FieldReader) -> Set<String> {
        let alternatives = groups.alternatives
        if alternatives.isEmpty { return [] }
        let keys = Array(alternatives.joined())
        if alternatives.allSatisfy({ $0.count == 1 }) {
            for key in keys { _ = reader.isThere(key) }
            reader.refuseSeveral(of: keys)
        }
        let all = Set(keys)
        if let chosen = alternatives.first(where: { $0.contains(where: reader.has) }) {
            return all.subtracting(chosen)
        }
        reader.isMissing(oneOf: alternatives.compactMap(\.first))
        // All are valid: a misspelt key is compared with each of them.
        for key in keys { _ = reader.isThere(key) }
        return all
    }

    /// Whether the text has another option of an exclusive group.
    private func hasRival(_ key: String, _ reader: any FieldReader) -> Bool {
        groups.exclusive.contains { keys in
            keys.contains(key) && keys.contains { $0 != key && reader.has($0) }
        }
    }

    /// Reads this form's value and another's, whose options follow in the same text.
    public func value<Other>(
        from reader: any FieldReader, beside other: Form<Other>
    ) -> (Value, Other) {
        let (value, second) = (options(from: reader), other.options(from: reader))
        verify(value, from: reader)
        other.verify(second, from: reader)
        return (value, second)
    }
}

/// A fault in a value whose options are valid one by one.
public struct FormFault: Error, Hashable, Sendable {
    /// The option at fault, as a file spells it; `nil`: a combination.
    public let option: String?
    /// The index in the option's list, from 0; `nil`: the whole option.
    public let item: Int?
    public let message: String
    /// How to correct the value.
    public let advice: String

    public init(option: String?, item: Int? = nil, message: String, advice: String) {
        (self.option, self.item, self.message, self.advice) = (option, item, message, advice)
    }

    /// A fault in these words where `isFault`.
    public static func when(
        _ isFault: Bool, _ option: String?, _ message: @autoclosure () -> String,
        advice: @autoclosure () -> String
    ) -> Self? { isFault ? Self(option: option, message: message(), advice: advice()) : nil }

    public static func outOfRange(_ option: String, _ found: String, possible: String) -> Self {
        Self(option: option, message: "\(option) is \(found)", advice: "Valid: \(possible).")
    }

    public static func empty(_ option: String) -> Self {
        Self(option: option, message: "\(option) has no entry", advice: "Add at least one.")
    }
}

// Two forms in one text.

extension FormShape {
    /// The options of this form, then those of another.
    public func beside(_ other: FormShape) -> FormShape {
        modified(self) {
            $0.fields += other.fields
            $0.groups.alternatives += other.alternatives
            $0.groups.exclusive += other.exclusive
            $0.groups.atLeastOne += other.atLeastOne
            $0.groups.together += other.together
        }
    }
}
