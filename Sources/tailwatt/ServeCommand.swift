import Foundation
import Serve

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the explorer in a browser, and simulate what you choose in it.",
        usage: "tailwatt serve [<options>] [<scenario>]",
        discussion: """
            Prints an address for the browser on this machine. The page is that of tailwatt \
            explore. What you drag to is simulated at once, in growing batches, up to \
            \(ServeCommand.settled) runs a point. If a file of the scenario changes, the page \
            is made again.

            Only this machine and this user reach the server: it listens on 127.0.0.1, and the \
            address has a secret after #. The server writes no file. Ctrl-C ends it.

            Example: tailwatt serve my-scenario.yaml
            """)

    @OptionGroup var explorer: ExplorerOptions

    @Option(help: "Port on 127.0.0.1, from 1024; by default \(standard[0]) or the next free one.")
    var port: Int?

    private static let standard = Array(8484...8493)
    /// The replications of a number that is settled, and of a number at first.
    static let settled = 100
    private static let first = 2
    private static let longest = TimeSpan(Seconds(60 * 86_400))

    /// One processor stays free for answers.
    private var jobs: Int { max(1, min(explorer.parallel.jobs, JobsOption.processors - 1)) }

    func validate() throws { try OptionName.port.require(port, in: 1024...65535) }

    func run() async throws {
        let port = try freePort()
        let first = try await page { try await explorer.watchedGrid(of: $0) }
        let server = ExplorerServer(first, jobs: jobs) {
            do {
                return try await page { try await $0.grid(jobs: jobs) }
            } catch { throw Self.refusal(error) }
        }
        if !explorer.quiet { talk("Open this address; Ctrl-C ends the server.") }
        try await Interruption.cancelling {
            do {
                try await server.run(on: port) { try? StandardOutput.write($0 + "\n") }
            } catch { if !Task.isCancelled { throw error } }
        }
    }

    private func freePort() throws -> UInt16 {
        let wanted = port.map { [$0] } ?? Self.standard
        guard let free = wanted.map(UInt16.init).first(where: ExplorerServer.isFree) else {
            throw CommandFailure(
                message: "port \(wanted[0]) of 127.0.0.1 is taken",
                advice: "Give a free one: \(OptionName.port) 9000.", exitCode: .inputOutput)
        }
        if free != wanted[0] { talk("note: port \(wanted[0]) is taken, so it is \(free)") }
        return free
    }

    private func page(
        _ simulate: (ExplorerOptions.Plan) async throws -> ExplorerGrid?
    ) async throws -> ServedPage {
        let plan = try explorer.plan(Self.first)
        let files = FileStamps(plan.own.files.map(\.path))
        let horizons = plan.radios.flatMap(\.points).map(\.horizon)
        if let horizon = horizons.first(where: { $0 > Self.longest }) {
            throw CommandFailure(
                message: "a run of \(horizon.seconds) is too long for a server",
                advice: "Give a horizon of at most \(Self.longest.seconds), or run tailwatt "
                    + "explore.", exitCode: .badData)
        }
        guard let grid = try await simulate(plan) else { throw CancellationError() }
        return ServedPage(grid, explorer.context(plan.own, Self.settled), files)
    }

    private static func refusal(_ error: any Error) -> RequestRefusal {
        switch error {
        case let failure as ProfileFailure: RequestRefusal(422, "\(failure)", "")
        case let failure as CommandFailure: RequestRefusal(422, failure.message, failure.advice)
        case let failure as RunFailure: RequestRefusal(422, failure.message, failure.advice)
        default: RequestRefusal(500, "\(error)", "")
        }
    }
}
