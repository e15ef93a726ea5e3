public struct InputFile: Hashable, Sendable {
    public let role: Role
    /// As it was opened.
    public let path: String
    /// The path within the library, otherwise as the user gave it.
    ///
    /// So results do not depend on where the library is installed.
    public internal(set) var label: String
    public let bytes: [UInt8]
    /// In reading order; empty for data files.
    public internal(set) var provenance: [ProvenanceEntry]

    /// The entries of `provenance` without rules in words.
    public var numbers: [ProvenanceEntry] { provenance.filter { $0.origin != .word } }

    public enum Role: String, Hashable, Sendable {
        case scenario, device, radio, system, movement, cells, user, app, budget
        /// A file that another one names: values of a distribution, a track, towers.
        case data
    }
}

public struct ProvenanceEntry: Hashable, Sendable {
    /// The keys that lead to it: `states.CELL_DCH.power`.
    public let path: String
    /// As in the file: `700 mW`.
    public let text: String
    public let origin: Origin
    /// `nil` for a value that is not in the file.
    public let line: Int?

    public enum Origin: Hashable, Sendable {
        case source(Source)
        /// Not measured; the text says why it is plausible.
        case assumption(String)
        /// Without a source, which only scenarios allow.
        case unstated
        /// Left out in the file and set by the format.
        case byDefault
        /// A rule in words rather than a number: `downlink: waits`.
        case word
        case changed(ValueChange)
    }
}

public struct ValueChange: Hashable, Sendable {
    /// The option that changed it: `--set`, `--vary`.
    public let origin: String
    /// The file's value; `nil` without one.
    public let was: String?
    public let wasSourced: Bool
}

/// A publication, measurement or file in which a number can be looked up.
public struct Source: Hashable, Sendable {
    /// The key under `sources:`; `nil` for a source next to its value.
    public let key: String?
    public let citation: String
    public let url: String?
    /// The date as in the file, usually a year.
    public let measured: String?
    public let confidence: Confidence?

    /// How closely a number was checked against its first publication.
    public enum Confidence: String, CaseIterable, Hashable, Sendable {
        case seenPrimary = "seen-primary"
        /// In the source code of another simulator.
        case seenPeerCode = "seen-peer-code"
        case seenSecondhand = "seen-secondhand"
        /// Computed again from published data.
        case recomputed
        /// Follows from published numbers by arithmetic that the citation gives.
        case derived
    }
}

public enum ProfileKind: String, CaseIterable, Hashable, Sendable {
    case device, radio, system, movement, cells, user, app, scenario, budget

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
