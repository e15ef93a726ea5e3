#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is written under a temporary name, hashed on the way, and appears under its own only
/// when `OutputDirectory` publishes it. Otherwise it is gone with its last owner.
public final class StagedFile {
    /// The file's name in its directory.
    public let name: String
    private let directory: NewDirectories
    private let temporary: String
    /// −1 when closed.
    private var descriptor: Int32
    private var isPublished = false
    private var hash = SHA256()

    /// Opens a file that did not exist: a crashed run's leftover is neither reused nor removed.
    init(_ name: String, in directory: NewDirectories) throws(OutputError) {
        self.name = name
        self.directory = directory
        for attempt in 0..<100 {
            let temporary = NewDirectories.location(
                of: ".\(name).\(getpid()).\(attempt).partial", in: directory.path)
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                self.temporary = temporary
                self.descriptor = descriptor
                return
            }
            guard errno == EEXIST else { break }
        }
        throw .cannotCreate(
            path: NewDirectories.location(of: name, in: directory.path), reason: .latest)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isPublished { unlink(temporary) }
    }

    private var location: String { NewDirectories.location(of: name, in: directory.path) }

    /// What a manifest says of the file, as far as it has been written.
    public var manifestFile: Manifest.File { Manifest.File(name: name, hash: hash) }

    /// Appends bytes to the file.
    ///
    /// - Throws: `OutputError.cannotWrite`.
    public func write(_ bytes: [UInt8]) throws(OutputError) {
        precondition(descriptor >= 0, "'\(name)' is finished")
        bytes.withUnsafeBytes { hash.update($0) }
        if let reason = Self.write(bytes, to: descriptor) {
            throw .cannotWrite(path: location, reason: reason)
        }
    }

    /// Brings the whole file to the disk and closes it.
    ///
    /// - Throws: `OutputError.cannotWrite`.
    public func finish() throws(OutputError) {
        precondition(descriptor >= 0, "'\(name)' is finished")
        var failure = Self.synchronize(descriptor)
        // Some network file systems report a full disk only here.
        if close(descriptor) != 0 && failure == nil { failure = .latest }
        descriptor = -1
        if let failure { throw .cannotWrite(path: location, reason: failure) }
    }

    /// Gives the file its name, in the place of an earlier one.
    func publish() throws(OutputError) {
        precondition(descriptor < 0, "'\(name)' is not finished")
        guard rename(temporary, location) == 0 else {
            throw .cannotCreate(path: location, reason: .latest)
        }
        isPublished = true
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
    static func synchronize(_ descriptor: Int32) -> SystemReason? {
        while fsync(descriptor) != 0 {
            if errno == EINVAL || errno == ENOTSUP { return nil }
            guard errno == EINTR else { return .latest }
        }
        return nil
    }
}

/// `write(2)`, whose plain name a method of the type above hides.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
