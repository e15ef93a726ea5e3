import Foundation

/// What the program calls itself, in `--version` and in manifests.
enum Version {
    static let number = "0.2.0"

    /// The number, and the commit that the program was built from, if that is known.
    static var text: String {
        guard let commit = ProfilesFolder.ancestors.lazy.compactMap(origin(in:)).first else {
            return number
        }
        return "\(number) (\(commit))"
    }

    /// What a folder above the program says of its commit. An installed program has the words of
    /// `scripts/package` beside its profiles, and a checkout has its own `.git`.
    private static func origin(in folder: String) -> String? {
        line(of: "\(folder)/share/tailwatt/commit") ?? commit(ofCheckout: folder)
    }

    /// Reads `.git` by hand: git itself need not be installed where the program runs.
    private static func commit(ofCheckout folder: String) -> String? {
        guard FileManager.default.fileExists(atPath: "\(folder)/Package.swift") else { return nil }
        guard let head = line(of: "\(folder)/.git/HEAD") else { return nil }
        guard head.hasPrefix("ref: ") else { return String(head.prefix(12)) }
        let reference = head.dropFirst("ref: ".count)
        if let commit = line(of: "\(folder)/.git/\(reference)") { return String(commit.prefix(12)) }
        let packed = (try? String(contentsOfFile: "\(folder)/.git/packed-refs", encoding: .utf8))
        return packed?.split(separator: "\n").first { $0.hasSuffix(" \(reference)") }
            .map { String($0.prefix(12)) }
    }

    private static func line(of path: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first.map(String.init)
    }
}
