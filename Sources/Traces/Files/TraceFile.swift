import Foundation
import Show

/// A trace that is opened once and read as often as there are questions about it.
///
/// All readings get the same bytes, and `sha256` is the hash of these bytes. A small file is kept
/// in memory. A large one is hashed while it is read; a change of it ends the reading.
public final class TraceFile {
    /// As it was opened.
    public let path: String
    /// All bytes of a small file.
    private let bytes: [UInt8]?
    private let descriptor: Int32
    private let opened: Stamp?
    /// The hash of the first `hashed` bytes; `nil`: nobody asks for it.
    private var hash: SHA256?
    private var hashed = 0

    /// Files of fewer bytes are kept in memory. The system may give two writes within 4 ms the same
    /// time; to read more bytes takes longer.
    private static let smallSize = 1 << 23

    /// The regular file at `path`.
    ///
    /// - Parameters:
    ///   - path: As the user named it.
    ///   - isHashed: Whether `sha256` will be asked for.
    /// - Throws: if there is no such file, or it changes while it is read into memory.
    public convenience init(path: String, isHashed: Bool = false) throws(TraceFailure) {
        try self.init(path: path, isHashed: isHashed, smallSize: Self.smallSize)
    }

    /// The same with another size from which files are not kept in memory, for tests.
    init(path: String, isHashed: Bool, smallSize: Int) throws(TraceFailure) {
        let descriptor: Int32
        do throws(FileOpening.Fault) {
            descriptor = try FileOpening.descriptor(path)
        } catch {
            throw TraceFailure(TraceFault(error), path: path)
        }
        var content: [UInt8]?
        do throws(TraceFault) {
            let stamp = try Stamp(descriptor)
            opened = stamp
            if stamp.size < smallSize {
                content = try Self.smallContent(descriptor, below: smallSize)
            }
            if try Stamp(descriptor) != opened { throw .changed }
        } catch {
            close(descriptor)
            throw TraceFailure(error, path: path)
        }
        (self.path, bytes, self.descriptor) = (path, content, descriptor)
        hash = isHashed ? SHA256() : nil
    }

    /// The trace in `bytes`, which came from `path`.
    public init(path: String, bytes: [UInt8]) {
        (self.path, self.bytes, descriptor, opened) = (path, bytes, -1, nil)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads the bytes from `offset` on into `buffer`.
    ///
    /// - Returns: How many there were: 0 at the end; -1 for a failure, of which `errno` says why.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let bytes {
            let count = min(buffer.count, bytes.count - offset)
            buffer.copyBytes(from: bytes[offset..<(offset + count)])
            return count
        }
        let count = Self.read(descriptor, at: offset, into: buffer)
        // Each byte is hashed when it is read for the first time.
        if hash != nil, offset <= hashed, hashed < offset + count {
            hash?.update(UnsafeRawBufferPointer(rebasing: buffer[(hashed - offset)..<count]))
            hashed = offset + count
        }
        return count
    }

    /// - Throws: ``TraceFault/changed`` if the file is not as it was when it was opened.
    func requireUnchanged() throws(TraceFailure) {
        guard bytes == nil, let opened else { return }
        do throws(TraceFault) {
            if try Stamp(descriptor) != opened { throw .changed }
        } catch {
            throw TraceFailure(error, path: path)
        }
    }

    /// The hash of the whole file, in hexadecimal digits; what no reader came to is read now.
    ///
    /// - Throws: if the file has changed since it was opened, or cannot be read to its end.
    public func sha256() throws(TraceFailure) -> String {
        if let bytes { return SHA256.hexadecimal(of: bytes) }
        precondition(hash != nil, "a trace is hashed while it is read")
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        var count = 1
        while count > 0 { count = piece.withUnsafeMutableBytes { read(at: hashed, into: $0) } }
        if count < 0 { throw TraceFailure(.latest, path: path) }
        try requireUnchanged()
        return hash!.hexadecimal()
    }

    /// - Returns: `nil`, if the file is not small.
    private static func smallContent(
        _ descriptor: Int32, below smallSize: Int
    ) throws(TraceFault) -> [UInt8]? {
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while content.count < smallSize {
            let count = piece.withUnsafeMutableBytes {
                read(descriptor, at: content.count, into: $0)
            }
            if count < 0 { throw .latest }
            if count == 0 { return content }
            content += piece[..<count]
        }
        return nil
    }

    private static func read(
        _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// What is another when a file has changed.
    private struct Stamp: Equatable {
        private let numbers: [Int]
        var size: Int { numbers[0] }

        /// - Throws: if it is no regular file.
        init(_ descriptor: Int32) throws(TraceFault) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .latest }
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw .isDirectory
            default: throw .notRegular
            }
            // Not the time of the inode's change: to lose its name does not change what is in it.
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            numbers = [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
        }
    }
}

extension TraceFault {
    /// Why a file cannot be opened.
    init(_ fault: FileOpening.Fault) {
        switch fault {
        case .noSuchFile: self = .noSuchFile
        case .isDirectory: self = .isDirectory
        case .outside(let folders): self = .outside(folders)
        case .unreadable(let reason): self = .unreadable(reason: reason)
        }
    }

    /// What the system has just refused.
    static var latest: TraceFault { .unreadable(reason: String(cString: strerror(errno))) }
}
