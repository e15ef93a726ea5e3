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
///
/// A file that is too large to keep in memory is staged: written piece by piece, under its
/// temporary name, before the others are there.
public struct OutputDirectory {
    private enum File {
        case bytes(name: String, [UInt8])
        case staged(StagedFile)

        var name: String {
            switch self {
            case .bytes(let name, _): name
            case .staged(let file): file.name
            }
        }
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
        add(.bytes(name: name, bytes))
    }

    /// Adds a file of this directory that is finished, under a name that no other one has.
    public mutating func add(_ file: StagedFile) {
        add(.staged(file))
    }

    private mutating func add(_ file: File) {
        Self.checkName(file.name)
        precondition(!files.contains { $0.name == file.name }, "'\(file.name)' is added twice")
        files.append(file)
    }

    private static func checkName(_ name: String) {
        let isPlain = !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
        precondition(isPlain, "'\(name)' is no plain file name")
    }

    /// Begins a file, under a plain name, that is written before it is added.
    ///
    /// Creates the directory. Nothing is left of either if the file is not published.
    /// - Throws: `OutputError.cannotCreate`.
    public func stage(_ name: String) throws(OutputError) -> StagedFile {
        Self.checkName(name)
        try refuseDirectory(inPlaceOf: name)
        return try StagedFile(name, in: NewDirectories(path))
    }

    /// Finds out whether files can be created there, before a long computation is done in vain.
    ///
    /// Leaves nothing behind, whatever the outcome.
    public func probe() throws(OutputError) {
        _ = try StagedFile("probe", in: NewDirectories(path))
    }

    /// Removes files of earlier results that are not part of this one, so that a directory never
    /// holds the halves of two. Call it after `publish`.
    public func removeObsolete(_ names: [String]) {
        for name in names where !files.contains(where: { $0.name == name }) {
            unlink(NewDirectories.location(of: name, in: path))
        }
    }

    /// Writes all files, replacing earlier ones of the same names.
    ///
    /// On failure temporary files and newly created directories are removed; those of a staged
    /// file as soon as nobody holds it any more.
    public func publish() throws(OutputError) {
        let directory = try NewDirectories(path)
        // A rename onto a directory fails: find out before the first file is replaced.
        for file in files { try refuseDirectory(inPlaceOf: file.name) }
        var staged: [StagedFile] = []
        for file in files { staged.append(try whole(file, in: directory)) }
        for file in staged { try file.publish() }
        try bringToDisk()
    }

    private func whole(
        _ file: File, in directory: NewDirectories
    ) throws(OutputError) -> StagedFile {
        switch file {
        case .staged(let file): return file
        case .bytes(let name, let bytes):
            let file = try StagedFile(name, in: directory)
            try file.write(bytes)
            try file.finish()
            return file
        }
    }

    private func refuseDirectory(inPlaceOf name: String) throws(OutputError) {
        let location = NewDirectories.location(of: name, in: path)
        guard NewDirectories.isDirectory(location) else { return }
        throw .cannotCreate(path: location, reason: SystemReason(code: EISDIR))
    }

    /// Brings the new names to the disk.
    private func bringToDisk() throws(OutputError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A directory that may be written to but not read: the names stand, unconfirmed.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if let failure = StagedFile.synchronize(descriptor) {
            throw .cannotWrite(path: path, reason: failure)
        }
    }
}

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

    /// Where a file stands in a directory.
    static func location(of name: String, in path: String) -> String {
        path.hasSuffix("/") ? path + name : path + "/" + name
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        let reason = errno
        defer { errno = reason }
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
