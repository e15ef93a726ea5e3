/// What a file describes; its `kind:`.
public enum ProfileKind: String, CaseIterable, Hashable, Sendable {
    case device
    case radio
    case system
    case scenario

    /// The folder of the shipped files, in a library.
    public var folder: String { rawValue + "s" }
}
