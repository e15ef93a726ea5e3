import Foundation

/// Folders outside which no file is opened (`--within`).
///
/// A path is resolved first, links included. The file is then opened folder by folder from the
/// fence on, and a link that was put there in the meantime is refused.
public struct FileFence: Sendable {
    /// A folder as the system knows it, without links.
    private struct Root: Sendable {
        /// Without a slash at the end; empty for the root of all folders.
        let path: [UInt8]
    }

    private let roots: [Root]
    /// The folders as they were named, for messages.
    public let names: [String]

    /// - Throws: where a folder is not there, or is none.
    public init(_ folders: [String], and shipped: String? = nil) throws(FileOpening.Fault) {
        var roots: [Root] = []
        for folder in folders + (shipped.map { [$0] } ?? []) {
            guard let path = Self.realPath(Array(folder.utf8)) else {
                // A shipped folder that is not there holds nothing to be read.
                if folder == shipped { continue }
                throw errno == ENOENT || errno == ENOTDIR
                    ? .noSuchFile : .unreadable(reason: String(cString: strerror(errno)))
            }
            roots.append(Root(path: path == Self.slash ? [] : path))
        }
        (self.roots, names) = (roots, folders)
    }

    private static let slash = [UInt8(ascii: "/")]

    /// A descriptor of the file at `path`, opened without waiting for a writer.
    ///
    /// - Throws: where the file is not inside. A link to what is not there counts as one that leads
    ///   outside: a message tells nothing of what is there.
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

    /// Whether a path that leads nowhere would lead to a file inside: its last folder that is there
    /// is inside, and no link stands behind it.
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

    /// Opens what stands under `root` by names that were no links a moment ago.
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

    /// - Returns: `nil` where there is none; `errno` says why.
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
