import Studies

extension ProfileLibrary {
    /// A radio as its file has it, to make another one of it.
    ///
    /// - Throws: what is wrong with the file, or that there is none of this name.
    public func radioTree(_ nameOrPath: String) throws(ProfileFailure) -> ProfileTree {
        ProfileTree(try YAMLComposer.compose(open(nameOrPath, .radio).source))
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
