/// A form without its value: what schemas, tables and lists of paths are made of.
@dynamicMemberLookup
public struct FormShape: Hashable, Sendable {
    /// The form's name in schemas; `nil` for a form that is used once.
    public let name: String?
    /// The subject, in one sentence.
    public let about: String
    public var fields: [FieldShape]
    var groups: KeyGroups

    public subscript(dynamicMember groups: KeyPath<KeyGroups, [[String]]>) -> [[String]] {
        self.groups[keyPath: groups]
    }

    public func field(_ key: String) -> FieldShape? { fields.first { $0.key == key } }
    public func with(fields: [FieldShape]) -> FormShape { modified(self) { $0.fields = fields } }
}

extension FormShape {
    /// A shape for content that is read by its own code instead of a form.
    public init(
        _ about: String, name: String? = nil, alternatives: [[String]] = [],
        exclusive: [[String]] = [], _ fields: [FieldShape] = []
    ) {
        let groups = KeyGroups(alternatives: alternatives, exclusive: exclusive)
        self.init(name: name, about: about, fields: fields, groups: groups)
    }
}

/// Options that a file gives together, or one instead of another.
public struct KeyGroups: Hashable, Sendable {
    /// Groups of options, of which a file gives exactly one.
    public var alternatives: [[String]] = []
    /// Groups of options, of each of which a file gives at most one.
    public var exclusive: [[String]] = []
    /// Groups of options, of each of which a file gives at least one.
    public var atLeastOne: [[String]] = []
    /// Groups of options, of each of which a file gives all or none; the value checks it.
    public var together: [[String]] = []
}

/// One option of a form.
public struct FieldShape: Hashable, Sendable {
    public let key: String
    /// The meaning in one sentence, without the default.
    public let about: String
    public let content: FieldContent
    public let presence: Presence
    /// When a file may give the option; `nil`: always. For example `background: suspended`.
    public let condition: String?

    /// The meaning, with the default or its absence in parentheses.
    public var aboutWithDefault: String {
        let sentence = about.dropLast()
        let only = condition.map { ", only \($0)" } ?? ""
        return switch presence {
        case .required, .optional(nil): "\(sentence)\(only)."
        case .standard(let text), .depending(let text), .optional(let text?):
            "\(sentence) (\(text))\(only)."
        }
    }
}

/// Whether an option is required, and its default.
public enum Presence: Hashable, Sendable {
    case required
    case standard(String)
    /// The description of a default that depends on other options.
    case depending(String)
    /// No default; the words describe a missing value.
    case optional(String?)
}

