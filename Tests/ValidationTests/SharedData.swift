import Foundation
import TestSupport
import Testing

/// Published measurements that are no part of the repository: the folder `shared/data` beside it,
/// or where `TAILWATT_SHARED_DATA` says.
enum SharedData {
    private static let folder = Repository.sharedData

    /// Runs a test only where the data are.
    static func isThere(_ name: String) -> some SuiteTrait & TestTrait {
        .enabled(
            if: FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path),
            "shared/data/\(name) is not beside the repository; set TAILWATT_SHARED_DATA")
    }

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
