import Foundation
import TestSupport
import Testing

/// Published measurements outside the repository: the folder `shared/data` next to it, or
/// `TAILWATT_SHARED_DATA`.
enum SharedData {
    private static let folder = Repository.sharedData

    /// Runs a test only if the data are available.
    static func isThere(_ name: String) -> some SuiteTrait & TestTrait {
        .enabled(
            if: FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path),
            "shared/data/\(name) is not beside the repository; set TAILWATT_SHARED_DATA")
    }

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
