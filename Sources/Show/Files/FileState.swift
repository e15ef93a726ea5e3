import Foundation

/// Identifies a file independently of its names and links.
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

struct FileState {
    /// Kinds by what may be done to them.
    enum Kind {
        /// Replaced as a whole, by a rename.
        case regular, directory, link
        /// A pipe or a terminal: written to, never replaced.
        case stream
        /// A disk: writing destroys its contents.
        case disk
        /// A socket or another file that cannot be opened.
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

    /// The file at the path itself, which may be a link; `nil` if missing.
    static func at(_ path: String) -> FileState? {
        var status = stat()
        return lstat(path, &status) == 0 ? FileState(status) : nil
    }

    /// The file that the path leads to; `nil` if missing.
    static func behind(_ path: String) -> FileState? {
        var status = stat()
        return stat(path, &status) == 0 ? FileState(status) : nil
    }

    /// The open file; `nil` if the descriptor is invalid.
    static func open(_ descriptor: Int32) -> FileState? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileState(status) : nil
    }
}

/// Reads regular files to check whether they are as written.
public enum FileContent {
    /// The bytes of a regular file inside `fence`; `nil` for other files, or for more than `limit`
    /// bytes.
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

    /// The SHA-256 of a regular file of any size; `nil` for any other file.
    public static func hash(_ path: String, within fence: FileFence? = nil) -> String? {
        var hash = SHA256()
        let isWhole = forEachPiece(of: path, within: fence) { piece in
            piece.withUnsafeBytes { hash.update($0) }
            return true
        }
        return isWhole ? hash.hexadecimal() : nil
    }

    /// - Parameter body: Called with the pieces in order; returns whether to continue.
    /// - Returns: Whether the whole file was read.
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
