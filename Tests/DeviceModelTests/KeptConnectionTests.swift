import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of connections that an app keeps from one request to the next.
@Suite struct KeptConnectionTests {
    /// Asks every 15 minutes for four hours; two of the three round trips of each request connect.
    private static func energy(
        connecting: Int = 2, tearsDown: Bool = false,
        change: (inout WorldProfile) -> Void = { _ in }
    ) -> Double {
        var system = RefreshTests.system(timers: true)
        system.lifeCycle.tearsDownSockets = tearsDown
        var world = RefreshTests.world(every: 100_000)
        change(&world)
        let options = Fixtures.refresh(
            .poll(every: Fixtures.seconds(900), tolerance: .zero),
            TransferShape(roundTrips: 3, uplink: Bytes(0), downlink: Bytes(0)), work: .zero,
            alerts: false, connecting: connecting)
        let scenario = Fixtures.scenario(
            system: system, hours: 4, world: world,
            policies: [NamedPolicy(name: "app", options: options)])
        return scenario.run(options).metrics[.radioEnergy] ?? 0
    }

    /// The extra round trips of connecting anew, over fifteen requests: 0.15 s at 700 mW each.
    private static func roundTrips(_ energy: Double) -> Double {
        ((energy - Self.energy()) / (0.15 * 0.7)).rounded()
    }

    @Test("A kept connection saves its round trips in each request but the first: closed form")
    func saved() {
        #expect(Self.roundTrips(Self.energy(connecting: 0)) == 14 * 2)
    }

    @Test("SR-007: the app reopens each socket that the system closes when it suspends the app")
    func tornDown() {
        #expect(Self.roundTrips(Self.energy(tearsDown: true)) == 14 * 2)
    }

    @Test("A silence limit of network or server, and another network, end a connection")
    func ended() {
        let silence = Self.energy { $0.network.natIdleTimeout = .constant(Seconds(600)) }
        #expect(Self.roundTrips(silence) == 14 * 2)
        let server = Self.energy { $0.network.serverIdleTimeout = Fixtures.seconds(600) }
        #expect(Self.roundTrips(server) == 14 * 2)
        let patient = Self.energy { $0.network.natIdleTimeout = .constant(Seconds(901)) }
        #expect(Self.roundTrips(patient) == 0)
        // At 1,000 s, 2,000 s, ...: thirteen times between two requests.
        let moved = Self.energy { $0.network.change = .constant(Seconds(1000)) }
        #expect(Self.roundTrips(moved) == 13 * 2)
    }
}
