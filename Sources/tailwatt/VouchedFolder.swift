import Foundation
import Reports

/// Refuses a folder of results in which a file is not the one that was written.
///
/// - Parameter folder: with a `manifest.json` that has been read without fault.
/// - Throws: ``CommandFailure`` for the first file, in the manifest's order, that is there with
///   other bytes. One that is not there any more is nobody's lie.
func requireVouched(_ folder: String) throws {
    let manifest = FileManager.default.contents(atPath: "\(folder)/manifest.json") ?? Data()
    let outputs = (try? JSONDecoder().decode(Vouched.self, from: manifest))?.outputs ?? []
    for output in outputs {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(output.name)"),
            SHA256.hexadecimal(of: [UInt8](data)) != output.sha256
        else { continue }
        throw CommandFailure(
            message: "\(folder)/\(output.name) is not what was written: its hash is not that of "
                + "manifest.json",
            advice: "It was edited, cut off or replaced since: run the command of the manifest "
                + "again.", exitCode: .badData)
    }
}

private struct Vouched: Decodable {
    let outputs: [File]

    struct File: Decodable {
        let name: String
        let sha256: String
    }
}
