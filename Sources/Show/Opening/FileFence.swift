import Foundation

/// The folders outside which no file is opened (`--within`).
///
/// A path is resolved with its links, then opened folder by folder from the fence on; a link that
/// was created in the meantime is rejected.
public struct FileFence: Sendable {
    private struct Root: Sendable {
        /// Without a trailing slash; empty for `/`.
        let path: [UInt8]
    }

    private let roots: [Root]
    /// As the user named them, for messages.
    public let names: [String]

    /// - Throws: If a folder is missing, or is not a folder.
    public init(_ folders: [String], and shipped: String? = nil) throws(FileOpening.Fault) {
        var roots: [Root] = []
        for folder in folders + (shipped.map { [$0] } ?? []) {
            guard let path = Self.realPath(Array(folder.utf8)) else {
                // A missing folder of shipped profiles has nothing to read.
                if folder == shipped { continue }
                throw errno == ENOENT || errno == ENOTDIR
                    ? .noSuchFile : .unreadable(reason: String(cString: strerror(errno)))
            }
            roots.append(Root(path: path == Self.slash ? [] : path))
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
        return try Self.open(real.dropFirst(root.path.count), from: root, names)
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

    private static func isInside(_ path: [UInt8], _ root: Root) -> Bool {
        path == root.path || path.starts(with: root.path + slash)
    }

    /// Opens a path below `root` whose names were not links a moment ago.
    private static func open(
        _ rest: ArraySlice<UInt8>, from root: Root, _ names: [String]
    ) throws(FileOpening.Fault) -> Int32 {
        let parts = rest.split(separator: slash[0])
        let folder = O_RDONLY | O_CLOEXEC | O_DIRECTORY
        var descriptor = withCString(root.path.isEmpty ? slash : root.path) {
            Foundation.open($0, folder)
        }
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
