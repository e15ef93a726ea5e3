#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why results could not be written; whatever stood in the directory before still does.
public enum OutputError: Error, Equatable, Sendable {
    /// The directory or a file in it could not be created.
    case cannotCreate(path: String, reason: SystemReason)
    /// A file was created, but its content could not be brought to the disk.
    case cannotWrite(path: String, reason: SystemReason)

    /// What a command ends with: 73 (EX_CANTCREAT) or 74 (EX_IOERR) of `sysexits.h`.
    public var exitCode: Int32 {
        switch self {
        case .cannotCreate: 73
        case .cannotWrite: 74
        }
    }
}

extension OutputError: CustomStringConvertible {
    /// What happened, and on a second line what to do about it.
    public var description: String {
        switch self {
        case .cannotCreate(let path, let reason):
            "\(path): cannot be created: \(reason.text)\n\(reason.advice)"
        case .cannotWrite(let path, let reason):
            "\(path): cannot be written: \(reason.text)\n\(reason.advice)"
        }
    }
}

/// The operating system's reason for refusing a call.
public struct SystemReason: Equatable, Sendable {
    /// The value of `errno`.
    public let code: Int32

    public init(code: Int32) {
        self.code = code
    }

    /// The reason of the call that has just failed.
    static var latest: SystemReason { SystemReason(code: errno) }

    /// The system's own words for the reason.
    public var text: String {
        guard let words = strerror(code) else { return "error \(code)" }
        return String(cString: words)
    }

    /// What a person can do about it.
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
