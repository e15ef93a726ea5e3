/// A trace that is read from its beginning to its end, block by block; gzip is unpacked.
///
/// What is not yet used stays at the front of the buffer when more is read, so a line or a packet
/// is always in one piece. Memory is that of the buffer, whatever the size of the file.
final class BlockFile {
    private let file: TraceFile
    private let source: ByteSource
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    /// The part of the buffer that holds bytes which have not been used yet.
    private var unused = 0..<0
    /// Whether the last byte of the file is in the buffer.
    private(set) var isAtEnd = false

    /// - Parameters:
    ///   - file: The trace.
    ///   - blockSize: Bytes held at a time; the longest line there can be.
    init(_ file: TraceFile, blockSize: Int = 1 << 18) {
        self.file = file
        source = ByteSource(file)
        buffer = .allocate(capacity: blockSize)
    }

    deinit { buffer.deallocate() }

    /// As it was opened.
    var path: String { file.path }

    /// Why a compressed file could not be unpacked to its end; `nil` where it could.
    var damage: String? { source.damage }

    /// How many bytes are there at most without using some.
    var blockSize: Int { buffer.count }

    /// The bytes at hand. They stay where they are until more is read.
    var bytes: Slice<UnsafeBufferPointer<UInt8>> { UnsafeBufferPointer(buffer)[unused] }

    /// Where the bytes at hand begin.
    var start: UnsafePointer<UInt8> { UnsafePointer(buffer.baseAddress! + unused.lowerBound) }

    /// Calls `body` with the whole buffer and the part of it that is unused; uses what `body`
    /// returns the end of.
    func use<Failure: Error>(
        _ body: (Span<UInt8>, Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        unused = try body(UnsafeBufferPointer(buffer).span, unused)..<unused.upperBound
    }

    /// Leaves out the next `count` bytes, which must be at hand.
    func skip(_ count: Int) { unused = (unused.lowerBound + count)..<unused.upperBound }

    /// Leaves out the next `count` bytes, at hand or not; whether there were as many.
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

    /// Whether `count` bytes are at hand, after reading on for them if need be. The buffer grows
    /// for them; the caller bounds them.
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

    /// Reads on until the buffer is full or the file ends.
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
