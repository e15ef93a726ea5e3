#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A directory with the parents that had to be created for it, which go, if they are empty, with
/// the last of its owners.
final class NewDirectories {
    let path: String
    private var created: [String] = []

    init(_ path: String) throws(OutputError) {
        self.path = path
        var prefix = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            prefix += component
            if mkdir(prefix, 0o777) == 0 {
                created.append(prefix)
            } else if errno != EEXIST && !Self.isDirectory(prefix) {
                throw .cannotCreate(path: prefix, reason: .latest)
            } else if !Self.isDirectory(prefix) {
                throw .cannotCreate(path: prefix, reason: SystemReason(code: ENOTDIR))
            }
            prefix += "/"
        }
    }

    deinit {
        for directory in created.reversed() { rmdir(directory) }
    }

    private static func isDirectory(_ path: String) -> Bool {
        let reason = errno
        defer { errno = reason }
        return FileState.behind(path)?.kind == .directory
    }
}
