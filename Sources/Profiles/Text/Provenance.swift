/// Where one value of a file came from.
public struct ProvenanceEntry: Hashable, Sendable {
    /// The keys that lead to it: `states.CELL_DCH.power`.
    public let path: String
    /// As it stands in the file: `700 mW`.
    public let text: String
    public let origin: Origin
    /// `nil` for a value that is not in the file.
    public let line: Int?

    /// What stands behind a value.
    public enum Origin: Hashable, Sendable {
        case source(Source)
        /// Nobody measured it; the text says why it is plausible.
        case assumption(String)
        /// The file does not say, which only scenarios may.
        case unstated
        /// The file leaves the value out, and the format has one for that case.
        case byDefault
        /// A rule in the words of the format, which is no number: `carries: packets`.
        case word
        /// The user's, in place of what the file says.
        case changed(ValueChange)
    }
}

/// A value that somebody put in place of a file's.
public struct ValueChange: Hashable, Sendable {
    /// What asked for it: `--set`, `--vary`.
    public let origin: String
    /// What the file says; `nil` if it says nothing.
    public let was: String?
    /// Whether what the file says has a source.
    public let wasSourced: Bool
}

/// A publication, a measurement, a file: something that a number can be looked up in.
public struct Source: Hashable, Sendable {
    /// The key under `sources:`; `nil` where the source stands beside its value.
    public let key: String?
    public let citation: String
    public let url: String?
    /// When, as the file says it: mostly a year.
    public let measured: String?
    public let confidence: Confidence?

    /// How near the number was seen to where it was first published.
    public enum Confidence: String, CaseIterable, Hashable, Sendable {
        case seenPrimary = "seen-primary"
        /// In the source code of somebody else's simulator.
        case seenPeerCode = "seen-peer-code"
        case seenSecondhand = "seen-secondhand"
        /// Computed again from published data.
        case recomputed
        /// Follows from published numbers by arithmetic that the citation gives.
        case derived
    }
}
