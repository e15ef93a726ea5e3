/// The kind of a file: its `kind:`.
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

    /// The folder of the shipped files in a library.
    public var folder: String { self == .cells ? rawValue : rawValue + "s" }

    /// The kind's name in a sentence, with an article; unknown kinds are accepted.
    static func words(_ kind: String) -> String { Self(rawValue: kind)?.words ?? "a \(kind)" }

    /// The kind's name in a sentence, with an article.
    var words: String {
        switch self {
        case .cells: "a layout of cells"
        case .app: "an app"
        case .device, .radio, .system, .movement, .user, .scenario, .budget: "a \(rawValue)"
        }
    }
}
