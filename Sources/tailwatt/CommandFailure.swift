import ArgumentParser
import DeviceModel
import Experiments
import Foundation
import Profiles
import Quantities
import Reports
import Traces

/// Something that a user can mend, said in one place and with an exit code of `sysexits.h`.
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
    }

    /// What is possible instead, as it stands below a fault.
    static func advice(_ text: String) -> String {
        let lines = WrappedText.text(text, indent: "      ").split(separator: "\n")
        return lines.enumerated().map { $0 == 0 ? "    = " + $1.dropFirst(6) : String($1) }
            .joined(separator: "\n")
    }

    /// Says what is wrong in the one form that errors have: the fault, then what is possible.
    ///
    /// - Parameters:
    ///   - message: the fault; what stands in further lines is advice.
    ///   - advice: empty where there is none.
    static func say(_ message: String, advice: String = "") {
        let parts = message.split(separator: "\n").map { PrintableText.line(String($0)) }
        let all = parts.dropFirst() + (advice.isEmpty ? [] : [PrintableText.line(advice)])
        talk((["error: " + (parts.first ?? "")] + all.map(Self.advice)).joined(separator: "\n"))
    }
}

/// Runs a command's body and turns what it throws into a message on stderr and an exit code.
func reportingFailures(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let failure as ProfileFailure {
        talk("\(failure)")
        throw ExitCode(failure.category.rawValue)
    } catch let failure as TraceFailure {
        talk("\(failure)")
        throw ExitCode(failure.category.rawValue)
    } catch let failure as LogError {
        CommandFailure.say("\(failure)")
        throw ExitCode(
            (failure.isAboutMissingInput ? CommandFailure.Code.noInput : .badData).rawValue)
    } catch let failure as PowerProfileError {
        CommandFailure.say("\(failure)")
        throw ExitCode(
            (failure.isAboutMissingInput ? CommandFailure.Code.noInput : .badData).rawValue)
    } catch let failure as RecordedResultError {
        CommandFailure.say("\(failure)")
        throw ExitCode(
            (failure.isAboutMissingInput ? CommandFailure.Code.noInput : .badData).rawValue)
    } catch let failure as FitError {
        CommandFailure.say("\(failure)")
        throw ExitCode(CommandFailure.Code.badData.rawValue)
    } catch let failure as OutputError {
        CommandFailure.say("\(failure)")
        throw ExitCode(failure.exitCode)
    } catch let failure as RunFailure {
        CommandFailure.say(failure.message, advice: failure.advice)
        throw ExitCode(CommandFailure.Code.badData.rawValue)
    } catch let failure as ResultIntegrityError {
        CommandFailure.say(failure.message, advice: failure.advice)
        throw ExitCode(CommandFailure.Code.badData.rawValue)
    } catch let failure as CommandFailure {
        CommandFailure.say(failure.message, advice: failure.advice)
        throw ExitCode(failure.exitCode.rawValue)
    }
}

/// Says something to the user at the terminal: stderr is talk, stdout is data. Where stderr is
/// closed, nothing is said.
///
/// What is said of files and arguments is made printable by those who put it in; here nothing
/// passes that steers a terminal.
func talk(_ text: String, terminator: String = "\n") {
    say(PrintableText.lines(text) + terminator)
}

/// Says it as it stands: for the program's own steering of the terminal.
func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(2, $0.baseAddress, $0.count) }
}
