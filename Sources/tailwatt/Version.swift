import Foundation

enum Version {
    static let number = "0.2.0"

    static var text: String {
        guard let commit = ProfilesFolder.ancestors.lazy.compactMap(origin(in:)).first else {
            return number
        }
        return "\(number) (\(commit))"
    }

    /// `scripts/package` records the commit next to the profiles of an installation; a checkout has
    /// `.git`.
    private static func origin(in folder: String) -> String? {
        line(of: "\(folder)/share/tailwatt/commit") ?? commit(ofCheckout: folder)
    }

    /// Reads `.git` directly, as git need not be installed.
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
