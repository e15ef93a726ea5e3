import Foundation
import Show

/// Where a document's bytes come from, and how many of them came: libxml2 asks for one block after
/// another, so that a file need not fit into memory.
///
/// A class, for libxml2 holds on to it by address.
final class XMLSource {
    private let bytes: [UInt8]
    /// `nil` for a document that is in memory.
    private let descriptor: Int32?
    private let limit: Int
    private var count = 0
    /// Whether no byte has come yet.
    var isEmpty: Bool { count == 0 }
    /// Why no more bytes could be given.
    private(set) var fault: XMLFault?

    /// - Parameter limit: no more bytes are read.
    init(bytes: [UInt8], limit: Int = LogFile.sizeLimit) {
        (self.bytes, descriptor, self.limit) = (bytes, nil, limit)
    }

    init(path: String, limit: Int = LogFile.sizeLimit) throws(XMLFault) {
        let descriptor: Int32
        do throws(FileOpening.Fault) {
            descriptor = try FileOpening.open(path).descriptor
        } catch {
            switch error {
            case .isDirectory: throw .isDirectory
            case .noSuchFile, .outside, .unreadable: throw .cannotOpen(reason: error.reason)
            }
        }
        (bytes, self.descriptor, self.limit) = ([], descriptor, limit)
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Fills `buffer`.
    ///
    /// - Returns: how many bytes it got; 0 at the end, −1 for a fault.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let got = next(into: buffer)
        if got > 0 { count += got }
        if count > limit {
            fault = .tooLarge(limit: limit)
            return -1
        }
        return got
    }

    private func next(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let descriptor else {
            let size = min(buffer.count, bytes.count - count)
            buffer.copyBytes(from: bytes[count..<(count + size)])
            return size
        }
        while true {
            #if canImport(Darwin)
                let got = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let got = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if got >= 0 { return got }
            if errno != EINTR {
                fault = .cannotOpen(reason: String(cString: strerror(errno)))
                return -1
            }
        }
    }
}
