import Foundation

/// What a folder of results was made from, as its `manifest.json` says.
public struct RecordedManifest: Equatable, Sendable {
    /// The command and its arguments.
    public let command: [String]
    /// Of the program.
    public let version: String
    public let seed: String
    /// The scenario's name.
    public let scenario: String
    /// The length of a run, with its unit.
    public let horizon: String
    /// The files that were read, by name.
    public let inputs: [File]

    /// A file, named by its content.
    public struct File: Equatable, Decodable, Sendable {
        public let name: String
        public let sha256: String
    }

    /// Reads `manifest.json` in `folder`.
    init(folder: String) throws(RecordedResultError) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory) else {
            throw RecordedResultError(.noFolder, path: folder)
        }
        guard isDirectory.boolValue else { throw RecordedResultError(.notFolder, path: folder) }
        let path = "\(folder)/manifest.json"
        guard let data = (try? LogFile.bytes(of: path)).map({ Data($0) }) else {
            throw RecordedResultError(.noManifest, path: folder)
        }
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: data)
        } catch {
            throw RecordedResultError(.badManifest(Self.reason(error)), path: path)
        }
        guard content.command.first == "compare" else {
            throw RecordedResultError(.otherCommand(content.command.first ?? ""), path: folder)
        }
        guard let scenario = content.scenario, let horizon = content.horizon else {
            let key = content.scenario == nil ? "scenario" : "horizon"
            throw RecordedResultError(.badManifest("it has no \"\(key)\""), path: path)
        }
        command = content.command
        version = content.version
        seed = content.seed
        self.scenario = scenario
        self.horizon = horizon
        inputs = content.inputs
    }

    private struct Content: Decodable {
        let command: [String]
        let version: String
        let seed: String
        let scenario: String?
        let horizon: String?
        let inputs: [File]
    }

    /// What a decoder found, in a few words that are the same on every system.
    private static func reason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" is of another kind"
        case .dataCorrupted, nil: "it is no JSON"
        @unknown default: "it is no JSON"
        }
    }
}
