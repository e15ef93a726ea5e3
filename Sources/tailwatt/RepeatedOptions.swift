import ArgumentParser
import Foundation

/// Rejects a single-value option that is given more than once.
///
/// The parser silently takes the last value, so a user who names two metrics would get the answer
/// for one.
enum RepeatedOptions {
    static func refuse(
        in words: some Sequence<String>, of command: any ParsableCommand.Type
    ) throws {
        guard let name = try firstRepeated(words, command) else { return }
        throw CommandFailure(
            message: "\(name) takes one value, but is given more than once",
            advice: "Give it once; --help lists the options that may be repeated.",
            exitCode: .usage)
    }

    private static func firstRepeated(
        _ words: some Sequence<String>, _ command: any ParsableCommand.Type
    ) throws -> String? {
        var seen: Set<String> = []
        // A value begins with two dashes only if it is joined to its option.
        let repeated = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }.filter { !seen.insert($0).inserted }
        // The parser's declarations take longer to read than the words do.
        if repeated.isEmpty { return nil }
        let declared = try JSONDecoder().decode(
            Declarations.self, from: Data(command._dumpHelp().utf8))
        let single = declared.command.arguments.filter { $0.kind == "option" && !$0.isRepeating }
        let names = Set(single.flatMap { $0.names ?? [] }.map { "--\($0.name)" })
        return repeated.first(where: names.contains)
    }

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
