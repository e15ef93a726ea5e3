import Foundation

/// The reason why results could not be written; earlier files in the directory are unchanged.
public struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened, and advice on a second line.
    public let description: String
    /// A code of `sysexits.h`: EX_DATAERR, EX_CANTCREAT or EX_IOERR.
    public let exitCode: Int32

    private init(_ path: String, _ message: String, advice: String, _ exitCode: Int32) {
        description = "\(PrintableText.line(path)): \(message)\n\(advice)"
        self.exitCode = exitCode
    }

    public static func cannotCreate(path: String, reason: SystemReason) -> OutputError {
        OutputError(path, "cannot be created: \(reason.text)", advice: reason.advice, 73)
    }

    public static func cannotWrite(path: String, reason: SystemReason) -> OutputError {
        OutputError(path, "cannot be written: \(reason.text)", advice: reason.advice, 74)
    }

    public static func inTheWay(path: String, _ obstacle: OutputObstacle) -> OutputError {
        OutputError(path, obstacle.text, advice: obstacle.advice, 73)
    }

    /// A file of a run would exceed its limit; it has at least `bytes`, if that is known.
    public static func tooLong(path: String, bytes: Bytes?, most: Bytes) -> OutputError {
        let excess =
            bytes.map { "at least \($0), more than the \(most) there may be" }
            ?? "more than the \(most) there may be"
        return OutputError(
            path, "would have \(excess)",
            advice: "Choose a shorter horizon; for a track, a longer --track-step.", 65)
    }
}

/// Why an existing file must not be replaced.
public struct OutputObstacle: Equatable, Sendable {
    fileprivate let text: String
    fileprivate let advice: String

    private static let another = "Write to another place, or replace it with --force."

    public static let input = OutputObstacle(
        text: "would be written over, and is read",
        advice: "Write to another place: an input is never replaced.")
    public static let changed = OutputObstacle(
        text: "is in the way: it was changed since it was written", advice: another)
    public static let link = OutputObstacle(
        text: "is in the way: a link, where results are regular files",
        advice: "Write to another place, or move it.")
    public static let noFile = OutputObstacle(
        text: "is in the way: a pipe, a device or a socket, where a file is to be",
        advice: "Write to another place, or move it.")

    /// Nothing proves that this command wrote the file.
    public static func foreign(_ work: String) -> OutputObstacle {
        OutputObstacle(
            text: "is in the way: nothing shows that tailwatt \(work) wrote it", advice: another)
    }

    public static func otherWork(_ other: String, instead work: String) -> OutputObstacle {
        OutputObstacle(
            text: "is in the way: the folder holds a result of tailwatt \(other), not of "
                + "tailwatt \(work)", advice: another)
    }
}

public struct SystemReason: Equatable, Sendable {
    public let code: Int32

    package static var latest: SystemReason { SystemReason(code: errno) }

    package static let isDirectory = SystemReason(code: EISDIR)

    public var text: String {
        guard let words = strerror(code) else { return "error \(code)" }
        return String(cString: words)
    }

    public var advice: String {
        switch code {
        case ENOSPC, EDQUOT: "Free some space, or choose a directory on another disk."
        case EFBIG: "Raise the limit on the size of files, or choose a directory on another disk."
        case EACCES, EPERM, EROFS: "Choose a directory that you may write to."
        case ENOTDIR, EEXIST:
            "A file is in the place of a directory: choose another path or move the file."
        case EISDIR: "A directory is in the place of a file: choose another path or move it."
        case ENAMETOOLONG: "Choose a shorter path."
        default: "Choose another directory, or look into the disk's health."
        }
    }
}
