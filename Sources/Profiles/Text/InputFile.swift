/// A file that took part in a result, for the manifest and for those who ask where numbers came
/// from.
public struct InputFile: Hashable, Sendable {
    public let role: Role
    /// As it was opened.
    public let path: String
    /// Within the library for a shipped file, so that results are the same wherever it is
    /// installed; otherwise as it was named.
    public let label: String
    /// Exactly as read.
    public let bytes: [UInt8]
    /// In the order in which the values were read; empty for data files.
    public let provenance: [ProvenanceEntry]

    /// The part of `provenance` that are numbers or flags, and no words of the format.
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
        /// What another file names: values that a distribution draws from, a track, towers.
        case data
    }
}
