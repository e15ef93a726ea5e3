/// A profile that is being written: keys and texts, as a YAML file has them, without a type yet.
///
/// What makes a profile out of something else builds or changes such a tree; what writes it makes
/// YAML of it, and the reader of profiles says whether it is one.
public indirect enum ProfileTree: Hashable, Sendable {
    /// A number with its unit, a word or a sentence.
    case text(String)
    case list([ProfileTree])
    case mapping([Entry])

    /// A key with what stands under it.
    public struct Entry: Hashable, Sendable {
        public var key: String
        public var value: ProfileTree

        public init(_ key: String, _ value: ProfileTree) {
            (self.key, self.value) = (key, value)
        }
    }

    /// `{ value: 800 mW, source: MODEM-RX }`: a number with the key of its source.
    public static func sourced(_ value: String, _ source: String) -> ProfileTree {
        .mapping([Entry("value", .text(value)), Entry("source", .text(source))])
    }

    /// `{ value: 800 mW, assumption: "why" }`: a number that no source gives, and why it is so.
    public static func assumed(_ value: String, _ reason: String) -> ProfileTree {
        .mapping([Entry("value", .text(value)), Entry("assumption", .text(reason))])
    }

    /// The text, if it is one.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number of a value, whether its source stands beside it or not.
    public var valueText: String? { text ?? self["value"]?.text }

    /// What stands under a key of a mapping. Setting `nil` takes the key away; a new key comes
    /// last.
    public subscript(key: String) -> ProfileTree? {
        get {
            guard case .mapping(let entries) = self else { return nil }
            return entries.first { $0.key == key }?.value
        }
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

    /// The texts that stand anywhere in it under a key.
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
