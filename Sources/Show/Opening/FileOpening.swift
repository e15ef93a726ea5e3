import Foundation
import Synchronization

/// Opens files that are read once, from beginning to end.
///
/// Every file that the user names is opened here, so that `--within` covers all. Regular files and
/// pipes are accepted, such as a shell's `<(...)` and stdin. Devices, sockets and pipes that stay
/// silent are rejected, as reading them might never end.
public enum FileOpening {
    public enum Fault: Error, Hashable, Sendable {
        case noSuchFile
        case isDirectory
        case outside([String])
        /// - Parameter reason: The file's kind, or the system's message.
        case unreadable(reason: String)

        public var reason: String {
            switch self {
            case .noSuchFile: String(cString: strerror(ENOENT))
            case .isDirectory: String(cString: strerror(EISDIR))
            case .outside(let folders): "it lies outside " + folders.joined(separator: " and ")
            case .unreadable(let reason): reason
            }
        }
    }

    /// The fence for all paths, set before any file is opened; `nil` allows every file.
    public static var fence: FileFence? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    private static let current = Mutex<FileFence?>(nil)

    public static let outsideAdvice =
        "--within reads no file outside its folder; move the file there, and links' targets too."

    /// How long a pipe may be silent before its first byte, in milliseconds.
    public static let patience = 10_000

    /// The name of standard input on a command line.
    public static let standardInput = "-"

    public static func systemPath(of path: String) -> String {
        path == standardInput ? "/dev/stdin" : path
    }

    /// Opens a file of any kind, which the caller closes; the fence does not apply to standard
    /// input.
    public static func descriptor(
        _ path: String, within fence: FileFence? = fence
    ) throws(Fault) -> Int32 {
        if let fence, path != standardInput { return try fence.open(path) }
        // Without waiting, as opening a pipe without a writer would block.
        let descriptor = Foundation.open(
            systemPath(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw fault(errno) }
        return descriptor
    }

    /// Opens a file for reading, which the caller closes, and returns the size of a regular file.
    ///
    /// A pipe may be silent for `patience` milliseconds before its first byte.
    public static func open(
        _ path: String, patience: Int = patience, within fence: FileFence? = fence
    ) throws(Fault) -> (descriptor: Int32, size: Int?) {
        let descriptor = try descriptor(path, within: fence)
        let isFenced = fence != nil && path != standardInput
        do throws(Fault) {
            return (
                descriptor, try size(descriptor, systemPath(of: path), isFenced ? 0 : patience)
            )
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func size(
        _ descriptor: Int32, _ path: String, _ patience: Int
    ) throws(Fault) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int(status.st_size)
        case S_IFDIR: throw .isDirectory
        case S_IFIFO where patience == 0: throw .unreadable(reason: "it is a pipe, not a file")
        case S_IFIFO: try waitForWriter(descriptor, patience)
        case S_IFCHR where ["/dev/stdin", "/dev/fd/0"].contains(path): break
        default: throw .unreadable(reason: "it is a device or a socket, not a file or a pipe")
        }
        // From here on, reads block.
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        return nil
    }

    private static func waitForWriter(_ descriptor: Int32, _ patience: Int) throws(Fault) {
        var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var count = poll(&watch, 1, Int32(patience))
        while count < 0 && errno == EINTR { count = poll(&watch, 1, Int32(patience)) }
        if count == 0 {
            throw .unreadable(
                reason: "nothing came through this pipe for \(Double(patience) / 1000) s")
        }
    }

    package static func fault(_ code: Int32) -> Fault {
        switch code {
        case ENOENT, ENOTDIR: .noSuchFile
        case EISDIR: .isDirectory
        default: .unreadable(reason: String(cString: strerror(code)))
        }
    }
}
