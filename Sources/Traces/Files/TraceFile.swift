import Foundation

/// A trace that is opened once and may be read several times.
///
/// All readings get the bytes that `sha256` is the hash of. A small file is kept in memory; a large
/// one is hashed while it is read, and reading fails if it changes.
public final class TraceFile {
    public let path: String
    /// All bytes of a small file.
    private let bytes: [UInt8]?
    private let descriptor: Int32
    private let opened: Stamp?
    /// The hash of the first `hashed` bytes; `nil` if not requested.
    private var hash: SHA256?
    private var hashed = 0

    /// Smaller files are kept in memory.
    ///
    /// Two writes within 4 ms may get one timestamp; reading more bytes than this takes longer.
    private static let smallSize = 1 << 23

    /// Opens the regular file at `path`.
    ///
    /// - `isHashed`: Whether `sha256` will be called.
    /// - Throws: If there is no such file, or it changes while it is read into memory.
    public convenience init(path: String, isHashed: Bool = false) throws(TraceFailure) {
        try self.init(path: path, isHashed: isHashed, smallSize: Self.smallSize)
    }

    init(path: String, isHashed: Bool, smallSize: Int) throws(TraceFailure) {
        let descriptor: Int32
        do throws(FileOpening.Fault) {
            descriptor = try FileOpening.descriptor(path)
        } catch { throw TraceFailure(InputFault(error), path: path) }
        var content: [UInt8]?
        do throws(InputFault) {
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

    public init(path: String, bytes: [UInt8]) {
        (self.path, self.bytes, descriptor, opened) = (path, bytes, -1, nil)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var size: Int { bytes?.count ?? opened?.size ?? 0 }

    /// Returns the number of bytes: 0 at the end; -1 for a failure, with `errno` set.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let bytes {
            let count = min(buffer.count, bytes.count - offset)
            buffer.copyBytes(from: bytes[offset..<(offset + count)])
            return count
        }
        let count = Self.read(descriptor, at: offset, into: buffer)
        // Each byte is hashed when it is first read.
        if hash != nil, offset <= hashed, hashed < offset + count {
            hash?.update(UnsafeRawBufferPointer(rebasing: buffer[(hashed - offset)..<count]))
            hashed = offset + count
        }
        return count
    }

    /// Throws ``InputFault/changed`` if the file changed since it was opened.
    func requireUnchanged() throws(TraceFailure) {
        guard bytes == nil, let opened else { return }
        do throws(InputFault) {
            if try Stamp(descriptor) != opened { throw .changed }
        } catch { throw TraceFailure(error, path: path) }
    }

    /// The hash of the whole file in hexadecimal; reads what no reader has read.
    ///
    /// - Throws: If the file has changed since it was opened, or cannot be read to its end.
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

    private static func smallContent(
        _ descriptor: Int32, below smallSize: Int
    ) throws(InputFault) -> [UInt8]? {
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

    private struct Stamp: Equatable {
        private let numbers: [Int]
        var size: Int { numbers[0] }

        init(_ descriptor: Int32) throws(InputFault) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .latest }
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw .isDirectory()
            default: throw .notRegular
            }
            // Not the inode's change time: removing a name leaves the content unchanged.
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            numbers = [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
        }
    }
}

extension InputFault {
    init(_ fault: FileOpening.Fault) {
        switch fault {
        case .noSuchFile: self = .noSuchFile
        case .isDirectory: self = .isDirectory()
        case .outside:
            self = Self(fault.reason, FileOpening.outsideAdvice, isAboutMissingInput: true)
        case .unreadable(let reason): self = .unreadable(reason: reason)
        }
    }

    static var latest: InputFault { .unreadable(reason: String(cString: strerror(errno))) }
}
