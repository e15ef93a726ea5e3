/// Where paths of keys lead.
extension FormShape {
    /// The options that have keys of their own, where a path leads to; `nil` where nothing is known
    /// of what stands there.
    ///
    /// - Parameter path: keys, entries of lists and names that a file gives.
    public func branches(at path: ArraySlice<String>) -> [String]? {
        guard let key = path.first else {
            return fields.filter(\.content.isBranch).map(\.key)
        }
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
