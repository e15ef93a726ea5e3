import Show
import Traces

/// The reason why a file cannot be read as text.
public enum FileFault: Error, Hashable, Sendable {
    case noSuchFile
    case isDirectory
    case outside([String])
    case unreadable(reason: String)
    /// `size` is `nil` for a pipe.
    case tooLarge(size: Int?, limit: Int)
    /// Only blank lines and comments.
    case empty
    /// The byte at `offset`, from 0, is not part of a character.
    case notUTF8(offset: Int, byte: UInt8)
    case controlCharacter(UInt32)
    /// The file names no `kind`, so messages show nothing of it.
    case notOurs
}

extension FileFault: Fault {
    var message: String {
        switch self {
        case .noSuchFile: "there is no such file"
        case .isDirectory: "this is a directory, not a file"
        case .outside(let folders): FileOpening.Fault.outside(folders).reason
        case .unreadable(let reason): "the file cannot be read: \(reason)"
        case .tooLarge(let size?, let limit):
            "the file has \(size) bytes, more than the \(limit) that any profile needs"
        case .tooLarge(nil, let limit):
            "the file has more than the \(limit) bytes that any profile needs"
        case .empty: "the file is empty"
        case .notUTF8(let offset, let byte):
            "the file is not UTF-8 text: byte \(offset) is \(hexadecimal(UInt32(byte), digits: 2))"
        case .controlCharacter(0): "the file is not text: it contains a zero byte"
        case .controlCharacter(let value):
            "the file contains the control character U+\(hexadecimal(value, digits: 4))"
        case .notOurs: "this cannot be read as a profile, and the file does not say its kind"
        }
    }

    var advice: String {
        switch self {
        case .noSuchFile: "Check the path, or use the name of a shipped profile."
        case .isDirectory: "Name a file in it."
        case .outside: FileOpening.outsideAdvice
        case .unreadable: "Check the file's permissions."
        case .tooLarge: "Is it a profile at all?"
        case .empty: "Begin with its kind, as in kind: scenario."
        case .notUTF8: "Save the file as UTF-8."
        case .controlCharacter(0): "Is it a profile at all? If so, save it as UTF-8."
        case .controlCharacter: "Remove the character."
        case .notOurs:
            "Begin the file with its kind on a line of its own, as in kind: scenario; until then "
                + "messages show nothing of it. The kinds are "
                + "\(enumerated(ProfileKind.allCases.map(\.rawValue)))."
        }
    }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A fault of a file other than a profile, in the words of its reader.
public struct DataFileFault: Hashable, Sendable, Fault {
    let message: String
    let advice: String

    init(_ error: InputError) {
        message = error.column.map { "column \($0): \(error.message)" } ?? error.message
        advice = error.advice
    }

    init(_ failure: TraceFailure) {
        (message, advice) = (failure.fault.message, failure.fault.advice)
    }
}

extension ProfileFailure {
    init(_ error: InputError) {
        self.init(Diagnostic(.foreign(DataFileFault(error)), at: error.line, of: error.path))
    }
}
