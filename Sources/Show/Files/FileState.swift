#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What tells a file from any other, whatever it is called and whichever links lead to it.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    public init?(path: String) {
        guard let state = FileState.behind(path) else { return nil }
        self = state.identity
    }

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// What stands at a path.
struct FileState {
    /// Kinds by what may be done to them.
    enum Kind {
        /// Bytes that stay: replaced as a whole, by a rename.
        case regular
        case directory
        case link
        /// A pipe or a terminal: written to, never replaced.
        case stream
        /// A disk: writing to it destroys what is on it.
        case disk
        /// A socket and the like, which cannot be opened as a file.
        case other
    }

    let kind: Kind
    let identity: FileIdentity
    let size: Int

    private init(_ status: stat) {
        identity = FileIdentity(status)
        size = Int(status.st_size)
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .link
            case S_IFIFO, S_IFCHR: .stream
            case S_IFBLK: .disk
            default: .other
            }
    }

    /// What stands at the path itself, be it a link; `nil`: nothing.
    static func at(_ path: String) -> FileState? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileState(status) : nil
    }

    /// What the path leads to; `nil`: nothing.
    static func behind(_ path: String) -> FileState? {
        var status = stat()
        return stat(path, &status) == 0 ? FileState(status) : nil
    }

    /// What an open file is; `nil` if it is none.
    static func open(_ descriptor: Int32) -> FileState? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileState(status) : nil
    }
}

/// Regular files, read by those who must know whether they are as they were written.
public enum FileContent {
    /// The bytes of a regular file of at most `limit` bytes; `nil` for anything else, and outside
    /// `fence`.
    public static func bytes(
        _ path: String, limit: Int, within fence: FileFence? = nil
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        let isWhole = forEachPiece(of: path, within: fence) { piece in
            bytes += piece
            return bytes.count <= limit
        }
        return isWhole ? bytes : nil
    }

    /// The SHA-256 of a regular file of any size; `nil` for anything else.
    public static func hash(_ path: String, within fence: FileFence? = nil) -> String? {
        var hash = SHA256()
        let isWhole = forEachPiece(of: path, within: fence) { piece in
            piece.withUnsafeBytes { hash.update($0) }
            return true
        }
        return isWhole ? hash.hexadecimal() : nil
    }

    /// - Parameter body: called with the pieces in order; says whether to go on.
    /// - Returns: whether all of it was read.
    private static func forEachPiece(
        of path: String, within fence: FileFence?, _ body: (ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        guard let descriptor = try? FileOpening.descriptor(path, within: fence) else {
            return false
        }
        defer { close(descriptor) }
        guard FileState.open(descriptor)?.kind == .regular else { return false }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count == 0 { return true }
            if count < 0 && errno == EINTR { continue }
            guard count > 0, body(piece[..<count]) else { return false }
        }
    }
}
