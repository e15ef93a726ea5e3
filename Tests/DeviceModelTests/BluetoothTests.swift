import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of Bluetooth Low Energy: the power of connections, advertising and scans, and who pays.
@Suite struct BluetoothTests {
    private static let on = 0.5
    private static let scanning = 2.0
    private static let connectionEvent = 0.02
    private static let advertisingEvent = 0.03

    private static func run(
        _ policies: [PolicyOptions], world: AppWorldProfile = AppWorldProfile(),
        hours: Double = 1, change: (inout SystemRules) -> Void = { _ in }
    ) -> RecordedRun {
        var (device, system) = (Fixtures.device(), Fixtures.system())
        device.bluetooth = BluetoothProfile(
            on: Milliwatts(on), scanning: Milliwatts(scanning),
            connectionEvent: Millijoules(connectionEvent),
            advertisingEvent: Millijoules(advertisingEvent))
        let rules = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        (system.bluetooth, system.bluetoothPeripheral) = (rules, rules)
        system.externalAccessory = rules
        change(&system)
        let options = policies.count == 1 ? policies[0] : Fixtures.together(policies)
        let places = policies.count == 1 ? 1 : policies.count + 1
        let scenario = Fixtures.scenario(
            device: device, system: system, hours: hours,
            world: WorldProfile(apps: Array(repeating: world, count: places)),
            policies: [NamedPolicy(name: "app", options: options)])
        return RecordedRun(scenario, policy: options)
    }

    private static func accessory(
        _ link: AccessoryOptions.Link, every: Double = 1e6, interval: Double = 1
    ) -> PolicyOptions {
        var options = AccessoryOptions(
            link: link, every: Fixtures.seconds(every), work: .zero)
        options.interval = Fixtures.seconds(interval)
        return .accessory(options)
    }

    /// The energy in mJ.
    private static func energy(_ run: RecordedRun) -> Double {
        run.table.residenceRows().filter { $0.component == .bluetooth }
            .reduce(0) { $0 + $1.energy.magnitude }
    }

    @Test(
        "An hour costs its floor and an event each interval, with none at the end",
        arguments: [(1.0, 3599), (0.03, 119_999), (7.5, 479), (5000, 0)])
    func closedForm(interval: Double, events: Int) {
        let connected = Self.energy(Self.run([Self.accessory(.central, interval: interval)]))
        #expect(abs(connected - (3600 * Self.on + Double(events) * Self.connectionEvent)) < 1e-6)
        let known = Self.energy(Self.run([Self.accessory(.peripheral, interval: interval)]))
        #expect(abs(known - (3600 * Self.on + Double(events) * Self.advertisingEvent)) < 1e-6)
    }

    @Test("A scan draws its own power without events; a wired accessory draws nothing here")
    func others() {
        let scan = Self.energy(Self.run([Self.accessory(.scan)]))
        #expect(abs(scan - 3600 * (Self.on + Self.scanning)) < 1e-6)
        #expect(Self.energy(Self.run([Self.accessory(.external)])) == 0)
    }

    @Test("Apps share Bluetooth: the first pays its floor once, and each pays its own events")
    func shared() {
        let run = Self.run([Self.accessory(.central), Self.accessory(.central, interval: 2)])
        #expect(
            abs(Self.energy(run) - (3600 * Self.on + (3599 + 1799) * Self.connectionEvent)) < 1e-6)
        let rows = run.table.causeRows().filter { $0.component == .bluetooth }
        let second = rows.filter { $0.activity == "app 1: accessory" }
            .reduce(0) { $0 + $1.energy.magnitude }
        #expect(abs(second - 1799 * Self.connectionEvent) < 1e-6)
        let scanToo = Self.run([Self.accessory(.central), Self.accessory(.scan)])
        #expect(
            abs(
                Self.energy(scanToo) - 3600 * (Self.on + Self.scanning)
                    - 3599 * Self.connectionEvent) < 1e-6)
    }

    @Test("A device out of range has no events; its leaving and return wake its app")
    func range() {
        // Gone from 1000 to 1500 s, and from 2500 to 3000 s.
        let world = AppWorldProfile(
            outOfRange: Spells(
                every: .constant(Seconds(1000)), duration: .constant(Seconds(500))))
        let run = Self.run([Self.accessory(.central)], world: world)
        #expect(run.metrics[.messagesDelivered] == 4 && run.metrics[.wakeUps] == 4)
        let events = 999 + 999 + 599
        #expect(
            abs(Self.energy(run) - (3600 * Self.on + Double(events) * Self.connectionEvent)) < 1e-6)
        // A device that sends every 100 s: 10 times before it goes, and so on.
        let speaking = Self.run([Self.accessory(.central, every: 100)], world: world)
        #expect(speaking.metrics[.messagesDelivered] == 4 + Double(9 + 9 + 5 + 2))
        // A scan finds nothing while the device is away.
        #expect(Self.run([Self.accessory(.scan)], world: world).metrics[.messagesDelivered] == 0)
    }

    @Test("A force quit leaves the app's Bluetooth off")
    func quits() {
        let world = AppWorldProfile(forceQuits: .constant(Seconds(600)))
        let run = Self.run([Self.accessory(.central)], world: world)
        #expect(abs(Self.energy(run) - (600 * Self.on + 599 * Self.connectionEvent)) < 1e-6)
        #expect(run.time(.bluetooth, "on") == 600)
    }

    @Test("SR-049, SR-050: beyond its ten seconds an app may ask for the time of task completion")
    func asksForTime() {
        func fault(work: Double, asks: Bool) -> Refusal? {
            var options = AccessoryOptions(
                link: .central, every: Fixtures.seconds(60), work: Fixtures.seconds(work))
            options.asksForTime = asks
            var system = Fixtures.system()
            system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
            do throws(Refusal) {
                try PolicyOptions.accessory(options).check(
                    system: system, device: Fixtures.device(), radio: Fixtures.umts(),
                    world: WorldProfile())
                return nil
            } catch {
                return error
            }
        }
        #expect(fault(work: 11, asks: false) != nil && fault(work: 11, asks: true) == nil)
        #expect(fault(work: 600, asks: true) == nil && fault(work: 601, asks: true) != nil)
    }

    @Test("Bluetooth that is always on is on for an app", arguments: 0..<20)
    func clients(seed: Int) {
        let world = AppWorldProfile(
            sessions: Spells(
                every: .exponential(mean: Seconds(900)),
                duration: .exponential(mean: Seconds(60))),
            forceQuits: .exponential(mean: Seconds(4000)),
            outOfRange: Spells(
                every: .exponential(mean: Seconds(700)),
                duration: .exponential(mean: Seconds(300))))
        let links = AccessoryOptions.Link.allCases
        let run = Self.run(
            (0..<3).map { Self.accessory(links[(seed + $0) % links.count], every: 37) },
            world: world, hours: 6)
        for posting in run.timeline {
            let line = run.table.plan.lines[posting.line]
            guard line.component == .bluetooth else { continue }
            let isApps = posting.cause.activity >= Int32(LedgerPlan.firstPolicyActivity)
            #expect((line.state == "off") != isApps, "seed \(seed): \(line.state)")
        }
    }
}
