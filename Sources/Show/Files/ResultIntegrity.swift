import Foundation

/// Whether the files of a folder of results are those that its manifest vouches for.
public struct ResultIntegrity: Sendable {
    private let folder: String
    private let manifest: Manifest

    public init(of folder: String, by manifest: Manifest) {
        (self.folder, self.manifest) = (folder, manifest)
    }

    /// Refuses a folder in which a file is not the one that was written. One that is not there any
    /// more says nothing false.
    ///
    /// - Throws: for a file that is there and that the manifest does not vouch for, then for the
    ///   first, in the manifest's order, that is there with other bytes.
    public func check(reading names: [String]) throws(ResultIntegrityError) {
        for name in names where manifest.hash(of: name) == nil && isThere(name) {
            throw .notVouched(path(name), folder: folder)
        }
        for output in manifest.outputs where isThere(output.name) {
            if FileContent.hash(path(output.name), within: FileOpening.fence) != output.sha256 {
                throw .notAsWritten(path(output.name))
            }
        }
    }

    /// The bytes of a file of at most `limit` bytes, as they were written.
    ///
    /// - Throws: where there is no such file, or another.
    public func bytes(of name: String, limit: Int) throws(ResultIntegrityError) -> [UInt8] {
        let path = path(name)
        guard isThere(name) else { throw .missing(path) }
        guard let hash = manifest.hash(of: name) else { throw .notVouched(path, folder: folder) }
        guard
            let bytes = FileContent.bytes(
                path, limit: limit, within: FileOpening.fence),
            SHA256.hexadecimal(of: bytes) == hash
        else { throw .notAsWritten(path) }
        return bytes
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }
}

public enum ResultIntegrityError: Error, Equatable, Sendable {
    case missing(_ path: String)
    /// The manifest does not name the file.
    case notVouched(_ path: String, folder: String)
    /// The file's hash is not the manifest's.
    case notAsWritten(_ path: String)

    public var message: String {
        switch self {
        case .missing(let path): "there is no file \(path)"
        case .notVouched(let path, let folder):
            "\(path) is not vouched for: \(folder)/\(Manifest.fileName) does not name it"
        case .notAsWritten(let path):
            "\(path) is not what was written: its hash is not that of \(Manifest.fileName)"
        }
    }

    public var advice: String {
        switch self {
        case .missing: "Run the command of the manifest again."
        case .notVouched: "It was put there since: run the command of the manifest again."
        case .notAsWritten:
            "It was edited, cut off or replaced since: run the command of the manifest again."
        }
    }
}
