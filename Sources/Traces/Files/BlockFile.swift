import CZlib

/// A trace read sequentially in blocks; gzip, and the main file of a zip archive, are unpacked.
///
/// Unused bytes move to the front of the buffer before more is read, so a line or packet is always
/// contiguous. Memory is the buffer's, whatever the file's size.
final class BlockFile {
    private let file: TraceFile
    private let source: ByteSource
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    private var unused = 0..<0
    private(set) var isAtEnd = false

    /// - Parameter blockSize: Bytes held at a time, and so the longest line.
    init(_ file: TraceFile, blockSize: Int = 1 << 18) {
        self.file = file
        source = ByteSource(file)
        buffer = .allocate(capacity: blockSize)
    }

    deinit { buffer.deallocate() }

    var path: String { file.path }

    /// Why a compressed file could not be unpacked to its end; `nil` if it could.
    var damage: String? { source.damage }

    var blockSize: Int { buffer.count }

    /// Valid until more is read.
    var bytes: Slice<UnsafeBufferPointer<UInt8>> { UnsafeBufferPointer(buffer)[unused] }

    var start: UnsafePointer<UInt8> { UnsafePointer(buffer.baseAddress! + unused.lowerBound) }

    /// Calls `body` with the buffer and its unused range; `body` returns the end of what it used.
    func use<Failure: Error>(
        _ body: (Span<UInt8>, Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        unused = try body(UnsafeBufferPointer(buffer).span, unused)..<unused.upperBound
    }

    func skip(_ count: Int) { unused = (unused.lowerBound + count)..<unused.upperBound }

    /// Skips `count` bytes, available or not; `false` if the file ends before.
    func pass(_ count: Int) throws(TraceFailure) -> Bool {
        var rest = count
        while rest > unused.count {
            if isAtEnd { return false }
            rest -= unused.count
            skip(unused.count)
            try fill()
        }
        skip(rest)
        return true
    }

    /// Whether `count` bytes are available, after reading more if needed.
    ///
    /// The buffer grows for them, so the caller bounds `count`.
    @inline(__always)
    func has(_ count: Int) throws(TraceFailure) -> Bool {
        if unused.count >= count { return true }
        if isAtEnd { return false }
        grow(to: count)
        try fill()
        return unused.count >= count
    }

    private func grow(to count: Int) {
        guard count > buffer.count else { return }
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
        _ = larger.update(fromContentsOf: bytes)
        buffer.deallocate()
        buffer = larger
        unused = 0..<unused.count
    }

    /// All bytes that are left, for formats that cannot be read in blocks.
    ///
    /// - Throws: If there are more than 256 MiB (packed: 64 MiB), or what is packed is damaged.
    func rest() throws(TraceFailure) -> Slice<UnsafeBufferPointer<UInt8>> {
        // A packed file can hide a thousand times its size.
        let limit = source.isPacked ? 1 << 26 : 1 << 28
        while !isAtEnd {
            guard bytes.count < limit else {
                throw TraceFailure(.tooLarge(bytes: bytes.count, limit: limit), path: path)
            }
            _ = try has(min(2 * blockSize, limit))
        }
        if let damage { throw TraceFailure(.broken(good: 0, reason: damage), path: path) }
        return bytes
    }

    /// Calls `body` with each line, without its end; of a line beyond the block's size the rest is
    /// left out.
    ///
    /// Lines end with LF, CR LF or CR CR LF, as `adb shell` on Windows wrote.
    func forEachLine(_ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) throws(TraceFailure) {
        var isRest = false
        var sum = 0
        repeat {
            try fill()
            sum += bytes.count
            if source.isPacked, sum > Self.mostUnpacked {
                throw TraceFailure(.tooLarge(bytes: sum, limit: Self.mostUnpacked), path: path)
            }
            while let end = bytes.firstIndex(of: .lineFeed) {
                if !isRest { body(Self.line(bytes[..<end])) }
                isRest = false
                skip(end + 1 - bytes.startIndex)
            }
            if isAtEnd || bytes.count == blockSize {
                if !isRest, !bytes.isEmpty { body(Self.line(bytes)) }
                isRest = true
                skip(bytes.count)
            }
        } while !isAtEnd
    }

    /// More than any bug report has.
    private static let mostUnpacked = 1 << 30

    private static func line(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        let last = bytes.lastIndex { $0 != .carriageReturn }
        return bytes[..<(last.map { $0 + 1 } ?? bytes.startIndex)]
    }

    func fill() throws(TraceFailure) {
        if unused.lowerBound > 0 {
            buffer.baseAddress!.update(from: start, count: unused.count)
            unused = 0..<unused.count
        }
        while !isAtEnd, unused.upperBound < buffer.count {
            let end = unused.upperBound
            let room = UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress! + end, count: buffer.count - end)
            let count = try source.read(into: room)
            unused = 0..<end + count
            isAtEnd = count == 0
        }
        if isAtEnd { try file.requireUnchanged() }
    }
}

