import Foundation
import Synchronization

/// Opens files for those who read them once, from the beginning to the end.
///
/// Whatever a file of the user names is opened here, so `--within` holds for all of it.
///
/// A regular file can be read, and so can a pipe: a shell's `<(...)` is one, and so is stdin. What
/// has neither an end nor a size is refused: a device, a socket, and a pipe through which nothing
/// comes, which would have the program wait for ever.
public enum FileOpening {
    /// Why a file cannot be read.
    public enum Fault: Error, Hashable, Sendable {
        case noSuchFile
        case isDirectory
        /// It lies outside the folders of `--within`.
        case outside([String])
        /// What it is instead, or the system's own words.
        case unreadable(reason: String)

        /// In a few words.
        public var reason: String {
            switch self {
            case .noSuchFile: String(cString: strerror(ENOENT))
            case .isDirectory: String(cString: strerror(EISDIR))
            case .outside(let folders): "it lies outside " + folders.joined(separator: " and ")
            case .unreadable(let reason): reason
            }
        }
    }

    /// What no path may lead out of; `nil`: every file may be opened. Set before any is.
    public static var fence: FileFence? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    private static let current = Mutex<FileFence?>(nil)

    /// What to do about ``Fault/outside(_:)``.
    public static let outsideAdvice =
        "--within reads no file outside its folder; move the file there, and links' targets too."

    /// How long a pipe may be silent before its first byte, in milliseconds.
    public static let patience = 10_000

    /// How a command line names standard input.
    public static let standardInput = "-"

    /// The path by which the system knows a file.
    public static func systemPath(of path: String) -> String {
        path == standardInput ? "/dev/stdin" : path
    }

    /// A descriptor of a file of any kind, which the caller closes.
    ///
    /// - Parameters:
    ///   - path: as the user named it.
    ///   - fence: what it must not lead out of; standard input, which the user gives, does not.
    public static func descriptor(
        _ path: String, within fence: FileFence? = fence
    ) throws(Fault) -> Int32 {
        if let fence, path != standardInput { return try fence.open(path) }
        // Without waiting: a pipe that has no writer would not even open.
        let descriptor = Foundation.open(
            systemPath(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw fault(errno) }
        return descriptor
    }

    /// A descriptor to read from, which the caller closes, and the size of a regular file.
    ///
    /// - Parameters:
    ///   - path: as the user named it.
    ///   - patience: how long a pipe may be silent before its first byte, in milliseconds.
    ///   - fence: what the path must not lead out of; a pipe inside is not waited for.
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
        // From here on the next byte is waited for.
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

    static func fault(_ code: Int32) -> Fault {
        switch code {
        case ENOENT, ENOTDIR: .noSuchFile
        case EISDIR: .isDirectory
        default: .unreadable(reason: String(cString: strerror(code)))
        }
    }
}
