/// An input file of a result, with the origin of its numbers.
public struct InputFile: Hashable, Sendable {
    public let role: Role
    /// As it was opened.
    public let path: String
    /// The path within the library, otherwise as the user gave it.
    ///
    /// So results do not depend on where the library is installed.
    public let label: String
    public let bytes: [UInt8]
    /// In reading order; empty for data files.
    public let provenance: [ProvenanceEntry]

    /// The entries of `provenance` without rules in words.
    public var numbers: [ProvenanceEntry] { provenance.filter { $0.origin != .word } }

    public enum Role: String, Hashable, Sendable {
        case scenario
        case device
        case radio
        case system
        case movement
        case cells
        case user
        case app
        case budget
        /// A file that another one names: values of a distribution, a track, towers.
        case data
    }
}
