import Foundation
import TestSupport
import Testing

@testable import Profiles

/// The test files in `Corpus`.
enum Corpus {
    static let folder = Repository.url("Tests/ProfilesTests/Corpus").path

    /// The profiles that the scenarios of the corpus name.
    static let library = ProfileLibrary(root: folder + "/library")

    /// The YAML files in a folder of the corpus, without the folder, sorted.
    static func files(_ folder: String) -> [String] {
        yamlFiles(in: "\(Self.folder)/\(folder)").map { "\(folder)/\($0)" }
    }

    /// The YAML files anywhere under `folder`, sorted.
    static func yamlFiles(in folder: String) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return paths.filter { $0.hasSuffix(".yaml") }.sorted()
    }

    static func path(_ file: String) -> String { "\(folder)/\(file)" }

    static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(file))))
    }

    static func text(ofFile path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// The failure of loading a file of the corpus, or nil if it loads.
    static func failure(of file: String) -> ProfileFailure? {
        failure { () throws(ProfileFailure) in _ = try library.load(path: path(file)) }
    }

    /// The failure of loading `text` as the content of a corpus file.
    static func failure(ofText text: String, in file: String = "good/test.yaml") -> ProfileFailure?
    {
        failure { () throws(ProfileFailure) in
            let source = try SourceText(path: path(file), bytes: [UInt8](text.utf8))
            _ = try library.load(OpenedFile(source: source, label: file, name: nil))
        }
    }

    static func failure(_ body: () throws(ProfileFailure) -> Void) -> ProfileFailure? {
        do throws(ProfileFailure) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// A failure's text without paths of this machine.
    static func portable(_ failure: ProfileFailure) -> String {
        failure.description.replacingOccurrences(of: folder + "/", with: "") + "\n"
    }

    /// A file of the corpus with some of its text replaced.
    static func edited(_ file: String, _ edits: (String, String)...) throws -> String {
        var text = String(decoding: try bytes(file), as: UTF8.self)
        for (old, new) in edits {
            try #require(text.contains(old), "\(file) does not contain \(old)")
            text = text.replacingOccurrences(of: old, with: new)
        }
        return text
    }
}
