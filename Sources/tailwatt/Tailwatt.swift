// The whole program is made of these.
@_exported import ArgumentParser
import Foundation
@_exported import Profiles
@_exported import Reports

@main
struct Tailwatt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tailwatt", abstract: "Simulate what background work costs a phone's battery.",
        discussion: """
            Compares policies - a keep-alive every 10 or 29 minutes, chunked or trickled \
            streaming, GPS or significant changes - and reports the difference with a confidence \
            interval. Every number of its profiles has a source or is marked as an assumption.

            Start with: tailwatt compare keep-alive

            Exit codes: 0 done, 1 a check failed, 64 wrong usage, 65 bad data in a file, 66 no \
            such file or profile, 73 cannot create the output, 74 cannot write it, 130 \
            interrupted.
            """,
        version: Version.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Common",
                subcommands: [
                    CompareCommand.self, RunCommand.self, SweepCommand.self, OptimizeCommand.self,
                    CheckCommand.self, ReplayCommand.self, ExploreCommand.self,
                    ServeCommand.self,
                ]),
            CommandGroup(
                name: "Other",
                subcommands: [
                    AssumptionsCommand.self, BehavioursCommand.self, ColumnsCommand.self,
                    DiffCommand.self, FitCommand.self, FrontierCommand.self, GPXCommand.self,
                    MergeCommand.self, PhoneCommand.self, ProfilesCommand.self,
                    ScenariosCommand.self,
                    SchemaCommand.self, SelectCommand.self, ValidateCommand.self,
                ]),
        ])

    /// Suggests a spelling, as the parser reports a misspelt command as a surplus argument.
    static func main() async {
        StandardOutput.occupyClosedDescriptors()
        StandardOutput.refuseTooFewDescriptors()
        StandardOutput.refuseTinyStack()
        refuseOtherBytes()
        refuseUnknown(CommandLine.arguments.dropFirst(), after: "tailwatt", configuration)
        do {
            try StandardInput.prepare(for: CommandLine.arguments)
            var command = try parseAsRoot(words)
            try RepeatedOptions.refuse(in: CommandLine.arguments.dropFirst(), of: type(of: command))
            if var asynchronous = command as? AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            ResultFiles.close()
        } catch {
            ResultFiles.close()
            leave(CommandFailure.reported(error))
        }
    }

    /// Exits if an argument is not UTF-8, as it could not open a file of that name.
    private static func refuseOtherBytes() {
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[place],
                String(validatingCString: word) == nil
            else { continue }
            let bytes = UnsafeBufferPointer(start: word, count: strlen(word))
            let shown = bytes.map { byte in
                byte >= 0
                    ? String(UnicodeScalar(UInt8(byte)))
                    : "\\x" + String(UInt8(bitPattern: byte), radix: 16, uppercase: true)
            }
            CommandFailure.say(
                "the argument \"\(PrintableText.excerpt(shown.joined()))\" is not UTF-8",
                advice: "Rename the file, or make a link to it with a name in UTF-8.")
            Foundation.exit(CommandFailure.Code.usage.rawValue)
        }
    }

    /// The arguments, with negative numbers joined to their options.
    ///
    /// Otherwise the parser takes them for options, and the option before them for one without a
    /// value.
    private static var words: [String] {
        CommandLine.arguments.dropFirst().reduce(into: []) { words, word in
            let isNegative = word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
            if isNegative, let option = words.last, option.hasPrefix("--"), option.count > 2,
                !option.contains("=")
            {
                words[words.count - 1] = "\(option)=\(word)"
            } else {
                words.append(word)
            }
        }
    }

    /// Makes quoted arguments printable.
    private static func leave(_ error: any Error) -> Never {
        let code = exitCode(for: error).rawValue
        var message = fullMessage(for: error)
        if code != 0 { message = inOneForm(message) }
        for word in CommandLine.arguments.dropFirst().flatMap({ [$0] + values(in: $0) }) {
            let shown = PrintableText.line(word)
            if shown != word { message = message.replacingOccurrences(of: word, with: shown) }
        }
        if !message.isEmpty {
            if code == 0 { print(PrintableText.lines(message)) } else { talk(message) }
        }
        Foundation.exit(code)
    }

    private static func inOneForm(_ message: String) -> String {
        var lines = message.split(separator: "\n").map { line in
            line.drop { $0 == " " }.description
        }
        guard let first = lines.first, first.hasPrefix("Error: ") else { return message }
        lines[0] = "e" + first.dropFirst()
        return ([lines[0]] + lines.dropFirst().map(CommandFailure.advice)).joined(separator: "\n")
    }

    private static func values(in word: String) -> [String] {
        word.firstIndex(of: "=").map { [String(word[word.index(after: $0)...])] } ?? []
    }

    private static func refuseUnknown(
        _ words: ArraySlice<String>, after path: String, _ configuration: CommandConfiguration
    ) {
        let commands = configuration.subcommands
        guard let word = words.first, !commands.isEmpty, !word.hasPrefix("-") else { return }
        if word == "help" { return refuseUnknown(words.dropFirst(), after: path, configuration) }
        let named = commands.first {
            $0._commandName == word || $0.configuration.aliases.contains(word)
        }
        if let command = named {
            return refuseUnknown(words.dropFirst(), after: "\(path) \(word)", command.configuration)
        }
        let names = commands.map { $0._commandName }
        let guess = Spelling.guess(for: word, in: names)
        CommandFailure.say(
            "there is no command \"\(PrintableText.excerpt(word))\".\(guess)",
            advice: "The commands are \(names.joined(separator: ", ")); see \(path) --help.")
        Foundation.exit(CommandFailure.Code.usage.rawValue)
    }
}

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
        let repeated = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
            .map { String($0.prefix { $0 != "=" }) }.map { Self.short[$0] ?? $0 }.filter {
                !seen.insert($0).inserted
            }
        // The parser's declarations take longer to read than the words do.
        if repeated.isEmpty { return nil }
        let declared = try JSONDecoder().decode(
            Declarations.self, from: Data(command._dumpHelp().utf8))
        let single = declared.command.arguments.filter { $0.kind == "option" && !$0.isRepeating }
        let names = Set(single.flatMap { $0.names ?? [] }.map { "--\($0.name)" })
        return repeated.first(where: names.contains)
    }

    /// Short names of options with one value.
    private static let short = ["-f": OptionName.format.flag, "-o": OptionName.out.flag]

    private struct Declarations: Decodable {
        let command: Command

        struct Command: Decodable { let arguments: [Argument] }

        struct Argument: Decodable {
            let kind: String
            let isRepeating: Bool
            let names: [Name]?
        }

        struct Name: Decodable { let name: String }
    }
}
