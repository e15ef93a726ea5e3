import Foundation

/// What the `manifest.json` of any command's folder of results says: who wrote what from what.
public struct FolderManifest: Decodable, Equatable, Sendable {
    /// A file, named by its content.
    public struct File: Equatable, Decodable, Sendable {
        public let name: String
        public let sha256: String
    }

    /// The command and its arguments.
    public let command: [String]
    /// Of the program.
    public let version: String
    public let seed: String
    /// The files that were read.
    public let inputs: [File]
    /// The files that were written beside the manifest.
    public let outputs: [File]

    public static let fileName = "manifest.json"
    /// The most bytes that are read; one of ten thousand inputs has a tenth of them.
    public static let sizeAtMost = 1 << 24

    /// The manifest of a folder; `nil` if it has none, or one that no command writes.
    public init?(folder: String) {
        guard let data = Self.data(of: folder),
            let manifest = try? JSONDecoder().decode(Self.self, from: data),
            !manifest.command.isEmpty
        else { return nil }
        self = manifest
    }

    /// The bytes of a folder's manifest; `nil` if there is no such regular file, or a huge one.
    public static func data(of folder: String) -> Data? {
        let path = "\(folder)/\(fileName)"
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let size = attributes?[.size] as? NSNumber, size.intValue <= sizeAtMost
        else { return nil }
        return FileManager.default.contents(atPath: path)
    }

    /// The SHA-256 of a file that was written.
    public func hash(of name: String) -> String? { outputs.first { $0.name == name }?.sha256 }
}
