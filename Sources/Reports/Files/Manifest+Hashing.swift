import Traces

extension Manifest.File {
    /// A file whose bytes were hashed piece by piece.
    public init(name: String, hash: consuming SHA256) {
        self.init(name: name, sha256: hash.hexadecimal())
    }
}
