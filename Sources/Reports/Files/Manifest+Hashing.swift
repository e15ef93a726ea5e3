import Traces

extension Manifest.File {
    /// A file by its bytes.
    public init(name: String, bytes: [UInt8]) {
        self.init(name: name, sha256: SHA256.hexadecimal(of: bytes))
    }

    /// A file whose bytes were hashed piece by piece.
    public init(name: String, hash: consuming SHA256) {
        self.init(name: name, sha256: hash.hexadecimal())
    }
}
