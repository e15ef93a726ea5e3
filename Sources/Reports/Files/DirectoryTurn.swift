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
/// the directory itself, so that it ends with its run, however that ends, and leaves no file.
final class DirectoryTurn {
    private let path: String
    /// −1 where the directory may be written to but not read: there no writer waits.
    private let descriptor: Int32

    /// Waits for the writer whose turn it is.
    ///
    /// Where a file system has no locks, every turn is now.
    init(in path: String) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Brings the directory's names to the disk, where it may be read; elsewhere they stand,
    /// unconfirmed.
    func bringToDisk() throws(OutputError) {
        guard descriptor >= 0 else { return }
        if let failure = StagedFile.synchronize(descriptor) {
            throw .cannotWrite(path: path, reason: failure)
        }
    }
}
