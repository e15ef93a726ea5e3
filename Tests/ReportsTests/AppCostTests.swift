import Experiments
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel
@testable import Reports
@testable import Show

/// The cost of each of several apps, by three accounts.
@Suite struct AppCostTests {
    private static let chat = AppsOptions.App(
        name: "chat", options: Fixtures.keepAlive(minutes: 10), place: 1)
    private static let mail = AppsOptions.App(
        name: "mail", options: Fixtures.keepAlive(minutes: 20), place: 2)

    private static func result(_ policies: [(String, [AppsOptions.App])]) async -> ExperimentResult
    {
        let scenario = Fixtures.scenario(
            world: WorldProfile(apps: [AppWorldProfile(), AppWorldProfile(), AppWorldProfile()]),
            policies: policies.map {
                NamedPolicy(name: $0.0, options: .apps(AppsOptions(apps: $0.1)))
            } + [NamedPolicy(name: "none", options: .none)], replications: 2)
        return await Experiment(scenario, jobs: 1).run()
    }

    private static let all: [(String, [AppsOptions.App])] = [
        ("all", [chat, mail]), ("without-chat", [mail]), ("without-mail", [chat]),
    ]

    @Test("Handlers that always fall together: what is booked, marginal and alone, by hand")
    func byHand() async throws {
        let costs = try #require(AppCosts(await Self.result(Self.all)))
        #expect(costs.policy == "all" && costs.apps.map(\.name) == ["chat", "mail"])
        let marginal = costs.apps.compactMap { $0.marginal?.difference }
        let alone = costs.apps.compactMap { $0.alone?.mean }
        try #require(marginal.count == 2 && alone.count == 2)
        // Every handler of the mail app meets one of the chat app: it adds a message alone, of
        // 0.15 s and 200 B at 1 Mbit/s, for which radio and processor stay up: 71 times.
        let message = 0.15 + 200 * 8 / 1e6
        #expect(abs(marginal[1] - 71 * message * 0.7) <= 1e-6 * marginal[1])
        // The two are there without each other 72 times as long as together.
        #expect(marginal[0] < alone[0] && marginal[1] < alone[1])
        let booked = costs.apps.map(\.booked)
        let union = alone[0] + marginal[1]
        #expect(abs(booked[0] + booked[1] - union) <= 1e-9 * union)
    }

    @Test("The file has a row for each app and for the rest of the world, and adds up")
    func table() async throws {
        let result = await Self.result(Self.all)
        let rows = try #require(ResultTables.appRows(of: result))
        #expect(
            rows.map(\.app) == [
                "chat", "mail", "nobody", "other apps",
                "network signalling",
            ])
        let energy = try #require(result.policies[0].summary(of: .energy).mean)
        let sum = rows.reduce(0) { $0 + $1.booked }
        #expect(abs(sum - energy) <= 1e-9 * energy)
    }

    @Test("The terminal explains the accounts, and has their sums")
    func words() async throws {
        let text = try #require(AppCosts(await Self.result(Self.all)))
        let lines = Screen(answer: "", table: text.part).text(within: 120).split(separator: "\n")
        #expect(lines[0].hasPrefix("of all"))
        #expect(lines.contains { $0.hasPrefix("sum") })
        #expect(lines.count { $0.hasPrefix("What ") } == 2)
    }

    @Test("There is no table of apps if no policy has all apps that others have")
    func absent() async {
        #expect(AppCosts(await Self.result([("chat", [Self.chat])])) == nil)
        let two = [("chat", [Self.chat]), ("mail", [Self.mail])]
        #expect(AppCosts(await Self.result(two)) == nil)
    }
}
