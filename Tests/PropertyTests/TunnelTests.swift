import Kernel
import ModelFixtures
import Profiles
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// An app that is the phone's VPN, and packets for all devices of a Wi-Fi network.
@Suite struct TunnelTests {
    private static let library = ProfileLibrary(root: Repository.profiles).remembering

    private static let ping = RuleStep.request(
        RuleRequest(roundTrips: 1, uplink: 100, downlink: 100))

    /// A keep-alive each 25 s by the tunnel's own timer (R059), and the server's packets.
    private static func tunnel(
        _ kept: KeptRunning = .packetTunnel, _ more: AppRule...
    ) -> PolicyOptions {
        .app(
            OwnAppOptions(
                rules: [AppRule(name: "ping", on: every(25), do: [ping])] + more, kept: kept))
    }

    private static func every(_ seconds: Double) -> RuleTrigger {
        .every(Fixtures.seconds(seconds), by: .timer, tolerance: .zero, jitter: .zero)
    }

    private static func refusal(_ app: PolicyOptions, _ system: SystemRules) -> Refusal? {
        do throws(Refusal) {
            try app.check(
                system: system, device: Fixtures.device(), radio: Fixtures.umts(), world: bare)
            return nil
        } catch {
            return error
        }
    }

    private static let bare = WorldProfile(apps: [AppWorldProfile()])

    private static func run(
        _ app: PolicyOptions, _ system: SystemRules, _ world: WorldProfile = bare,
        radio: RadioProfile = Fixtures.umts()
    ) -> RecordedRun {
        RecordedRun(
            Fixtures.scenario(
                radio: radio, system: system, hours: 8, world: world,
                policies: [NamedPolicy(name: "app", options: app)]), policy: app)
    }

    private static func world(ownWork: Bool) -> WorldProfile {
        var world = bare
        world.hasOwnWork = ownWork
        return world
    }

    @Test(
        "R057: the timers of a tunnel go on in each wake-up of the phone, and its processor sleeps",
        arguments: [9, 13, 16])
    func timers(number: Int) throws {
        let system = try Self.library.loadSystem("ios-\(number)").value
        // A phone that nothing wakes is awake for the start alone.
        #expect(Self.run(Self.tunnel(), system).metrics[.errandsBegun] == 0)
        // Its system wakes it once a minute: each 25 s of uptime there is a ping.
        let own = Self.run(Self.tunnel(), system, Self.world(ownWork: true))
        let pings = own.metrics[.errandsBegun]!
        #expect(pings > 10 && pings < 400, "\(pings)")
        // An app that sound keeps running has all of them.
        let sound = Self.run(Self.tunnel(.audio), system, Self.world(ownWork: true))
        #expect((1151...1280).contains(sound.metrics[.errandsBegun]!))
        #expect(own.metrics[.energy]! < sound.metrics[.energy]!)
    }

    @Test("R060: packets from a server wake the tunnel, each 15 s")
    func packets() throws {
        let system = try Self.library.loadSystem("ios-16").value
        var world = Self.bare
        world.apps[0].messages = AppWorldProfile.Items(
            every: .constant(Seconds(15)), size: .constant(Bytes(100)))
        let connect = AppRule(
            name: "connect", on: .launched,
            do: [.request(RuleRequest(roundTrips: 3, uplink: 500, connecting: 2))])
        let packet = AppRule(
            name: "packet",
            on: .received(
                TransferShape(roundTrips: 0, uplink: Bytes(0), downlink: Bytes(100))),
            do: [.work(Fixtures.seconds(0.1))])
        let run = Self.run(Self.tunnel(.packetTunnel, connect, packet), system, world)
        #expect(run.metrics[.messagesDelivered] == 1919)
        #expect(run.metrics[.wakeUps]! > 1900)
    }

    @Test("R057: a system without packet tunnels refuses one")
    func refused() throws {
        var system = try Self.library.loadSystem("ios-16").value
        #expect(Self.refusal(Self.tunnel(), system) == nil)
        system.hasPacketTunnels = false
        let refusal = try #require(Self.refusal(Self.tunnel(), system))
        #expect(refusal.message.contains("packet-tunnel"), "\(refusal.message)")
        for name in ["ios-8", "android-14"] {
            let older = try Self.library.loadSystem(name).value
            #expect(Self.refusal(Self.tunnel(), older) != nil)
        }
    }

    // MARK: Multicasts

    /// The mean power of a Wi-Fi radio on which nothing happens, in mW.
    private static func idlePower(
        _ system: String, radio: RadioProfile, _ change: (inout PolicyOptions) -> Void = { _ in }
    ) throws -> Double {
        var idle = PolicyOptions.app(
            OwnAppOptions(
                rules: [AppRule(name: "r", on: Self.every(1e6), do: [Self.ping])],
                kept: .connectedDevice))
        change(&idle)
        let system = try library.loadSystem(system).value
        return run(idle, system, radio: radio).metrics[.radioEnergy]! * 1000 / 28_800
    }

    @Test("R048, R049: a lock keeps Wi-Fi awake up to version 13, and does nothing from 14 on")
    func wifiLocks() throws {
        let radio = try Self.library.loadRadio("wifi-psm").value
        for (system, locked) in [("android-6", 250.0), ("android-13", 250), ("android-14", 30)] {
            let free = try Self.idlePower(system, radio: radio)
            let held = try Self.idlePower(system, radio: radio) { $0.traits.holdsWiFiLock = true }
            #expect(abs(free - 30) < 1e-9 && abs(held - locked) < 1e-9, "\(system): \(held)")
        }
    }

    @Test("R051: a sleeping phone hears every second of an access point's DTIMs from 14 on")
    func beacons() throws {
        let radio = try Self.library.loadRadio("wifi-dtim-3").value
        func asleep(_ dtim: Double) -> Double { 0.3036 + 0.2792 / (dtim * 0.1024) }
        let (before, from) = (
            try Self.idlePower("android-13", radio: radio),
            try Self.idlePower("android-14", radio: radio)
        )
        #expect(abs(before - asleep(3)) < 1e-9 && abs(from - asleep(6)) < 1e-9)
        let lock = try Self.idlePower("android-14", radio: radio) {
            $0.traits.holdsMulticastLock = true
        }
        #expect(abs(lock - asleep(3)) < 1e-9)
    }

    @Test("R050: Wi-Fi drops multicasts from version 7 on, unless an app holds a lock")
    func multicasts() throws {
        var world = Self.bare
        world.otherTraffic = [
            TrafficSource(
                every: .constant(Seconds(2)), uplink: .constant(Bytes(0)),
                downlink: .constant(Bytes(200)), isMulticast: true)
        ]
        let idle = PolicyOptions.app(
            OwnAppOptions(
                rules: [AppRule(name: "r", on: Self.every(1e6), do: [Self.ping])],
                kept: .connectedDevice))
        var holding = idle
        holding.traits.holdsMulticastLock = true
        func received(
            _ app: PolicyOptions, _ name: String, _ radio: RadioProfile = Fixtures.wifi(),
            filters: Bool? = nil
        ) throws -> Double {
            var system = try Self.library.loadSystem(name).value
            if let filters { system.filtersMulticast = filters }
            return Self.run(app, system, world, radio: radio).metrics[.bytesDown]! / 200
        }
        #expect(try received(idle, "android-6") == 14_399)
        for name in ["android-7", "android-16"] {
            #expect(try received(idle, name) == 0)
            #expect(try received(holding, name) == 14_399)
            #expect(try received(idle, name, filters: false) == 14_399)
        }
        // No cellular network has them.
        #expect(try received(holding, "android-16", Fixtures.umts()) == 0)
    }
}
