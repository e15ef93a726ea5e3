import Foundation

/// The repository that the tests were built from.
public enum Repository {
    public static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A file or folder in it.
    ///
    /// - Parameter path: from the root: `Profiles/schema`.
    public static func url(_ path: String) -> URL { root.appending(path: path) }

    /// The folder of the shipped profiles.
    public static let profiles = url("Profiles").path

    /// What tests of published data read, where it is: beside the repository, or where the variable
    /// `TAILWATT_SHARED_DATA` says.
    public static let sharedData =
        ProcessInfo.processInfo.environment["TAILWATT_SHARED_DATA"].map { URL(filePath: $0) }
        ?? root.deletingLastPathComponent().appending(path: "shared/data")
}
