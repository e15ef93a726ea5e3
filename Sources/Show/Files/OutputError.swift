import Kernel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why results could not be written; whatever stood in the directory before still does.
public enum OutputError: Error, Equatable, Sendable {
    case cannotCreate(path: String, reason: SystemReason)
    case cannotWrite(path: String, reason: SystemReason)
    case inTheWay(path: String, OutputObstacle)
    /// It would have more bytes than a file of a run may have: at least so many, if that is known.
    case tooLong(path: String, bytes: Bytes?, most: Bytes)

    /// What a command ends with: 65 (EX_DATAERR), 73 (EX_CANTCREAT) or 74 (EX_IOERR) of
    /// `sysexits.h`.
    public var exitCode: Int32 {
        switch self {
        case .cannotCreate, .inTheWay: 73
        case .cannotWrite: 74
        case .tooLong: 65
        }
    }
}

extension OutputError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotCreate(let path, let reason):
            "\(PrintableText.line(path)): cannot be created: \(reason.text)\n\(reason.advice)"
        case .cannotWrite(let path, let reason):
            "\(PrintableText.line(path)): cannot be written: \(reason.text)\n\(reason.advice)"
        case .inTheWay(let path, let obstacle):
            "\(PrintableText.line(path)): \(obstacle.text)\n\(obstacle.advice)"
        case .tooLong(let path, let bytes, let most):
            "\(PrintableText.line(path)): \(Self.excess(bytes, most))\n"
                + "Choose a shorter horizon; for a track, a longer --track-step."
        }
    }
}

extension OutputError {
    private static func excess(_ bytes: Bytes?, _ most: Bytes) -> String {
        guard let bytes else { return "would have more than the \(most) there may be" }
        return "would have at least \(bytes), more than the \(most) there may be"
    }
}

/// Why a file that stands there may not be replaced.
public enum OutputObstacle: Equatable, Sendable {
    case input
    /// Nothing proves that this command wrote it.
    case foreign(String)
    case changed
    /// The folder holds what another command wrote.
    case otherWork(String, instead: String)
    /// A link, in a folder of results.
    case link
    case noFile

    package var text: String {
        switch self {
        case .input: "would be written over, and is read"
        case .foreign(let work): "is in the way: nothing shows that tailwatt \(work) wrote it"
        case .changed: "is in the way: it was changed since it was written"
        case .otherWork(let other, let work):
            "is in the way: the folder holds a result of tailwatt \(other), not of tailwatt \(work)"
        case .link: "is in the way: a link, where results are regular files"
        case .noFile: "is in the way: a pipe, a device or a socket, where a file is to be"
        }
    }

    package var advice: String {
        switch self {
        case .input: "Write to another place: an input is never replaced."
        case .foreign, .changed, .otherWork:
            "Write to another place, or replace it with --force."
        case .link, .noFile: "Write to another place, or move it."
        }
    }
}

/// The operating system's reason for refusing a call.
public struct SystemReason: Equatable, Sendable {
    public let code: Int32

    public init(code: Int32) {
        self.code = code
    }

    package static var latest: SystemReason { SystemReason(code: errno) }

    package static let isDirectory = SystemReason(code: EISDIR)

    public var text: String {
        guard let words = strerror(code) else { return "error \(code)" }
        return String(cString: words)
    }

    public var advice: String {
        switch code {
        case ENOSPC, EDQUOT:
            "Free some space, or choose a directory on another disk."
        case EFBIG:
            "Raise the limit on the size of files, or choose a directory on another disk."
        case EACCES, EPERM, EROFS:
            "Choose a directory that you may write to."
        case ENOTDIR, EEXIST:
            "A file stands where a directory is needed: choose another path or move the file."
        case EISDIR:
            "A directory stands where a file is needed: choose another path or move it."
        case ENAMETOOLONG:
            "Choose a shorter path."
        default:
            "Choose another directory, or look into the disk's health."
        }
    }
}
