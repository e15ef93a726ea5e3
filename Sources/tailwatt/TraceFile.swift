import Foundation
import Reports
import Traces

/// A trace as the manifest has it: by its hash, which is taken piece by piece.
struct TraceFile {
    let manifestFile: Manifest.File

    init(path: String) throws {
        guard let file = FileHandle(forReadingAtPath: FileOpening.systemPath(of: path)) else {
            throw CommandFailure(
                message: "\(path) cannot be read again", advice: "It was there a moment ago.",
                exitCode: .noInput)
        }
        defer { try? file.close() }
        var hash = SHA256()
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            piece.withUnsafeBytes { hash.update($0) }
        }
        manifestFile = Manifest.File(name: path, hash: hash)
    }
}
