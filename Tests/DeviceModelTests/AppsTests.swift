import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct AppsTests {
    private static let world = WorldProfile(
        otherTraffic: [
            TrafficSource(
                every: .exponential(mean: Seconds(1200)), uplink: .constant(Bytes(1000)),
                downlink: .constant(Bytes(5000)), roundTrips: 1)
        ],
        network: NetworkBehaviour(
            natIdleTimeout: .exponential(mean: Seconds(2400)),
            change: .exponential(mean: Seconds(20_000))),
        incomingCalls: .exponential(mean: Seconds(7200)),
        phoneCalls: Spells(
            every: .exponential(mean: Seconds(9000)), duration: .constant(Seconds(60))),
        listening: Fixtures.listening(minutes: 90, skipped: 0.2),
        apps: [AppWorldProfile(), AppWorldProfile(), AppWorldProfile(), AppWorldProfile()])

    private static let lone: [String: PolicyOptions] = [
        "voip": Fixtures.keepAlive(minutes: 29),
        "chat": Fixtures.keepAlive(minutes: 10),
        "music": Fixtures.streaming(.chunked(ahead: nil, lead: Fixtures.seconds(10))),
    ]

    private static func apps(_ names: String..., places: [String: Int] = [:]) -> PolicyOptions {
        .apps(
            AppsOptions(
                apps: names.enumerated().map { index, name in
                    AppsOptions.App(
                        name: name, options: lone[name]!, place: places[name] ?? index + 1)
                }))
    }

    private static func run(
        _ options: PolicyOptions, world: WorldProfile = world, hours: Double = 24,
        replication: Int = 0
    ) -> RecordedRun {
        let scenario = Fixtures.scenario(
            system: Fixtures.system(earliness: 0.1), hours: hours, world: world,
            policies: [NamedPolicy(name: "app", options: options)])
        return RecordedRun(scenario, policy: options, replication: replication)
    }

    @Test("A list of one app equals the lone policy", arguments: ["voip", "chat", "music"])
    func oneApp(_ name: String) throws {
        let lone = Self.run(try #require(Self.lone[name]))
        let listed = Self.run(Self.apps(name))
        #expect(lone.metrics == listed.metrics)
        #expect(lone.timeline == listed.timeline)
        #expect(lone.table.cells == listed.table.cells)
    }

    @Test("Energy booked to apps, other apps, the network and no cause adds up to the total")
    func sum() {
        for replication in 0..<10 {
            let options = Self.apps("voip", "chat", "music")
            let table = Self.run(options, replication: replication).table
            let byActivity = table.energyByActivity().map(\.magnitude)
            guard let apps = options.severalApps else { return }
            let booked = apps.ledgerActivities.map { byActivity[$0].reduce(0, +) }
            #expect(booked.allSatisfy { $0 > 0 })
            #expect(apps.ledgerActivities.last?.upperBound == byActivity.count)
            let world = byActivity[..<LedgerPlan.firstPolicyActivity].reduce(0, +)
            let total = table.totalEnergy.magnitude
            #expect(abs(booked.reduce(world, +) - total) <= 1e-9 * total)
        }
    }

    @Test("The list of apps and its order do not change the world")
    func order() {
        let places = ["voip": 1, "chat": 2, "music": 3]
        let options = [
            Self.apps("voip", "chat", "music", places: places),
            Self.apps("music", "voip", "chat", places: places),
            Self.apps("chat", "voip", places: places), Self.apps("voip", places: places),
        ]
        for replication in 0..<5 {
            let runs = options.map { Self.run($0, replication: replication) }
            // Two apps are called instead of one, and each counts the offered calls.
            #expect(runs[0].metrics[.callsOffered] == runs[1].metrics[.callsOffered])
            #expect(runs[2].metrics[.callsOffered] == runs[0].metrics[.callsOffered])
            #expect(runs[3].metrics[.callsOffered] == runs[0].metrics[.callsOffered]! / 2)
            #expect(runs[0].metrics[.keepAlives] == runs[1].metrics[.keepAlives])
        }
    }

    @Test("Handlers that coincide share one wake-up, one promotion and one tail")
    func sharing() throws {
        let quiet = WorldProfile(apps: [AppWorldProfile(), AppWorldProfile(), AppWorldProfile()])
        let one = Self.run(Self.apps("chat"), world: quiet).metrics
        let both = Self.run(
            .apps(
                AppsOptions(
                    apps: (1...2).map {
                        AppsOptions.App(
                            name: "chat-\($0)", options: Fixtures.keepAlive(minutes: 10), place: $0)
                    })), world: quiet
        ).metrics
        #expect(both[.keepAlives] == 286 && one[.keepAlives] == 143)
        #expect(both[.wakeUps] == one[.wakeUps] && both[.promotions] == one[.promotions])
        // The second message follows the first: 0.15 s and 200 B at 1 Mbit/s, at 700 mW more.
        let more = 143 * (0.15 + 200 * 8 / 1e6) * 0.7
        let radio = try #require(one[.radioEnergy])
        #expect(abs(both[.radioEnergy]! - radio - more) <= 1e-9 * radio)
    }

    @Test("A transfer of one app carries what another app holds back")
    func joining() {
        // An item at 1,000 s that may wait for an hour, and a keep-alive at 1,200 s.
        let batch = Fixtures.batch(
            Fixtures.seconds(3600),
            TransferShape(roundTrips: 1, uplink: Bytes(0), downlink: Bytes(0)), kept: .audio)
        let world = WorldProfile(apps: [
            AppWorldProfile(), AppWorldProfile(),
            AppWorldProfile(
                outbox: AppWorldProfile.Items(
                    every: .constant(Seconds(1000)), size: .constant(Bytes(1000)))),
        ])
        func sent(_ apps: [AppsOptions.App]) -> Double? {
            Self.run(.apps(AppsOptions(apps: apps)), world: world, hours: 0.5)
                .metrics[.itemsSent]
        }
        let batching = AppsOptions.App(name: "batch", options: batch, place: 2)
        let chat = AppsOptions.App(name: "chat", options: Self.lone["chat"]!, place: 1)
        #expect(sent([chat, batching]) == 1)
        #expect(sent([batching]) == 0)
    }

    @Test("An app that cannot run is named, and so are two that need the same part of the phone")
    func refused() throws {
        func error(_ options: PolicyOptions) -> Refusal? {
            do throws(Refusal) {
                try options.check(
                    system: Fixtures.system(), device: Fixtures.device(), radio: Fixtures.umts(),
                    world: Self.world)
                return nil
            } catch {
                return error
            }
        }
        let short = PolicyOptions.apps(
            AppsOptions(apps: [
                .init(name: "eager", options: Fixtures.keepAlive(minutes: 5), place: 1)
            ]))
        let found = try #require(error(short))
        #expect(found.message.hasPrefix("of app eager: keep-alive interval is 5 min"))
    }
}
