#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files that are published together: each appears under its name only when it is whole.
///
/// All files are written and brought to the disk under temporary names in the same directory
/// first; only then is each renamed. A full disk or a lost connection therefore leaves earlier
/// results as they were. Renaming is atomic for one file, not for all: a reader in between may
/// see some new and some old files, so add the file that vouches for the others (the manifest)
/// last.
public struct OutputDirectory: Sendable {
    private struct File {
        let name: String
        let bytes: [UInt8]
    }

    /// The directory's path; it and its parents are created if they do not exist.
    public let path: String
    private var files: [File] = []

    public init(path: String) {
        precondition(!path.isEmpty, "an output directory needs a path")
        self.path = path
    }

    /// Adds a file to be published, under a plain name that no other one has.
    public mutating func add(_ name: String, _ bytes: [UInt8]) {
        let isPlain = !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
        precondition(isPlain, "'\(name)' is no plain file name")
        precondition(!files.contains { $0.name == name }, "'\(name)' is added twice")
        files.append(File(name: name, bytes: bytes))
    }

    /// Finds out whether files can be created there, before a long computation is done in vain.
    ///
    /// Leaves nothing behind, whatever the outcome.
    public func probe() throws(OutputError) {
        var undo = Undo()
        defer { undo.run() }
        try createDirectories(&undo)
        let (temporary, descriptor) = try openTemporary(
            for: File(name: "probe", bytes: []), location(of: "probe"))
        undo.files.append(temporary)
        close(descriptor)
    }

    /// Removes files of earlier results that are not part of this one, so that a directory never
    /// holds the halves of two. Call it after `publish`.
    public func removeObsolete(_ names: [String]) {
        for name in names where !files.contains(where: { $0.name == name }) {
            unlink(location(of: name))
        }
    }

    /// Writes all files, replacing earlier ones of the same names.
    ///
    /// On failure temporary files and newly created directories are removed.
    public func publish() throws(OutputError) {
        var undo = Undo()
        do throws(OutputError) {
            try createDirectories(&undo)
            try refuseDirectoriesInPlaceOfFiles()
            var staged: [(temporary: String, final: String)] = []
            for file in files {
                let final = location(of: file.name)
                staged.append((try stage(file, for: final, &undo), final))
            }
            for (temporary, final) in staged {
                guard rename(temporary, final) == 0 else {
                    throw .cannotCreate(path: final, reason: .latest)
                }
            }
            try bringToDisk()
        } catch {
            undo.run()
            throw error
        }
    }

    private func location(of name: String) -> String {
        path.hasSuffix("/") ? path + name : path + "/" + name
    }

    // MARK: Directories

    private func createDirectories(_ undo: inout Undo) throws(OutputError) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            prefix += component
            if mkdir(prefix, 0o777) == 0 {
                undo.directories.append(prefix)
            } else if errno != EEXIST && !Self.isDirectory(prefix) {
                throw .cannotCreate(path: prefix, reason: .latest)
            } else if !Self.isDirectory(prefix) {
                throw .cannotCreate(path: prefix, reason: SystemReason(code: ENOTDIR))
            }
            prefix += "/"
        }
    }

    /// A rename onto a directory fails: find out before the first file is replaced.
    private func refuseDirectoriesInPlaceOfFiles() throws(OutputError) {
        for file in files where Self.isDirectory(location(of: file.name)) {
            let reason = SystemReason(code: EISDIR)
            throw .cannotCreate(path: location(of: file.name), reason: reason)
        }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        let reason = errno
        defer { errno = reason }
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    // MARK: Files

    /// Writes a file under a temporary name and brings it to the disk; returns that name.
    private func stage(
        _ file: File, for final: String, _ undo: inout Undo
    ) throws(OutputError) -> String {
        let (temporary, descriptor) = try openTemporary(for: file, final)
        undo.files.append(temporary)
        var failure = Self.write(file.bytes, to: descriptor)
        if failure == nil { failure = Self.synchronize(descriptor) }
        // Some network file systems report a full disk only here.
        if close(descriptor) != 0 && failure == nil { failure = .latest }
        if let failure { throw .cannotWrite(path: final, reason: failure) }
        return temporary
    }

    /// Opens a file that did not exist: a crashed run's leftover is neither reused nor removed.
    private func openTemporary(
        for file: File, _ final: String
    ) throws(OutputError) -> (path: String, descriptor: Int32) {
        for attempt in 0..<100 {
            let temporary = location(of: ".\(file.name).\(getpid()).\(attempt).partial")
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (temporary, descriptor) }
            guard errno == EEXIST else { break }
        }
        throw .cannotCreate(path: final, reason: .latest)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemReason? {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = systemWrite(descriptor, rest.baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { return .latest }
                written += count
            }
            return nil
        }
    }

    /// Brings a file or directory to the disk; file systems that cannot say so with EINVAL.
    private static func synchronize(_ descriptor: Int32) -> SystemReason? {
        while fsync(descriptor) != 0 {
            if errno == EINVAL || errno == ENOTSUP { return nil }
            guard errno == EINTR else { return .latest }
        }
        return nil
    }

    /// Brings the new names to the disk.
    private func bringToDisk() throws(OutputError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A directory that may be written to but not read: the names stand, unconfirmed.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if let failure = Self.synchronize(descriptor) {
            throw .cannotWrite(path: path, reason: failure)
        }
    }
}

/// `write(2)`, whose plain name a method of the type above hides.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}

/// What a failed publication has to take back.
private struct Undo {
    var files: [String] = []
    var directories: [String] = []

    /// Removes temporary files (those already renamed are gone) and directories left empty.
    func run() {
        for file in files { unlink(file) }
        for directory in directories.reversed() { rmdir(directory) }
    }
}
