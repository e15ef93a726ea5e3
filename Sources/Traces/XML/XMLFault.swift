/// Why an XML document cannot be walked through, whatever it is about.
public enum XMLFault: Error, Hashable, Sendable {
    /// The file cannot be opened or read; the system's own words.
    case cannotOpen(reason: String)
    /// The path leads to a directory.
    case isDirectory
    /// More bytes than are read.
    case tooLarge(limit: Int)
    /// No XML, or broken XML; the parser's own words.
    case malformed(reason: String)
    /// The file has no bytes.
    case empty
}