/// The kind of value of an option.
public indirect enum FieldContent: Hashable, Sendable {
    /// A number with a unit.
    case quantity(QuantityShape, Bound)
    /// A number with a unit that cannot have a source.
    case plain(QuantityShape)
    /// A number with a unit, or this word.
    case quantityOrWord(QuantityShape, Bound, word: String)
    /// A number without a unit.
    case decimal
    /// A whole number.
    case count(ClosedRange<Int>)
    /// True or false.
    case flag
    /// One of these words.
    case choice([String])
    /// Text that is not empty.
    case text
    /// A text that is valid in results and file names.
    case name
    /// A list with this number of entries; `nil`: any number.
    case list(FieldContent, ClosedRange<Int>?)
    /// Names that the file chooses, within this number, each with a value.
    case named(FieldContent, ClosedRange<Int>)
    /// Paths of values, each with a value of this kind.
    case paths(FieldContent)
    /// One of these kinds.
    case either([FieldContent])
    /// A definition that all schemas share under this name.
    case defined(String)
    /// A constant or a distribution.
    case law(QuantityShape)
    /// A value that may have a source.
    case stated(FieldContent)
    /// A part with its own options.
    case part(FormShape)

    /// A number with a unit.
    public static func quantity<Value: Quantity>(
        _ type: Value.Type, _ bound: Bound = .zeroOrMore
    ) -> FieldContent { .quantity(QuantityShape(type), bound) }

    /// A constant or a distribution.
    public static func law<Value: Quantity>(_ type: Value.Type) -> FieldContent {
        .law(QuantityShape(type))
    }

    /// One of the words of a type.
    public static func choice<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type
    ) -> FieldContent where Choice.RawValue == String { .choice(type.allCases.map(\.rawValue)) }

    fileprivate var isBranch: Bool {
        switch self {
        case .part, .law, .named, .paths: true
        case .list(let item, _): item != .text && item != .name
        case .either(let contents): contents.contains(where: \.isBranch)
        case .stated(let content): content.isBranch
        case .quantity, .plain, .quantityOrWord, .decimal, .count, .flag, .choice, .text, .name,
            .defined:
            false
        }
    }

    fileprivate var isMapping: Bool {
        switch self {
        case .part, .law: true
        case .either(let contents): contents.contains(where: \.isMapping)
        case .stated(let content): content.isMapping
        case .list, .named, .paths, .quantity, .plain, .quantityOrWord, .decimal, .count, .flag,
            .choice, .text, .name, .defined:
            false
        }
    }

    fileprivate func hasMapping(at path: ArraySlice<String>) -> Bool {
        switch self {
        case .part(let part): part.hasMapping(at: path)
        case .list(let item, _), .named(let item, _): item.hasMapping(at: path.dropFirst())
        case .either(let contents): contents.contains { $0.hasMapping(at: path) }
        case .stated(let content): content.hasMapping(at: path)
        case .quantity, .plain, .quantityOrWord, .decimal, .count, .flag, .choice, .text, .name,
            .paths, .law, .defined:
            false
        }
    }

    fileprivate func branches(at path: ArraySlice<String>) -> [String]? {
        switch self {
        case .part(let part): part.branches(at: path)
        case .list(let item, _), .named(let item, _):
            path.isEmpty ? nil : item.branches(at: path.dropFirst())
        case .either(let contents): contents.lazy.compactMap { $0.branches(at: path) }.first
        case .stated(let content): content.branches(at: path)
        case .quantity, .plain, .quantityOrWord, .decimal, .count, .flag, .choice, .text, .name,
            .paths, .law, .defined:
            nil
        }
    }
}

/// A kind of quantity, as data.
public struct QuantityShape: Hashable, Sendable {
    /// The name in schemas and tables: `time`.
    public let word: String
    /// One value, in a reader's words: `an amount of data`.
    public let noun: String
    /// A spelling to show: `12 s`.
    public let example: String
    /// All spellings of units, the smallest first.
    public let spellings: [String]
    /// The first spelling of each unit.
    public let units: [String]

    public init<Value: Quantity>(_ type: Value.Type) {
        word = type.word
        noun = type.noun
        example = type.example
        spellings = type.units.map(\.symbol)
        units = type.units.enumerated().filter { index, unit in
            !type.units[..<index].contains { $0.factor == unit.factor }
        }.map(\.element.symbol)
    }
}

/// Options that their own code reads.
extension FieldShape {
    /// A required option.
    public static func needed(
        _ key: String, _ content: FieldContent, _ about: String
    ) -> FieldShape {
        FieldShape(key: key, about: about, content: content, presence: .required, condition: nil)
    }

    /// An optional option; `without` describes its absence.
    public static func optional(
        _ key: String, _ content: FieldContent, _ about: String, without: String? = nil
    ) -> FieldShape {
        FieldShape(
            key: key, about: about, content: content, presence: .optional(without),
            condition: nil)
    }

    /// An option with a default.
    public static func optional(
        _ key: String, _ content: FieldContent, _ about: String, standard: String
    ) -> FieldShape {
        FieldShape(
            key: key, about: about, content: content, presence: .standard(standard),
            condition: nil)
    }
}

/// Paths of keys.
extension FormShape {
    /// The options with keys of their own at a path; `nil`: the content there is unknown.
    ///
    /// - Parameter path: keys, entries of lists and names that a file gives.
    public func branches(at path: ArraySlice<String>) -> [String]? {
        guard let key = path.first else { return fields.filter(\.content.isBranch).map(\.key) }
        return field(key)?.content.branches(at: path.dropFirst())
    }

    /// Whether the last key of a path belongs to a form and may have a mapping.
    public func hasMapping(at path: ArraySlice<String>) -> Bool {
        guard let key = path.first, let content = field(key)?.content else { return false }
        return path.count == 1 ? content.isMapping : content.hasMapping(at: path.dropFirst())
    }
}
