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
        // A run that made one of them and wrote nothing may remove it before the next one is made.
        for _ in 0..<100 where try areThere() { return }
        throw .cannotCreate(path: path, reason: SystemReason(code: ENOENT))
    }

    /// Makes what is missing; `false` if one of them is gone meanwhile.
    private func areThere() throws(OutputError) -> Bool {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            prefix += component
            if mkdir(prefix, 0o777) == 0 {
                created.append(prefix)
            } else {
                let reason = SystemReason.latest
                if FileState.behind(prefix)?.kind != .directory {
                    // Gone since, or gone and there again.
                    let now = FileState.at(prefix)?.kind
                    let mayBeGone = [EEXIST, ENOENT].contains(reason.code)
                    if mayBeGone, now == nil || now == .directory { return false }
                    let isFile = reason.code == EEXIST
                    throw .cannotCreate(
                        path: prefix, reason: isFile ? SystemReason(code: ENOTDIR) : reason)
                }
            }
            prefix += "/"
        }
        return true
    }

    deinit {
        for directory in created.reversed() { DirectoryTurn.remove(directory) }
    }
}
