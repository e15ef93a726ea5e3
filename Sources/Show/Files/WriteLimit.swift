import Kernel

/// How many bytes a table or a trace may have that is written while a run goes on: as far more than
/// a person reads as a run may have events, and so few that a disk is not filled by a horizon or a
/// step with a unit too many. The figure in docs/reference/limits.md is this.
public struct WriteLimit: Hashable, Sendable {
    public let bytes: Int

    public static let usual = WriteLimit(bytes: 10_000_000_000)

    /// No row of a timeline or a track has fewer bytes.
    public static let shortestRow = 20

    public init(bytes: Int) {
        precondition(bytes >= 0, "\(bytes) bytes are none")
        self.bytes = bytes
    }

    /// Refuses what is known to be too long before it begins; `name` is the file's.
    ///
    /// - Throws: `OutputError.tooLong`.
    public func check(rows: Double, of name: String) throws(OutputError) {
        let least = rows * Double(Self.shortestRow)
        if least > Double(bytes) {
            throw .tooLong(path: name, bytes: Bytes(least), most: Bytes(Double(bytes)))
        }
    }

    /// Hands on what is written until it is too long.
    public func limiting(
        _ name: String, _ write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) -> ([UInt8]) throws(OutputError) -> Void {
        var count = 0
        let most = bytes
        return { (piece: [UInt8]) throws(OutputError) in
            count += piece.count
            guard count <= most else {
                throw .tooLong(path: name, bytes: nil, most: Bytes(Double(most)))
            }
            try write(piece)
        }
    }
}
