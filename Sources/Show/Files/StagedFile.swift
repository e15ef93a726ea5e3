import Kernel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that is written in a hidden folder, hashed on the way, and appears under its name only
/// when it is published. Otherwise it is gone with its last owner.
public final class StagedFile {
    public let name: String
    private let location: String
    /// `nil` when published: the folder goes then, however long its files' owners live.
    private var staging: StagingFolder?
    /// −1 when closed.
    private var descriptor: Int32
    private var hash = SHA256()

    /// Opens a new file; `location` is where it will be, for messages.
    init(_ name: String, in staging: StagingFolder, location: String) throws(OutputError) {
        self.name = name
        self.staging = staging
        self.location = location
        descriptor = open(
            staging.new(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: location, reason: .latest) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// What a manifest says of the file, as far as it has been written.
    public var manifestFile: Manifest.File { Manifest.File(name: name, hash: hash) }

    /// Appends bytes to the file.
    public func write(_ bytes: [UInt8]) throws(OutputError) {
        precondition(descriptor >= 0, "'\(name)' is finished")
        bytes.withUnsafeBytes { hash.update($0) }
        if let reason = Self.write(bytes, to: descriptor) {
            throw .cannotWrite(path: location, reason: reason)
        }
    }

    /// Brings the whole file to the disk and closes it.
    public func finish() throws(OutputError) {
        precondition(descriptor >= 0, "'\(name)' is finished")
        var failure = Self.synchronize(descriptor)
        // Some network file systems report a full disk only here.
        if close(descriptor) != 0 && failure == nil { failure = .latest }
        descriptor = -1
        if let failure { throw .cannotWrite(path: location, reason: failure) }
    }

    /// Takes the file to where others are published from.
    func move(to other: StagingFolder) throws(OutputError) {
        precondition(descriptor < 0, "'\(name)' is not finished")
        guard let staging, staging !== other else { return }
        other.adopt(staging)
        guard rename(staging.new(name), other.new(name)) == 0 else {
            throw .cannotCreate(path: location, reason: .latest)
        }
        self.staging = other
    }

    func publish() throws(OutputError) {
        precondition(descriptor < 0, "'\(name)' is not finished")
        guard let staging else { return }
        guard rename(staging.new(name), location) == 0 else {
            throw .cannotCreate(path: location, reason: .latest)
        }
        self.staging = nil
    }

    /// Writes all bytes to an open file, or says why it could not.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemReason? {
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

/// How many bytes a table or a trace may have that is written while a run goes on: as far more than
/// a person reads as a run may have events, and so few that a disk is not filled by a horizon or a
/// step with a unit too many. The figure in docs/reference/limits.md is this.
public struct WriteLimit: Hashable, Sendable {
    public let bytes: Int

    public static let usual = WriteLimit(bytes: 10_000_000_000)

    /// No row of a timeline or a track has fewer bytes.
    public static let shortestRow = 20

    public init(bytes: Int) {
        precondition(bytes >= 0, "\(bytes) bytes are none")
        self.bytes = bytes
    }

    /// Refuses what is known to be too long before it begins; `name` is the file's.
    ///
    /// - Throws: `OutputError.tooLong`.
    public func check(rows: Double, of name: String) throws(OutputError) {
        let least = rows * Double(Self.shortestRow)
        if least > Double(bytes) {
            throw .tooLong(path: name, bytes: Bytes(least), most: Bytes(Double(bytes)))
        }
    }

    /// Hands on what is written until it is too long.
    public func limiting(
        _ name: String, _ write: @escaping ([UInt8]) throws(OutputError) -> Void
    ) -> ([UInt8]) throws(OutputError) -> Void {
        var count = 0
        let most = bytes
        return { (piece: [UInt8]) throws(OutputError) in
            count += piece.count
            guard count <= most else {
                throw .tooLong(path: name, bytes: nil, most: Bytes(Double(most)))
            }
            try write(piece)
        }
    }
}
