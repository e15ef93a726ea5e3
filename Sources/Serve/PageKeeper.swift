import Foundation

/// A page, and the files that its numbers rest on.
public struct ServedPage: Sendable {
    let grid: ExplorerGrid
    let context: ExplorerContext
    let files: FileStamps

    /// - `files`: From before they were read.
    public init(_ grid: ExplorerGrid, _ context: ExplorerContext, _ files: FileStamps) {
        (self.grid, self.context, self.files) = (grid, context, files)
    }
}

/// The time of the last change and the size of files; files that are gone have none.
public struct FileStamps: Equatable, Sendable {
    private let paths: [String]
    private let changed: [Date?]
    private let sizes: [Int?]

    public init(_ paths: [String]) {
        self.paths = paths
        let found = paths.map { try? FileManager.default.attributesOfItem(atPath: $0) }
        changed = found.map { $0?[.modificationDate] as? Date }
        sizes = found.map { $0?[.size] as? Int }
    }

    var now: FileStamps { FileStamps(paths) }
}

/// Keeps the page that is served, and makes it again when one of its files has changed.
actor PageKeeper {
    struct Version: Sendable {
        let number: Int
        let page: ServedPage
        let html: (bytes: [UInt8], policy: String)
    }

    private let make: @Sendable () async throws -> ServedPage
    private var kept: Version
    private var next: (files: FileStamps, version: Task<Version, any Error>)?
    private var count = 1

    init(_ first: ServedPage, _ make: @escaping @Sendable () async throws -> ServedPage) {
        self.make = make
        kept = Self.version(1, first)
    }

    /// Throws, until a file changes again, if the changed files are wrong.
    func current() async throws -> Version {
        let files = kept.page.files.now
        if files == kept.page.files { return kept }
        if next?.files != files {
            count += 1
            let (number, make) = (count, make)
            next = (
                files,
                Task.detached(priority: .utility) { Self.version(number, try await make()) }
            )
        }
        if let version = try await next?.version.value, version.number > kept.number {
            kept = version
        }
        return kept
    }

    /// The newest page that could be made.
    func latest() async -> Version { (try? await current()) ?? kept }

    private static func version(_ number: Int, _ page: ServedPage) -> Version {
        let html = ExplorerPage(page.grid, page.context, version: number).answer
        return Version(number: number, page: page, html: html)
    }
}
