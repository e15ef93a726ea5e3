import Foundation

/// What is in a folder, for completions.
enum FolderListing {
    /// Names in their order, folders with a slash at their end; none where it cannot be read.
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
