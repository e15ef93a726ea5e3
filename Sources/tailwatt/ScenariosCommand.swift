import Foundation

struct ScenariosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "List or show the shipped scenarios and their questions.",
        subcommands: [List.self, Show.self, ScenariosCheckCommand.self, Page.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the name, question and answer of every shipped scenario.",
            usage: "tailwatt scenarios list [<options>] [<word>]",
            discussion: """
                The answers are from the committed results, Reports/answers.csv next to the \
                profiles; tailwatt compare NAME computes one.
                """)

        @Argument(help: ArgumentHelp(listFilter))
        var word: String?

        @Flag(help: "Print a table in Markdown, as Reports/README.md has it.")
        var markdown = false

        @OptionGroup var printing: PrintOptions

        func run() async throws {
            let library = try ProfilesFolder.library
            let answers = CommittedAnswers(beside: library)
            let all = try library.names(of: .scenario).map { name in
                let loaded = try library.loadScenario(name)
                return ScenarioEntry(
                    name: name, question: loaded.scenario.question, answer: answers[name],
                    description: loaded.description ?? "")
            }
            let entries = try entries(all, with: word, "scenario") {
                "\($0.name)\n\($0.question)\n\($0.description)"
            }
            if markdown {
                try StandardOutput.write(
                    ScenarioEntry.markdownHeading + entries.map(\.markdown).joined())
            } else {
                try printing.print(ScenarioEntry.screen(entries), [ScenarioEntry.dataset(entries)])
            }
            if !answers.areThere {
                talk(
                    "the committed answers are missing: \(CommittedAnswers.fileName) is not "
                        + "next to the profiles; tailwatt compare NAME computes one")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a scenario's question, parts, policies, and sources of numbers.",
            usage: "tailwatt scenarios show [<options>] <scenario>")

        @Argument(help: "Shipped scenario, or a path.", completion: .names(of: .scenario))
        var scenario: String

        @OptionGroup var reading: ReadingOptions
        @OptionGroup var printing: PrintOptions

        func run() async throws {
            let loaded = try ProfilesFolder.library.loadScenario(scenario)
            try printing.print(loaded.screen, [loaded.policies])
        }
    }

    struct Page: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a page with every shipped scenario's question, answer and pictures.",
            discussion: """
                Prints HTML for Reports/index.html, with answers and pictures from the committed \
                results next to the profiles.
                """)

        func run() async throws {
            let library = try ProfilesFolder.library
            let answers = CommittedAnswers(beside: library)
            let folder = URL(fileURLWithPath: library.root).deletingLastPathComponent().path
            let entries = try library.names(of: .scenario).map { name -> IndexPage.Entry in
                func isThere(_ file: String) -> Bool {
                    FileManager.default.fileExists(atPath: "\(folder)/Reports/\(name)/\(file)")
                }
                return (
                    name, try library.loadScenario(name).scenario.question, answers[name],
                    IndexPage.pictures.filter(isThere),
                    isThere(IndexPage.page) ? IndexPage.page : nil
                )
            }
            try StandardOutput.write(IndexPage(entries).bytes)
        }
    }
}

private struct ScenarioEntry {
    let name: String
    let question: String
    /// `nil` without a committed result.
    let answer: String?
    let description: String

    var text: String {
        let answer = answer ?? "(tailwatt compare \(name) computes it)"
        return name + "\n" + WrappedText.line(question, indent: "    ")
            + WrappedText.line("-> " + answer, indent: "    ")
    }

    static func screen(_ entries: [ScenarioEntry]) -> Screen {
        let first = Screen.Part.words(entries.map(\.text).joined(separator: "\n"))
        return Screen(
            answer: "Scenarios: \(entries.count), each with a question and an answer.", table: first
        )
    }

    static func dataset(_ entries: [ScenarioEntry]) -> Dataset {
        Dataset(
            Table("scenarios", rows: entries).with(columns: [
                .text("scenario", "Scenario name.", \.name),
                .text("question", "Question of the scenario.", \.question),
                .text("answer", "Committed answer; empty without one.", \.answer),
            ]))
    }

    static let markdownHeading = "| scenario | question | answer |\n|---|---|---|\n"

    /// A row of a table; empty without a committed result.
    var markdown: String {
        guard let answer else { return "" }
        return
            "| [\(MarkdownText.line(name))](\(name)/table.txt) | \(MarkdownText.line(question)) | "
            + "\(MarkdownText.line(answer)) |\n"
    }
}

extension LoadedScenario {
    private typealias Policy = (name: String, text: String, isBaseline: Bool)

    private var rows: [Policy] {
        scenario.policies.enumerated().map { index, policy in
            (policy.name, policyTexts[index], index == scenario.baseline)
        }
    }

    fileprivate var policies: Dataset {
        Dataset(
            Table<Policy>("policies", rows: rows).with(columns: [
                .text("policy", "Policy name.", \.name),
                .text("what", "Behaviour and options.", \.text),
                .truth(
                    "baseline", "yes for the policy that the others are compared with.",
                    \.isBaseline),
            ]))
    }

    fileprivate var screen: Screen {
        let policies = rows.table([
            .left("policy") { $0.name + ($0.isBaseline ? " (baseline)" : "") },
            .left("what it is", \.text),
        ])
        let plan = scenario.replications
        let metrics = plan.metrics.map(\.rawValue).joined(separator: ", ")
        let differences = plan.pairedHalfWidth.map { ", differences to \($0)" } ?? ""
        let conditions = """
            device \(scenario.device.name), radio \(scenario.radio.name), \
            system \(scenario.system.name), \(scenario.horizon.seconds) a run
            \(plan.atLeast) to \(plan.atMost) replications, until \(metrics) \
            \(plan.metrics.count == 1 ? "is" : "are") known to \(plan.relativeHalfWidth)\
            \(differences); seed \(scenario.seed)

            """
        let own = files.filter { $0.role == .scenario }
        return Screen(
            answer: WrappedText.line("\(scenario.name): \(scenario.question)"),
            table: .table(policies), notes: WrappedText.line(description ?? "") + conditions,
            details: own.flatMap { [.table($0.provenanceTable)] + $0.sources })
    }
}

/// The answers of the shipped scenarios, from `Reports/answers.csv` next to the folder of profiles.
struct CommittedAnswers {
    private var answers: [String: String] = [:]
    /// `false` if only the program and its profiles are installed.
    let areThere: Bool

    static let fileName = "Reports/answers.csv"

    init(beside library: ProfileLibrary) {
        let folder = URL(fileURLWithPath: library.root).deletingLastPathComponent()
        guard let data = FileManager.default.contents(atPath: folder.path + "/" + Self.fileName)
        else {
            areThere = false
            return
        }
        areThere = true
        for record in (CSVRows.lines(of: Array(data)) ?? []).dropFirst() where record.count == 3 {
            answers[record[0]] = record[2]
        }
    }

    subscript(scenario: String) -> String? { answers[scenario] }
}
