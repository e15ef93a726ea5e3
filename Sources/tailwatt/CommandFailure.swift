import Foundation

/// An error that the user can correct, with an exit code of `sysexits.h`.
struct CommandFailure: Error {
    let message: String
    let advice: String
    let exitCode: Code

    enum Code: Int32 {
        case usage = 64
        case badData = 65
        case noInput = 66
        case cannotCreate = 73
        case inputOutput = 74

        init(_ fault: InputFault) { self = fault.isAboutMissingInput ? .noInput : .badData }
    }

    static func advice(_ text: String) -> String {
        let lines = WrappedText.text(text, indent: "      ").split(separator: "\n")
        return lines.enumerated().map { $0 == 0 ? "    = " + $1.dropFirst(6) : String($1) }
            .joined(separator: "\n")
    }

    static func say(_ message: String, advice: String = "") {
        let parts = message.split(separator: "\n").map { PrintableText.line(String($0)) }
        let all = parts.dropFirst() + (advice.isEmpty ? [] : [PrintableText.line(advice)])
        talk((["error: " + (parts.first ?? "")] + all.map(Self.advice)).joined(separator: "\n"))
    }

    /// Prints an error of tailwatt's.
    ///
    /// - Returns: The exit code, or `error` itself if it is not one of tailwatt's.
    static func reported(_ error: any Error) -> any Error {
        switch error {
        case let failure as ProfileFailure:
            if let code = saidRecord(failure.diagnostics[0].file, of: "\(failure)") { return code }
            talk("\(failure)")
            return ExitCode(failure.category.rawValue)
        case let failure as TraceFailure:
            talk("\(failure)")
            return ExitCode(Code(failure.fault).rawValue)
        case let failure as InputError:
            if let code = saidRecord(failure.path, of: "\(failure)") { return code }
            return said("\(failure)", Code(failure.fault))
        case let failure as FitError: return said("\(failure)", .badData)
        case let failure as OutputError:
            say("\(failure)")
            return ExitCode(failure.exitCode)
        case let failure as RunFailure:
            return said(failure.message, advice: failure.advice, .badData)
        case let failure as ResultIntegrityError:
            return said(failure.message, advice: failure.advice, .badData)
        case let failure as IncomparableResults:
            return said(failure.message, advice: failure.advice, .badData)
        case let failure as VariedScenarioError: return reported(failure.failure)
        case let failure as CommandFailure:
            return said(failure.message, advice: failure.advice, failure.exitCode)
        default: return error
        }
    }

    /// Says what a file is instead, if it is a phone's or a browser's record.
    private static func saidRecord(_ path: String?, of failure: String) -> ExitCode? {
        // A capture that a scenario replays is no wrong kind of file.
        guard let path, !failure.contains("the capture "),
            let record = PhoneRecord(contentsOf: path)
        else { return nil }
        return said("\(path): this is \(record.name)", advice: record.advice, .badData)
    }

    private static func said(_ message: String, advice: String = "", _ code: Code) -> ExitCode {
        say(message, advice: advice)
        return ExitCode(code.rawValue)
    }
}

/// Prints a message on stderr, with control characters made harmless; ignores a closed stderr.
///
/// Callers make names of files and arguments printable themselves.
func talk(_ text: String, terminator: String = "\n") { say(PrintableText.lines(text) + terminator) }

/// Writes to stderr without escaping, so that `Progress` can steer the terminal.
func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(2, $0.baseAddress, $0.count) }
}
