import Kernel

/// A form without its value: what schemas, tables and lists of paths are made of.
@dynamicMemberLookup
public struct FormShape: Hashable, Sendable {
    /// What a schema calls the form; `nil` for a form that is used once.
    public let name: String?
    /// What is described, in one sentence.
    public let about: String
    /// In the order in which pages show them.
    public var fields: [FieldShape]
    var groups: KeyGroups

    public subscript(dynamicMember groups: KeyPath<KeyGroups, [[String]]>) -> [[String]] {
        self.groups[keyPath: groups]
    }

    /// The option under `key`.
    public func field(_ key: String) -> FieldShape? { fields.first { $0.key == key } }
}

extension FormShape {
    /// What a file can say that is read by code of its own.
    public init(
        _ about: String, name: String? = nil, alternatives: [[String]] = [],
        exclusive: [[String]] = [], _ fields: [FieldShape]
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
    /// What it means, in one sentence that does not say the default.
    public let about: String
    public let content: FieldContent
    public let presence: Presence
    /// Where a file can give the option, if it cannot always do so: `background: suspended`.
    public let condition: String?

    /// The meaning and, in parentheses, what holds without the option.
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

/// Whether a file must give an option, and what holds where it does not.
public enum Presence: Hashable, Sendable {
    case required
    /// This value is assumed.
    case standard(String)
    /// What is assumed depends on other options, as these words say.
    case depending(String)
    /// Nothing is assumed: there is no such thing then, or what these words say.
    case optional(String?)
}

/// What stands behind the key of an option.
public indirect enum FieldContent: Hashable, Sendable {
    /// A number with a unit.
    case quantity(QuantityShape, Bound)
    /// A number with a unit that cannot say where it is from.
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
    /// A text that results and file names can have in them.
    case name
    /// A list of such things, as many as this; `nil`: any number of them.
    case list(FieldContent, ClosedRange<Int>?)
    /// Names that the file gives, as many as this, each with such a thing.
    case named(FieldContent, ClosedRange<Int>)
    /// Paths of values, each with such a thing.
    case paths(FieldContent)
    /// One of these.
    case either([FieldContent])
    /// What all schemas define alike under this name.
    case defined(String)
    /// A constant, or the law that the quantity is drawn from.
    case law(QuantityShape)
    /// The same, which may say where it is from.
    case stated(FieldContent)
    /// Options of its own.
    case part(FormShape)
}

/// A kind of quantity, as data.
public struct QuantityShape: Hashable, Sendable {
    /// What schemas and tables call it: `time`.
    public let word: String
    /// One value, in a reader's words: `an amount of data`.
    public let noun: String
    /// A spelling to show: `12 s`.
    public let example: String
    /// All that can stand for a unit, the smallest first.
    public let spellings: [String]
    /// The same, each unit once.
    public let units: [String]

    public init<Value: LimitedQuantity>(_ type: Value.Type) {
        word = type.word
        noun = type.noun
        example = type.example
        spellings = type.units.map(\.symbol)
        units = type.units.enumerated().filter { index, unit in
            !type.units[..<index].contains { $0.factor == unit.factor }
        }.map(\.element.symbol)
    }
}

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

/// Where paths of keys lead.
extension FormShape {
    /// The options that have keys of their own, where a path leads to; `nil` where nothing is known
    /// of what stands there.
    ///
    /// - Parameter path: keys, entries of lists and names that a file gives.
    public func branches(at path: ArraySlice<String>) -> [String]? {
        guard let key = path.first else { return fields.filter(\.content.isBranch).map(\.key) }
        return field(key)?.content.branches(at: path.dropFirst())
    }

    /// Whether a key of a form's own, at the end of a path of keys, may have a mapping behind it.
    public func hasMapping(at path: ArraySlice<String>) -> Bool {
        guard let key = path.first, let content = field(key)?.content else { return false }
        return path.count == 1 ? content.isMapping : content.hasMapping(at: path.dropFirst())
    }
}

extension FieldContent {
    /// Whether keys follow.
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
