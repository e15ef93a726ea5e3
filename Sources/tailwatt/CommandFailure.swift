import ArgumentParser
import Experiments
import Foundation
import Profiles
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
        let lines = "\(failure)".split(separator: "\n").map { TextTable.printable(String($0)) }
        talk("error: " + lines.joined(separator: "\n"))
        throw ExitCode(
            (failure.isAboutMissingInput ? CommandFailure.Code.noInput : .badData).rawValue)
    } catch let failure as RecordedResultError {
        let lines = "\(failure)".split(separator: "\n").map { TextTable.printable(String($0)) }
        talk("error: " + lines.joined(separator: "\n"))
        throw ExitCode(
            (failure.isAboutMissingInput ? CommandFailure.Code.noInput : .badData).rawValue)
    } catch let failure as FitError {
        talk("error: \(failure)")
        throw ExitCode(CommandFailure.Code.badData.rawValue)
    } catch let failure as OutputError {
        talk("error: \(failure)")
        throw ExitCode(failure.exitCode)
    } catch let failure as CommandFailure {
        talk("error: \(failure.message)\n\(failure.advice)")
        throw ExitCode(failure.exitCode.rawValue)
    }
}

/// Says something to the person at the terminal: stderr is talk, stdout is data. If nobody can
/// hear it, nothing is said.
func talk(_ text: String, terminator: String = "\n") {
    let bytes = Array((text + terminator).utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(2, $0.baseAddress, $0.count) }
}
