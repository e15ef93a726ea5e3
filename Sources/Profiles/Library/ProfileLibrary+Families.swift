import DeviceModel
import Studies

extension ProfileLibrary {
    /// The names of the shipped radios of one kind, in alphabetical order.
    ///
    /// - Throws: what is wrong with any shipped radio that says to be of a kind.
    public func radios(
        of family: RadioProfile.Family
    ) throws(ProfileFailure) -> [String] {
        var members: [String] = []
        for label in labels(of: .radio) {
            let source = try SourceText(contentsOf: "\(root)/\(label)")
            // Imports and the peers' radios are of no kind: without the word they are not read.
            guard source.text.contains(Self.membershipKey) else { continue }
            let name = fileName(label)
            let file = OpenedFile(source: source, label: label, name: name)
            if try radio(file).value.membership?.family == family { members.append(name) }
        }
        return members.sorted()
    }

    private static let membershipKey = "member"

    /// A radio by name or path with other values in it.
    ///
    /// - Parameters:
    ///   - nameOrPath: of the radio.
    ///   - edits: with paths that begin with `radio`.
    public func loadRadio(
        _ nameOrPath: String, edits: [ValueEdit]
    ) throws(ProfileFailure) -> ProfileDocument<RadioProfile> {
        try radio(open(nameOrPath, .radio).with(edits))
    }
}

extension RadioProfile {
    /// Of which kind it is: as it says, else as its technology says.
    public var kind: Family {
        if let membership { return membership.family }
        return switch technology {
        case .umts: .umts
        case .lte: .lte
        case .nr: .nr
        case .wifi: .wifi
        }
    }
}
