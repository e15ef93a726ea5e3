import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

@Suite struct VoIPRuleTests {
    private typealias Options = KeepAliveOptions

    /// iOS 4 with its 600 s and 30 s.
    private func ios(_ change: (inout SystemRules) -> Void = { _ in }) -> SystemRules {
        var system = Fixtures.system()
        system.lifeCycle.relaunches = [.voip]
        change(&system)
        return system
    }

    @Test("SR-034: a socket is tagged for TCP alone, so UDP is refused; another system accepts it")
    func transports() {
        let udp = KeepAliveRuns.options(every: 600, .init(transport: .udp))
        #expect(
            KeepAliveRuns.fault(udp, system: ios())?.message
                == "ios wakes a suspended app only for data on a TCP socket, but transport is udp")
        #expect(KeepAliveRuns.fault(udp) == nil)
        #expect(KeepAliveRuns.fault(KeepAliveRuns.options(every: 600), system: ios()) == nil)
    }

    @Test("SR-035: launched when the phone starts, and connected from scratch (SR-007)")
    func boot() {
        let world = WorldProfile(restarts: .constant(Seconds(3600)))
        let options = KeepAliveRuns.options(every: 600)
        let metrics = KeepAliveRuns.run(options, world, system: ios(), for: 7000).metrics
        #expect(metrics[.appEndings] == 1 && metrics[.appLaunches] == 1)
        #expect(metrics[.connectionLosses] == 1)
        // 1.5 s of launching, 2 s of promotion, four round trips, 7000 B. The restart comes before
        // the handler of that instant.
        let dead = 3.5 + KeepAliveRuns.connecting
        let share = metrics[.unreachableShare]! / 100 * 7000
        #expect(abs(share - dead) < 1e-6, "\(share) s")
        // Five before it; the interval counts from the launch.
        #expect(metrics[.keepAlives] == 10)

        let without = KeepAliveRuns.run(
            options, world, system: ios { $0.lifeCycle.relaunches = [] }, for: 7000
        ).metrics
        #expect(without[.appLaunches] == 0 && without[.keepAlives] == 5)
        #expect(abs(without[.unreachableShare]! / 100 * 7000 - 3400) < 1e-6)
    }

    @Test("SR-035, SR-033: after a force quit the app stays stopped until its user opens it")
    func forceQuit() {
        let world = WorldProfile(apps: [
            AppWorldProfile(
                sessions: Spells(
                    every: .constant(Seconds(5000)), duration: .constant(Seconds(60))),
                forceQuits: .constant(Seconds(3700)))
        ])
        let metrics = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600), world, system: ios(), for: 7000
        ).metrics
        #expect(metrics[.appEndings] == 1 && metrics[.appLaunches] == 1)
        // Opened after 5000 s: launch and a new connection.
        let dead = 1303.5 + KeepAliveRuns.connecting
        #expect(abs(metrics[.unreachableShare]! / 100 * 7000 - dead) < 1e-6)
        // After 600 s to 3600 s, and every 600 s from the launch on.
        #expect(metrics[.keepAlives] == 9)
    }

    @Test("SR-036: data for the socket wakes the app for the time that it needs")
    func wakesForData() {
        var delivery = KeepAliveRuns.delivery
        delivery.time = Fixtures.seconds(3)
        let run = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 3600, .init(delivery: delivery)),
            WorldProfile(apps: KeepAliveRuns.messages(every: 1000)), system: ios(), for: 1500)
        #expect(run.metrics[.wakeUps] == 1 && run.metrics[.messagesDelivered] == 1)
        let awake = run.timeline.filter {
            run.table.plan.lines[$0.line].state == "awake-background"
        }
        // Not while the data is on its way: after 2 s of promotion, a round trip and 1400 B.
        let comes = 1002 + KeepAliveRuns.delivering
        #expect(awake.count == 1)
        #expect(abs((awake.first?.from.seconds.magnitude ?? 0) - comes) < 1e-9)
        #expect(abs((awake.first?.until.seconds.magnitude ?? 0) - comes - 3) < 1e-9)
    }

    @Test("SR-037, IO-001: an interval below 600 s is refused", arguments: [599.0, 600, 1740])
    func minimum(seconds: Double) {
        let options = KeepAliveRuns.options(every: seconds)
        let fault = KeepAliveRuns.fault(options, system: ios())
        #expect((fault == nil) == (seconds >= 600), "\(String(describing: fault))")
        let onWiFi = KeepAliveRuns.options(
            every: 600, .init(intervalOnWiFi: Fixtures.seconds(seconds)))
        #expect((KeepAliveRuns.fault(onWiFi, system: ios()) == nil) == (seconds >= 600))
    }

    @Test("SR-038, IO-002: a handler longer than 30 s, or 10 s, is refused", arguments: [30.0, 10])
    func handlerLimit(limit: Double) {
        let system = ios { $0.keepAlive.handlerLimit = Fixtures.seconds(limit) }
        let longest = KeepAliveRuns.options(every: 600, handlerTime: limit)
        #expect(KeepAliveRuns.fault(longest, system: system) == nil)
        let longer = KeepAliveRuns.options(every: 600, handlerTime: limit + 1)
        #expect(
            KeepAliveRuns.fault(longer, system: system)?.message
                == "handler time is \(Seconds(limit + 1)), but ios ends the app after "
                + "\(Seconds(limit))")
    }

    /// 5 MB just before the first handler, which keep the radio busy for 40 s.
    private let jam = WorldProfile(otherTraffic: [
        TrafficSource(
            every: .constant(Seconds(599)), uplink: .constant(.zero),
            downlink: .constant(Bytes(5e6)), roundTrips: 1)
    ])

    @Test("SR-038: a message delayed by 30 s makes its handler end the app, which starts over")
    func overrun() {
        let metrics = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600), jam, system: ios(), for: 1000
        ).metrics
        #expect(metrics[.appEndings] == 1 && metrics[.appLaunches] == 1)
        #expect(metrics[.connectionLosses] == 1)
        // Dead from 630 s until the other transfer and then the new connection are through; the
        // earlier message was cut off.
        let through = 641.15 + KeepAliveRuns.connecting
        #expect(abs(metrics[.unreachableShare]! / 100 * 1000 - (through - 630)) < 1e-6)
    }

    @Test("SR-038: under a longer limit the handler ends in time, and no work is lost")
    func lenient() {
        let system = ios { $0.keepAlive.handlerLimit = Fixtures.seconds(60) }
        let metrics = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600), jam, system: system, for: 1000
        ).metrics
        #expect(metrics[.appEndings] == nil && metrics[.connectionLosses] == 0)
        #expect(metrics[.unreachableShare] == 0)
    }

    @Test("SR-039, IO-003: the handler runs at the timeout or before, never later, in 50 worlds")
    func neverLate() {
        var system = ios()
        system.keepAlive.earliness = Fraction(0.1)
        let world = WorldProfile(otherTraffic: [
            TrafficSource(
                every: .exponential(mean: Seconds(200)), uplink: .constant(Bytes(100)),
                downlink: .constant(Bytes(100)), roundTrips: 1)
        ])
        for seed in 1...50 as ClosedRange<UInt64> {
            let run = KeepAliveRuns.run(
                KeepAliveRuns.options(every: 600), world, system: system, for: 86_400, seed: seed)
            let count = run.metrics[.keepAlives]!
            #expect(count >= 143 && count <= 160, "seed \(seed): \(count)")
        }
    }

    @Test("SR-040: 29 minutes cost 49 keep-alives where ten cost 143, and connections live")
    func recommended() {
        let world = WorldProfile(
            network: NetworkBehaviour(natIdleTimeout: .constant(Seconds(1800))))
        let ten = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 600), world, system: ios(), for: 86_400
        ).metrics
        let recommended = KeepAliveRuns.run(
            KeepAliveRuns.options(every: 1740), world, system: ios(), for: 86_400
        ).metrics
        #expect(ten[.keepAlives] == 143 && recommended[.keepAlives] == 49)
        #expect(recommended[.connectionLosses] == 0)
        #expect(abs(recommended[.radioEnergy]! / ten[.radioEnergy]! - 49.0 / 143) < 1e-9)
    }

    @Test(
        "SR-041: a middlebox, or a server that expects to hear from the app, ends a connection")
    func reasons() {
        let options = KeepAliveRuns.options(every: 1740)
        let byNAT = NetworkBehaviour(natIdleTimeout: .constant(Seconds(1000)))
        let byServer = NetworkBehaviour(serverIdleTimeout: Fixtures.seconds(1000))
        for network in [byNAT, byServer] {
            let metrics = KeepAliveRuns.run(
                options, WorldProfile(network: network), system: ios(), for: 3600
            ).metrics
            #expect(metrics[.connectionLosses]! > 0, "\(network)")
        }
        let both = KeepAliveRuns.run(options, system: ios(), for: 3600).metrics
        #expect(both[.connectionLosses] == 0)
    }

    @Test("SR-039: other work calls the handler no earlier than the last tenth of its interval")
    func noEarlier() {
        // Traffic at 500 s, 1,000 s and so on, handlers at 600, 1,200, 1,800 and 2,400 s.
        let traffic = TrafficSource(
            every: .constant(Seconds(500)), uplink: .constant(Bytes(100)),
            downlink: .constant(Bytes(100)), roundTrips: 1)
        let options = Fixtures.keepAlive(minutes: 10)
        let result = RecordedRun(
            Fixtures.scenario(
                system: Fixtures.system(earliness: 0.1), hours: 2900.0 / 3600,
                world: WorldProfile(otherTraffic: [traffic]),
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
        #expect(result.metrics[.keepAlives] == 4)
    }

    @Test("On Wi-Fi the handler uses the interval for Wi-Fi", arguments: [false, true])
    func onWiFi(_ isOnWiFi: Bool) {
        let wifi = Fixtures.wifi()
        var options = Fixtures.keepAlive(minutes: 29)
        if var voip = options.options(as: KeepAliveOptions.self) {
            voip.extras.intervalOnWiFi = Fixtures.seconds(900)
            options = .keepAlive(voip)
        }
        let result = RecordedRun(
            Fixtures.scenario(
                radio: isOnWiFi ? wifi : Fixtures.umts(), hours: 1,
                policies: [NamedPolicy(name: "app", options: options)]),
            policy: options)
        #expect(result.metrics[.keepAlives] == (isOnWiFi ? 3 : 2))
    }
}
