import Foundation

extension CompletionKind {
    static func names(of kind: ProfileKind) -> CompletionKind {
        .custom { _, _, word in Names.shipped([kind]) + Names.paths(word) }
    }

    static func names(ofAny: Void) -> CompletionKind {
        .custom { _, _, word in Names.shipped(ProfileKind.allCases) + Names.paths(word) }
    }

    static var radios: CompletionKind {
        .custom { _, _, word in
            Names.shipped([.radio]) + RadioProfile.Family.allCases.map(\.rawValue)
                + Names.paths(word)
        }
    }

    /// The policies of the scenario that the command line already names.
    static var policies: CompletionKind { .custom { words, _, _ in Names.policies(words) } }

    static var metrics: CompletionKind { .custom { _, _, _ in Metric.allCases.map(\.rawValue) } }
}

/// Candidates for a completion; empty if a file cannot be read, as a completion must not fail.
private enum Names {
    static func shipped(_ kinds: [ProfileKind]) -> [String] {
        guard let library = try? ProfilesFolder.library else { return [] }
        return kinds.flatMap { library.names(of: $0) }
    }

    static func paths(_ word: String) -> [String] {
        guard word.contains("/") || word.hasPrefix(".") else { return [] }
        let folder = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
        return FolderListing.names(in: folder.isEmpty ? "." : folder).map { folder + $0 }
            .filter { $0.hasPrefix(word) }
    }

    static func policies(_ words: [String]) -> [String] {
        guard let library = try? ProfilesFolder.library else { return [] }
        for word in words.dropFirst(2) where !word.hasPrefix("-") {
            if let loaded = try? library.loadScenario(word) {
                return loaded.scenario.policies.map(\.name)
            }
        }
        return []
    }
}

enum FolderListing {
    /// Sorted names, folders with a trailing slash; empty if the folder cannot be read.
    static func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { name in
            var isFolder: ObjCBool = false
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            return isFolder.boolValue ? name + "/" : name
        }
    }
}
