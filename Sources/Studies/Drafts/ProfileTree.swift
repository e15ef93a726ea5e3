/// A profile as YAML has it: keys and texts without types.
///
/// Importers and editors change the tree, a writer turns it into YAML, and the profile reader
/// validates it.
public indirect enum ProfileTree: Hashable, Sendable {
    /// A number with its unit, a word or a sentence.
    case text(String)
    case list([ProfileTree])
    case mapping([Entry])

    public struct Entry: Hashable, Sendable {
        public var key: String
        public var value: ProfileTree

        public init(_ key: String, _ value: ProfileTree) { (self.key, self.value) = (key, value) }
    }

    /// `{ value: 800 mW, source: MODEM-RX }`.
    public static func sourced(_ value: String, _ source: String) -> ProfileTree {
        ["value": .text(value), "source": .text(source)]
    }

    /// `{ value: 800 mW, assumption: "why" }`, for a number without a source.
    public static func assumed(_ value: String, _ reason: String) -> ProfileTree {
        ["value": .text(value), "assumption": .text(reason)]
    }

    public static func + (first: ProfileTree, second: ProfileTree) -> ProfileTree {
        .mapping(first.entries + second.entries)
    }

    /// Empty for a text or a list.
    public var entries: [Entry] { if case .mapping(let entries) = self { entries } else { [] } }

    /// Empty for a text or a mapping.
    public var items: [ProfileTree] { if case .list(let items) = self { items } else { [] } }

    /// `nil` for a list or mapping.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The text with or without a source.
    public var valueText: String? { text ?? self["value"]?.text }

    /// Setting `nil` removes a key; a new key is appended.
    public subscript(key: String) -> ProfileTree? {
        get { entries.first { $0.key == key }?.value }
        set {
            guard case .mapping(var entries) = self else { return }
            if let place = entries.firstIndex(where: { $0.key == key }) {
                if let newValue {
                    entries[place].value = newValue
                } else {
                    entries.remove(at: place)
                }
            } else if let newValue {
                entries.append(Entry(key, newValue))
            }
            self = .mapping(entries)
        }
    }

    /// All texts under a key, at any depth.
    public func texts(under key: String) -> [String] {
        switch self {
        case .text: []
        case .list(let trees): trees.flatMap { $0.texts(under: key) }
        case .mapping(let entries):
            entries.flatMap { entry -> [String] in
                if entry.key == key, let text = entry.value.text { return [text] }
                return entry.value.texts(under: key)
            }
        }
    }
}

extension ProfileTree: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    public init(stringLiteral text: String) { self = .text(text) }

    public init(dictionaryLiteral entries: (String, ProfileTree)...) {
        self = .mapping(entries.map { Entry($0, $1) })
    }
}
