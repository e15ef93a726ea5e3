/// The pieces that a shard of replications, or of a study's experiments, has for a file.
public struct ReplicationPieces: Sendable {
    /// In order, as `CutWork.bytes(of:progress:)` has them.
    public let pieces: [[UInt8]]

    static let fileName = "pieces.bin"
    private static let mark = "tailwatt-pieces-1"

    public init(_ pieces: [[UInt8]]) { self.pieces = pieces }

    var file: [UInt8] { SealedParts.bytes(Self.mark, pieces) }

    /// - Parameter file: the bytes of `pieces.bin`.
    /// - Returns: `nil` if they were not written so.
    public init?(file: [UInt8]) {
        guard let pieces = SealedParts.parts(of: file, Self.mark) else { return nil }
        self.init(pieces)
    }
}

/// A piece that a shard keeps until it has all of its own.
public struct KeptPiece: KeptPart {
    public static var word: String { "piece" }

    private static let mark = "tailwatt-piece-1"

    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public var kept: [UInt8] { SealedParts.bytes(Self.mark, [bytes]) }

    public init?(kept bytes: [UInt8], number: Int) {
        guard let parts = SealedParts.parts(of: bytes, Self.mark), parts.count == 1 else {
            return nil
        }
        self.bytes = parts[0]
    }
}
