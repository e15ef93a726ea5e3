import Foundation

/// The repository that the tests were built from.
public enum Repository {
    public static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A file or folder by its path from the root, such as `Profiles/schema`.
    public static func url(_ path: String) -> URL { root.appending(path: path) }

    /// The folder of the shipped profiles.
    public static let profiles = url("Profiles").path

    /// The folder of published data: next to the repository, or the value of
    /// `TAILWATT_SHARED_DATA`.
    public static let sharedData =
        ProcessInfo.processInfo.environment["TAILWATT_SHARED_DATA"].map { URL(filePath: $0) }
        ?? root.deletingLastPathComponent().appending(path: "shared/data")
}
