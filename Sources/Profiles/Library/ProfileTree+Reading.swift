import Studies

extension ProfileLibrary {
    /// A radio as its file has it, to make another one of it.
    ///
    /// How far its values may be off is left out: that is not so of the other's.
    ///
    /// - Throws: what is wrong with the file, or that there is none of this name.
    public func radioTree(_ nameOrPath: String) throws(ProfileFailure) -> ProfileTree {
        let tree = ProfileTree(try open(nameOrPath, .radio).nodes())
        guard case .mapping(let entries) = tree else { return tree }
        return .mapping(entries.filter { $0.key != ScenarioShape.uncertain.key })
    }
}

extension ProfileTree {
    fileprivate init(_ node: RawNode) {
        switch node.content {
        case .text(let text): self = .text(text.text)
        case .list(let nodes): self = .list(nodes.map(ProfileTree.init))
        case .mapping(let entries):
            self = .mapping(entries.map { Entry($0.key, ProfileTree($0.value)) })
        }
    }
}
