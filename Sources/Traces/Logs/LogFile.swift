import Foundation
import Show

/// A file of measurements as bytes, for a reader, and for a caller that names it by its content.
public enum LogFile {
    /// No more is read into memory at once: 1 GiB.
    public static let sizeLimit = 1 << 30

    /// The bytes of the file at `path`, which may be a pipe.
    ///
    /// - Throws: ``LogError`` if there is no such file, it is a directory, or it is too large.
    public static func bytes(of path: String) throws(LogError) -> [UInt8] {
        let (descriptor, size) = try open(path)
        defer { close(descriptor) }
        if let size, size > sizeLimit {
            throw LogError(.tooLarge(bytes: size, limit: sizeLimit), path: path)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((size ?? 0) + 1)
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 || errno == EINTR else { throw failure(path) }
            bytes += chunk[..<max(0, count)]
            if bytes.count > sizeLimit {
                throw LogError(.tooLarge(bytes: bytes.count, limit: sizeLimit), path: path)
            }
        }
    }

    private static func open(
        _ path: String
    ) throws(LogError) -> (descriptor: Int32, size: Int?) {
        do throws(FileOpening.Fault) {
            return try FileOpening.open(path)
        } catch {
            switch error {
            case .isDirectory: throw LogError(.isDirectory, path: path)
            case .noSuchFile, .outside, .unreadable:
                throw LogError(.cannotOpen(reason: error.reason), path: path)
            }
        }
    }

    private static func failure(_ path: String) -> LogError {
        LogError(.cannotOpen(reason: String(cString: strerror(errno))), path: path)
    }
}