/// The bytes of a trace; gzip (RFC 1952) and a zip archive are unpacked with constant memory.
final class ByteSource {
    private let file: TraceFile
    private var offset = 0
    /// Unpacks; `nil` for a plain file, and before the first byte.
    ///
    /// zlib identifies its stream by address, so it must not move.
    private var stream: UnsafeMutablePointer<z_stream>?
    /// Bytes read but not used; a plain file needs it for its first bytes.
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var unused: Range<Int>?
    private var isBetweenMembers = false
    /// The file of a zip archive that is read; `nil` for any other file.
    private var entry: ZipArchive.Entry?
    /// Of what was unpacked from the archive.
    private var checksum = UInt(0)
    private var end = Int.max
    /// Why the compressed bytes cannot be unpacked further; `nil` if they can.
    private(set) var damage: String?

    init(_ file: TraceFile) { self.file = file }

    deinit {
        if let stream {
            inflateEnd(stream)
            stream.deallocate()
        }
        piece.deallocate()
    }

    /// Reads up to the size of `memory`, which must not be empty.
    ///
    /// - Returns: The number of bytes; 0 at the end, and where `damage` begins.
    func read(into memory: UnsafeMutableRawBufferPointer) throws(TraceFailure) -> Int {
        if unused == nil { try begin() }
        if let stream { return try unpack(stream, into: memory) }
        guard let first = unused, !first.isEmpty else { return try readFile(into: memory) }
        let count = min(first.count, memory.count)
        memory.copyMemory(from: .init(rebasing: piece[first.lowerBound..<first.lowerBound + count]))
        unused = first.lowerBound + count..<first.upperBound
        return count
    }

    private func begin() throws(TraceFailure) {
        let count = try readFile(into: piece)
        unused = 0..<count
        if let found = ZipArchive.mainEntry(of: file) {
            (entry, offset, end) = (found, found.start, found.start + found.packedBytes)
            unused = 0..<0
            // Without a header, as zip keeps its own.
            if found.method == 8 { unpack(0..<0, windowBits: -15) }
        } else if count >= 3, piece[0] == 0x1F, piece[1] == 0x8B, piece[2] == 8 {
            // 16 more ask for gzip's header and checksum.
            unpack(0..<count, windowBits: 15 + 16)
        }
    }

    private func unpack(_ first: Range<Int>, windowBits: Int32) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        self.stream = stream
        give(first, to: stream)
    }

    private func give(_ part: Range<Int>, to stream: UnsafeMutablePointer<z_stream>) {
        stream.pointee.next_in = piece.baseAddress!.advanced(by: part.lowerBound)
            .assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(part.count)
    }

    private func unpack(
        _ stream: UnsafeMutablePointer<z_stream>, into memory: UnsafeMutableRawBufferPointer
    ) throws(TraceFailure) -> Int {
        stream.pointee.next_out = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
        let room = UInt32(clamping: memory.count)
        stream.pointee.avail_out = room
        while damage == nil, stream.pointee.avail_out == room {
            if let entry, isBetweenMembers {
                if checksum != entry.checksum { damage = "the \(kind) is damaged" }
                break
            }
            if stream.pointee.avail_in == 0 {
                let count = try readFile(into: piece)
                if count == 0 {
                    if !isBetweenMembers { damage = "the \(kind) ends too early" }
                    break
                }
                give(0..<count, to: stream)
            }
            if isBetweenMembers {
                // Ignore trailing bytes that are not a gzip member, as gzip does.
                if stream.pointee.next_in.pointee != 0x1F { break }
                inflateReset(stream)
            }
            let code = inflate(stream, Z_NO_FLUSH)
            isBetweenMembers = code == Z_STREAM_END
            if code != Z_OK && code != Z_STREAM_END { damage = "the \(kind) is damaged" }
        }
        let count = room - stream.pointee.avail_out
        if entry != nil {
            let bytes = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
            checksum = crc32(checksum, bytes, count)
        }
        return Int(count)
    }

    private var kind: String { entry == nil ? "gzip file" : "zip archive" }
    var isPacked: Bool { stream != nil }

    private func readFile(into memory: UnsafeMutableRawBufferPointer) throws(TraceFailure) -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(max(0, end - offset)))
        let count = room.isEmpty ? 0 : file.read(at: offset, into: room)
        if count < 0 { throw TraceFailure(.latest, path: file.path) }
        offset += count
        return count
    }
}

extension UInt8 {
    static let comma = UInt8(ascii: ",")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")

    var isSpace: Bool { self == .space || self == .tab }
    var endsLine: Bool { self == .lineFeed || self == .carriageReturn }
    var endsField: Bool { self == .comma || endsLine }

    /// The value of a digit; 10 or more for any other character.
    var digit: UInt8 { self &- UInt8(ascii: "0") }
}
