import Foundation
import Reports
import Traces

/// Refuses a folder of results in which a file is not the one that was written.
///
/// - Parameter folder: with a `manifest.json` that has been read without fault.
/// - Throws: ``CommandFailure`` for the first file, in the manifest's order, that is there with
///   other bytes; one that is not there any more says nothing false. Also for a table that is
///   there and that the manifest does not vouch for.
func requireVouched(_ folder: String, reading names: [String]) throws {
    let manifest = FolderManifest(folder: folder)
    for name in names where manifest?.hash(of: name) == nil {
        let path = "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: path) {
            throw CommandFailure(
                message: "\(path) is not vouched for: \(folder)/manifest.json does not name it",
                advice: "It was put there since: run the command of the manifest again.",
                exitCode: .badData)
        }
    }
    for output in manifest?.outputs ?? [] {
        let path = "\(folder)/\(output.name)"
        guard FileManager.default.fileExists(atPath: path),
            FileContent.hash(path) != output.sha256
        else { continue }
        throw CommandFailure.notAsWritten(path)
    }
}

extension CommandFailure {
    /// A file whose hash is not that of the manifest.
    static func notAsWritten(_ path: String) -> CommandFailure {
        CommandFailure(
            message: "\(path) is not what was written: its hash is not that of manifest.json",
            advice: "It was edited, cut off or replaced since: run the command of the manifest "
                + "again.", exitCode: .badData)
    }
}
