#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A regular file that is read from its beginning to its end, block by block.
///
/// What is not yet used stays at the front of the buffer when more is read, so a line is always in
/// one piece. Memory is that of the buffer, whatever the size of the file.
final class BlockFile {
    /// As it was opened.
    let path: String
    private let descriptor: Int32
    private var buffer: [UInt8]
    /// The part of the buffer that holds bytes which have not been used yet.
    private var unused = 0..<0
    /// Whether the last byte of the file is in the buffer.
    private(set) var isAtEnd = false

    /// - Parameters:
    ///   - path: A regular file.
    ///   - blockSize: Bytes held at a time; the longest line there can be.
    init(path: String, blockSize: Int = 1 << 18) throws(TraceFailure) {
        // A pipe without a writer would otherwise wait for ever.
        let descriptor = open(
            FileOpening.systemPath(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw TraceFailure(Self.fault(errno), path: path) }
        do throws(TraceFault) {
            try Self.requireRegularFile(descriptor)
        } catch {
            close(descriptor)
            throw TraceFailure(error, path: path)
        }
        self.path = path
        self.descriptor = descriptor
        buffer = [UInt8](repeating: 0, count: blockSize)
    }

    deinit { close(descriptor) }

    /// How many bytes are there at most without using some.
    var blockSize: Int { buffer.count }

    /// The bytes at hand.
    var bytes: ArraySlice<UInt8> { buffer[unused] }

    /// Calls `body` with the whole buffer and the part of it that is unused; uses what `body`
    /// returns the end of.
    func use<Failure: Error>(
        _ body: (Span<UInt8>, Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        let block = buffer
        unused = try body(block.span, unused)..<unused.upperBound
    }

    /// Leaves out the next `count` bytes, which must be at hand.
    func skip(_ count: Int) { unused = (unused.lowerBound + count)..<unused.upperBound }

    /// Reads on until the buffer is full or the file ends.
    func fill() throws(TraceFailure) {
        let kept = unused.count
        if unused.lowerBound > 0 {
            buffer.replaceSubrange(..<kept, with: Array(buffer[unused]))
            unused = 0..<kept
        }
        while !isAtEnd, unused.upperBound < buffer.count {
            let end = unused.upperBound
            let count = buffer.withUnsafeMutableBytes { memory in
                read(descriptor, memory.baseAddress! + end, memory.count - end)
            }
            if count > 0 {
                unused = 0..<(end + count)
            } else if count == 0 {
                isAtEnd = true
            } else if errno != EINTR {
                throw TraceFailure(.unreadable(reason: Self.reason(errno)), path: path)
            }
        }
    }

    private static func requireRegularFile(_ descriptor: Int32) throws(TraceFault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isDirectory
        default: throw .notRegular
        }
    }

    private static func fault(_ code: Int32) -> TraceFault {
        switch code {
        case ENOENT, ENOTDIR: .noSuchFile
        case EISDIR: .isDirectory
        default: .unreadable(reason: reason(code))
        }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
