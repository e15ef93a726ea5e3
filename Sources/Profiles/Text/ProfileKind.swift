/// What a file describes; its `kind:`.
public enum ProfileKind: String, CaseIterable, Hashable, Sendable {
    case device
    case radio
    case system
    case movement
    case cells
    case user
    case app
    case scenario
    case budget

    /// The folder of the shipped files, in a library.
    public var folder: String { self == .cells ? rawValue : rawValue + "s" }

    /// What a file of the kind that a word names is, in a sentence.
    static func words(_ kind: String) -> String { Self(rawValue: kind)?.words ?? "a \(kind)" }

    /// What one file of the kind is, in a sentence.
    var words: String {
        switch self {
        case .cells: "a layout of cells"
        case .app: "an app"
        case .device, .radio, .system, .movement, .user, .scenario, .budget: "a \(rawValue)"
        }
    }
}
