import Foundation

/// Finds the shipped profiles.
///
/// `TAILWATT_PROFILES` names them; otherwise they are next to the build folder or in the
/// installation's `share` folder.
enum ProfilesFolder {
    private static let variable = "TAILWATT_PROFILES"

    static var library: ProfileLibrary {
        get throws {
            guard let path else {
                throw CommandFailure(
                    message: "the shipped profiles are not next to the program",
                    advice: "Set \(variable) to the folder Profiles of a checkout.",
                    exitCode: .noInput)
            }
            if let fault = fault(of: path) {
                let isSet = ProcessInfo.processInfo.environment[variable] != nil
                throw CommandFailure(
                    message: isSet ? "\(variable) is \"\(path)\": \(fault)" : "\(path): \(fault)",
                    advice: isSet
                        ? "Set it to the folder Profiles of a checkout, or unset it."
                        : "Install tailwatt again, or set \(variable).", exitCode: .noInput)
            }
            return ProfileLibrary(root: path)
        }
    }

    static let path: String? =
        ProcessInfo.processInfo.environment[variable]
        ?? ancestors.flatMap { ["\($0)/Profiles", "\($0)/share/tailwatt/Profiles"] }
        .first { FileManager.default.fileExists(atPath: "\($0)/scenarios") }

    private static func fault(of path: String) -> String? {
        if path.isEmpty { return "it is not a folder" }
        for folder in [path, "\(path)/scenarios"] {
            guard let entries = opendir(folder) else {
                if folder != path, errno == ENOENT { return "it has no folder scenarios" }
                return String(cString: strerror(errno))
                    + (folder == path ? "" : ", of its folder scenarios")
            }
            closedir(entries)
        }
        return nil
    }

    /// Innermost first.
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
