import Foundation

/// A file that is written and hashed in a hidden folder, and named only when it is published.
///
/// An unpublished file disappears with its last owner.
public final class StagedFile {
    public let name: String
    private let location: String
    /// `nil` once published, so that the folder goes even if owners of the file live on.
    private var staging: StagingFolder?
    /// −1 when closed.
    private var descriptor: Int32
    private var hash = SHA256()

    /// - Parameter location: The file's future path, for messages.
    init(_ name: String, in staging: StagingFolder, location: String) throws(OutputError) {
        (self.name, self.staging, self.location) = (name, staging, location)
        descriptor = open(staging.new(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: location, reason: .latest) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    public var manifestFile: Manifest.File { Manifest.File(name: name, hash: hash) }

    public func write(_ bytes: [UInt8]) throws(OutputError) {
        precondition(descriptor >= 0, "'\(name)' is finished")
        bytes.withUnsafeBytes { hash.update($0) }
        if let reason = Self.write(bytes, to: descriptor) {
            throw .cannotWrite(path: location, reason: reason)
        }
    }

    /// Synchronises the file to the disk and closes it.
    public func finish() throws(OutputError) {
        precondition(descriptor >= 0, "'\(name)' is finished")
        var failure = Self.synchronize(descriptor)
        // Some network file systems report a full disk only here.
        if close(descriptor) != 0 && failure == nil { failure = .latest }
        descriptor = -1
        if let failure { throw .cannotWrite(path: location, reason: failure) }
    }

    /// Moves the file to the folder that the other files are published from.
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

    /// Synchronises a file or directory to the disk; EINVAL means the file system does not support
    /// it.
    static func synchronize(_ descriptor: Int32) -> SystemReason? {
        while fsync(descriptor) != 0 {
            if errno == EINVAL || errno == ENOTSUP { return nil }
            guard errno == EINTR else { return .latest }
        }
        return nil
    }
}

/// `write(2)`, which a method of the type above shadows.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}

/// The most bytes of a table or trace that is written during a run.
///
/// It is far more than anyone reads, yet a wrong unit of horizon or step does not fill the disk.
/// docs/reference/limits.md gives the figure.
public struct WriteLimit: Hashable, Sendable {
    public let bytes: Int

    public static let usual = WriteLimit(bytes: 10_000_000_000)

    /// The fewest bytes of a row of a timeline or a track.
    public static let shortestRow = 20

    public init(bytes: Int) {
        precondition(bytes >= 0, "\(bytes) bytes: must be 0 or more")
        self.bytes = bytes
    }

    /// Throws `OutputError.tooLong` if the expected number of rows exceeds the limit.
    public func check(rows: Double, of name: String) throws(OutputError) {
        let least = rows * Double(Self.shortestRow)
        if least > Double(bytes) {
            throw .tooLong(path: name, bytes: Bytes(least), most: Bytes(Double(bytes)))
        }
    }

    /// Passes on bytes until they exceed the limit, then throws.
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
