import ArgumentParser
import Foundation

/// Options with one value that stand on the command line more than once.
///
/// The parser takes the last of them and says nothing, so that a user who writes two metrics would
/// take the answer about one for that about both.
enum RepeatedOptions {
    /// - Throws: which option it is, after saying so.
    static func refuse(in words: some Sequence<String>, of command: any ParsableCommand.Type)
        async throws
    {
        guard let name = try firstRepeated(words, command) else { return }
        try await reportingFailures {
            throw CommandFailure(
                message: "\(name) has one value, and is given more than once",
                advice: "Give it once; --help says which options may be repeated.",
                exitCode: .usage)
        }
    }

    private static func firstRepeated(
        _ words: some Sequence<String>, _ command: any ParsableCommand.Type
    ) throws -> String? {
        var seen: Set<String> = []
        // A value never begins with two dashes unless it is joined to its option.
        let repeated = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }.filter { !seen.insert($0).inserted }
        // The parser takes longer for its declarations than for the words.
        if repeated.isEmpty { return nil }
        let declared = try JSONDecoder().decode(
            Declarations.self, from: Data(command._dumpHelp().utf8))
        let single = declared.command.arguments.filter { $0.kind == "option" && !$0.isRepeating }
        let names = Set(single.flatMap { $0.names ?? [] }.map { "--\($0.name)" })
        return repeated.first(where: names.contains)
    }

    /// What the parser says of a command's arguments.
    private struct Declarations: Decodable {
        let command: Command

        struct Command: Decodable {
            let arguments: [Argument]
        }

        struct Argument: Decodable {
            let kind: String
            let isRepeating: Bool
            let names: [Name]?
        }

        struct Name: Decodable {
            let name: String
        }
    }
}
