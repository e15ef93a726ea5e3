/// A value that a person can write, with a form that says how.
public protocol Formed: Sendable {
    static var form: Form<Self> { get }
}

/// What a person can write of a value: each option with its meaning, its bounds and its default.
///
/// A form stands beside the value that it describes, and everything that is said of the options
/// follows from it: how a file is read, what is assumed where the file is silent, schemas, tables.
///
/// ```swift
/// extension CallAudio: Formed {
///     public static let form = Form(
///         "The sound of calls that the user answers.",
///         standard: CallAudio(bitRate: .zero, every: TimeSpan(Seconds(0.06))),
///         fields: [
///             .quantity("bit-rate", \.bitRate, "Each way.", .aboveZero, isRequired: true),
///             .span("every", \.every, "From one packet to the next.", .aboveZero),
///         ])
/// }
/// ```
public struct Form<Value: Sendable>: Sendable {
    /// What a schema calls the form; `nil` for a form that is used once.
    public let name: String?
    /// What is described, in one sentence.
    public let about: String
    /// What holds where a file leaves everything out; for required options it has stand-ins.
    public private(set) var standard: Value
    public let fields: [Field<Value>]
    /// Finds what is wrong with values that can all be read.
    let check: (@Sendable (Value) -> FormFault?)?
    private let groups: KeyGroups

    public init(
        _ about: String, name: String? = nil, standard: Value, alternatives: [[String]] = [],
        exclusive: [[String]] = [], atLeastOne: [[String]] = [], together: [[String]] = [],
        fields: [Field<Value>],
        check: (@Sendable (Value) -> FormFault?)? = nil
    ) {
        self.about = about
        self.name = name
        self.standard = standard
        groups = KeyGroups(
            alternatives: alternatives, exclusive: exclusive, atLeastOne: atLeastOne,
            together: together)
        self.fields = fields
        self.check = check
    }

    /// The same options with other defaults.
    public func with(standard: Value) -> Form {
        var form = self
        form.standard = standard
        return form
    }

    /// The value that a text describes.
    ///
    /// Each default that is made use of is recorded. Where the text is at fault, the reader knows,
    /// and a stand-in takes the place of what it should have said.
    public func value(from reader: any FieldReader) -> Value {
        let value = options(from: reader)
        verify(value, from: reader)
        return value
    }

    /// The value without its check.
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

    /// With a key misspelt the others mean nothing together.
    func verify(_ value: Value, from reader: any FieldReader) {
        if let check, reader.isFaultless(), let fault = check(value) { reader.refuse(fault) }
    }

    /// The options of `value` as a file would give them, in one line.
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

    /// The options of the groups that the text has not chosen.
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
        // Each of them is possible: a misspelt key is compared with all.
        for key in keys { _ = reader.isThere(key) }
        return all
    }

    /// Whether the text has another option of a group of which only one can be there.
    private func hasRival(_ key: String, _ reader: any FieldReader) -> Bool {
        groups.exclusive.contains { keys in
            keys.contains(key) && keys.contains { $0 != key && reader.has($0) }
        }
    }
}

/// Why there is no such value, although each of its options can be read.
public struct FormFault: Error, Hashable, Sendable {
    /// The option at fault, as a file spells it; `nil`: all of them together.
    public let option: String?
    /// Which one of the option's list it is, from 0; `nil`: all of the option.
    public let item: Int?
    /// What is wrong.
    public let message: String
    /// What is possible instead.
    public let advice: String

    public init(option: String?, item: Int? = nil, message: String, advice: String) {
        (self.option, self.item, self.message, self.advice) = (option, item, message, advice)
    }
}

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
        var both = self
        both.fields += other.fields
        both.groups.alternatives += other.alternatives
        both.groups.exclusive += other.exclusive
        both.groups.atLeastOne += other.atLeastOne
        both.groups.together += other.together
        return both
    }
}
