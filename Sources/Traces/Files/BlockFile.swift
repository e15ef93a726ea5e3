/// A trace read sequentially in blocks; gzip is unpacked.
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
