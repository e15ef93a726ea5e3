import Foundation
import Synchronization

/// Opens files that are read once, from beginning to end.
///
/// Every file that the user names is opened here, so that `--within` covers all. Regular files and
/// pipes are accepted, such as a shell's `<(...)` and stdin. Devices, sockets and pipes that stay
/// silent are rejected, as reading them might never end.
public enum FileOpening {
    public enum Fault: Error, Hashable, Sendable {
        case noSuchFile, isDirectory
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
        let descriptor = Foundation.open(systemPath(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
            return (descriptor, try size(descriptor, systemPath(of: path), isFenced ? 0 : patience))
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

/// The folders outside which no file is opened (`--within`).
///
/// A path is resolved with its links, then opened folder by folder from the fence on; a link that
/// was created in the meantime is rejected.
public struct FileFence: Sendable {
    /// Without a trailing slash; empty for `/`.
    private let roots: [[UInt8]]
    /// As the user named them, for messages.
    public let names: [String]

    /// - Throws: If a folder is missing, or is not a folder.
    public init(_ folders: [String], and shipped: String? = nil) throws(FileOpening.Fault) {
        var roots: [[UInt8]] = []
        for folder in folders + (shipped.map { [$0] } ?? []) {
            guard let path = Self.realPath(Array(folder.utf8)) else {
                // A missing folder of shipped profiles has nothing to read.
                if folder == shipped { continue }
                throw errno == ENOENT || errno == ENOTDIR
                    ? .noSuchFile : .unreadable(reason: String(cString: strerror(errno)))
            }
            roots.append(path == Self.slash ? [] : path)
        }
        (self.roots, names) = (roots, folders)
    }

    private static let slash = [UInt8(ascii: "/")]

    /// Opens the file at `path` without waiting for a writer.
    ///
    /// - Throws: If the file is outside. A link to a missing file also counts as outside, so that
    ///   messages reveal nothing about other folders.
    package func open(_ path: String) throws(FileOpening.Fault) -> Int32 {
        let path = Array(path.utf8)
        guard let real = Self.realPath(path) else {
            let code = errno
            throw isInside(missing: path) ? FileOpening.fault(code) : .outside(names)
        }
        guard let root = roots.first(where: { Self.isInside(real, $0) }) else {
            throw .outside(names)
        }
        return try Self.open(real.dropFirst(root.count), from: root, names)
    }

    /// Whether a missing file would be inside: its deepest existing folder is inside, with no link
    /// below it.
    private func isInside(missing path: [UInt8]) -> Bool {
        var parent = path
        while true {
            var status = stat()
            if Self.withCString(parent, { lstat($0, &status) }) == 0,
                status.st_mode & S_IFMT == S_IFLNK, Self.realPath(parent) == nil
            {
                return false
            }
            if let slash = parent.lastIndex(of: Self.slash[0]) {
                parent = slash == 0 && parent.count > 1 ? Self.slash : Array(parent[..<slash])
            } else {
                parent = parent == [UInt8(ascii: ".")] ? [] : [UInt8(ascii: ".")]
            }
            if parent.isEmpty { return false }
            guard let real = Self.realPath(parent) else { continue }
            return roots.contains { Self.isInside(real, $0) }
        }
    }

    private static func isInside(_ path: [UInt8], _ root: [UInt8]) -> Bool {
        path == root || path.starts(with: root + slash)
    }

    /// Opens a path below `root` whose names were not links a moment ago.
    private static func open(
        _ rest: ArraySlice<UInt8>, from root: [UInt8], _ names: [String]
    ) throws(FileOpening.Fault) -> Int32 {
        let parts = rest.split(separator: slash[0])
        let folder = O_RDONLY | O_CLOEXEC | O_DIRECTORY
        var descriptor = withCString(root.isEmpty ? slash : root) { Foundation.open($0, folder) }
        for (index, part) in parts.enumerated() where descriptor >= 0 {
            let isLast = index == parts.count - 1
            let flags = (isLast ? O_RDONLY | O_CLOEXEC | O_NONBLOCK : folder) | O_NOFOLLOW
            let next = withCString(Array(part)) { openat(descriptor, $0, flags) }
            let code = errno
            close(descriptor)
            (descriptor, errno) = (next, code)
        }
        if descriptor >= 0 { return descriptor }
        throw errno == ELOOP ? .outside(names) : FileOpening.fault(errno)
    }

    /// - Returns: `nil` on failure, with the reason in `errno`.
    private static func realPath(_ path: [UInt8]) -> [UInt8]? {
        guard let real = withCString(path, { realpath($0, nil) }) else { return nil }
        defer { free(real) }
        return UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:))
    }

    private static func withCString<Result>(
        _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
