#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A writer's turn in a directory: until it ends, other writers wait.
///
/// Two runs that replaced the same files at the same time would leave some of each. The lock is on
/// the directory itself, so that it ends with its run, however that ends, and leaves no file. Where
/// a file system has no locks, or the directory may be written to but not read, no writer waits.
package struct DirectoryTurn {
    private let path: String
    /// −1: none.
    private let descriptor: Int32

    /// Waits for the writer whose turn it is; the caller ends the new one.
    ///
    /// - Returns: `nil` if the directory is gone meanwhile.
    package init?(in path: String) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            return
        }
        while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        if FileState.open(descriptor)?.identity != FileState.behind(path)?.identity {
            end()
            return nil
        }
    }

    /// Removes an empty directory, unless it is a writer's turn in it.
    static func remove(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        let isBusy = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        if !isBusy { rmdir(path) }
    }

    package func end() {
        guard descriptor >= 0 else { return }
        // A process that is being started has the descriptor, too, until it is another program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Brings the directory's names to the disk; where it may not be read they stand, unconfirmed.
    func bringToDisk() throws(OutputError) {
        guard descriptor >= 0 else { return }
        if let failure = StagedFile.synchronize(descriptor) {
            throw .cannotWrite(path: path, reason: failure)
        }
    }
}
