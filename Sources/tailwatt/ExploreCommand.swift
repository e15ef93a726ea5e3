import Foundation

struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Write a page to drag a scenario's values on, and see the battery a day.",
        discussion: """
            Simulates every combination of the scenario's factors on each radio, and writes one \
            HTML page: to standard output, or with --out to a file. The page needs no network. It \
            shows the battery that each policy takes a day, the delays, the spread over radios, \
            and the command that prints each number.

            A scenario needs one to three factors, each with a list of values; the first one is \
            the page's axis. docs/guide/explorer.md shows how to write them.

            Example: tailwatt explore > page.html
            """)

    @OptionGroup var explorer: ExplorerOptions

    @Option(help: "Number of replications of each point, from 2.")
    var replications: Int = 8

    @Option(
        name: [.long, .customShort("o")], help: "Write the page into this file; - is stdout.")
    var out: String?

    @OptionGroup var replacing: ReplacingOption

    func validate() throws {
        try OptionName.replications.require(replications, in: 2...1000)
        if let out, out.isEmpty || out.hasSuffix("/") {
            throw ValidationError("\(OptionName.out) needs the name of a file, not \"\(out)\".")
        }
    }

    func run() async throws {
        let plan = try explorer.plan(replications)
        let file = try out.map { path in
            let claim = OutputClaim(
                command: ["explore"], inputs: plan.own.files.map(\.path),
                isForced: replacing.force)
            let file = OutputFile(path: path, claim: claim)
            try file.probe()
            return file
        }
        let bytes = ExplorerPage(
            try await explorer.watchedGrid(of: plan), explorer.context(plan.own, replications)
        ).answer.bytes
        guard let file else { return try StandardOutput.write(bytes) }
        try file.publish(bytes, sealed: .xml)
    }
}
