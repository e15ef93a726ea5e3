import Foundation
import Profiles

/// Where the shipped profiles are: beside the checkout's build folder, or in the installation's
/// `share` folder, or where `TAILWATT_PROFILES` says.
enum ProfilesFolder {
    static var library: ProfileLibrary {
        get throws {
            if let path = ProcessInfo.processInfo.environment["TAILWATT_PROFILES"] {
                return ProfileLibrary(root: path)
            }
            guard let path = candidates.first(where: isLibrary) else {
                throw CommandFailure(
                    message: "the shipped profiles are not beside the program",
                    advice: "Set TAILWATT_PROFILES to the folder Profiles of a checkout.",
                    exitCode: .noInput)
            }
            return ProfileLibrary(root: path)
        }
    }

    private static var candidates: [String] {
        ancestors.flatMap { ["\($0)/Profiles", "\($0)/share/tailwatt/Profiles"] }
    }

    private static func isLibrary(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/scenarios")
    }

    /// The folders that the program is in, the innermost first.
    static var ancestors: [String] {
        let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        var folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        var folders: [String] = []
        while folder.path != "/" && folders.count < 8 {
            folders.append(folder.path)
            folder.deleteLastPathComponent()
        }
        return folders
    }
}
