import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of scans for Bluetooth devices on a system with scan windows.
@Suite struct ScanTests {
    private static func window(_ window: Double, _ interval: Double) -> ScanWindow {
        ScanWindow(window: Fixtures.seconds(window), interval: Fixtures.seconds(interval))
    }

    private static let rules = ScanRules(
        lowPower: window(0.5, 5), balanced: window(1, 4), lowLatency: window(5, 5))

    /// Power of Bluetooth in mW: on, and the receiver's while it listens.
    private static let (on, receiving) = (0.5, 20.0)

    private func run(
        _ rules: AppRule..., scans: ScanRules = rules, in world: WorldProfile = OwnAppRuns.bare,
        hours: Double = 1, seconds: Double? = nil
    ) -> RecordedRun {
        var device = Fixtures.device()
        device.bluetooth = BluetoothProfile(
            on: Milliwatts(Self.on), scanning: Milliwatts(2), connectionEvent: Millijoules(0.02),
            advertisingEvent: Millijoules(0.03))
        device.display.alertTime = .zero
        var system = OwnAppRuns.system(alarms: true)
        system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        system.bluetoothPeripheral = system.bluetooth
        system.accessories.scans = scans
        let app = PolicyOptions.app(OwnAppOptions(declares: [], rules: rules, kept: .audio))
        return OwnAppRuns.run(
            app, world, system: system, hours: seconds.map { $0 / 3600 } ?? hours, device: device)
    }

    private func listening(
        _ mode: ScanMode = .lowPower, filtered: Bool = true, every: Double = 1
    ) -> AppRule {
        AppRule(
            name: "listen",
            on: .accessory(
                RuleAccessory(
                    link: .scan, every: Fixtures.seconds(every),
                    scan: ScanRequest(mode: mode, isFiltered: filtered))),
            do: [.queue(Bytes(1))])
    }

    private func scanning(
        for span: Double, every: Double, _ mode: ScanMode = .lowLatency
    ) -> AppRule {
        AppRule(
            name: "scan", on: OwnAppRuns.every(every, by: .alarm),
            do: [
                .scan(RuleScan(span: Fixtures.seconds(span), scan: ScanRequest(mode: mode)))
            ])
    }

    /// The energy of Bluetooth in mJ.
    private func energy(_ run: RecordedRun) -> Double {
        run.table.residenceRows().filter { $0.component == .bluetooth }
            .reduce(0) { $0 + $1.energy.magnitude }
    }

    @Test(
        "R033, R034, R035: a scan draws the receiver's power for its windows: closed form",
        arguments: [(ScanMode.lowPower, 0.1), (.balanced, 0.25), (.lowLatency, 1.0)])
    func windows(mode: ScanMode, share: Double) {
        let run = run(listening(mode))
        #expect(abs(energy(run) - 3600 * (Self.on + share * Self.receiving)) < 1e-6)
        // Finds come once in an interval: at 1 s, and then every 5, 4 or 5 s.
        let interval = mode == .balanced ? 4.0 : 5.0
        #expect(run.metrics[.errandsBegun] == (3599 / interval).rounded(.up))
    }

    @Test("R036: with the display off a scan with low power listens less")
    func dark() {
        var scans = Self.rules
        scans.lowPowerInDark = Self.window(0.5, 10)
        #expect(abs(energy(run(listening(), scans: scans)) - 3600 * (Self.on + 1)) < 1e-6)
        #expect(
            abs(energy(run(listening(.balanced), scans: scans)) - 3600 * (Self.on + 5)) < 1e-6)
        // In front from 1,000 s to 1,600 s, with the display on.
        let front = OwnAppRuns.front(from: 1000, for: 600)
        let mixed = run(listening(), scans: scans, in: front, seconds: 1700)
        #expect(abs(energy(mixed) - (1700 * Self.on + 600 * 2 + 1100 * 1)) < 1e-6)
    }

    @Test("R037: an app that is not in front scans in the most eager mode allowed behind")
    func behind() {
        var scans = Self.rules
        scans.mostBehind = .lowPower
        let front = OwnAppRuns.front(from: 1000, for: 600)
        let run = run(listening(.lowLatency), scans: scans, in: front, seconds: 1700)
        #expect(abs(energy(run) - (1700 * Self.on + 600 * 20 + 1100 * 2)) < 1e-6)
    }

    @Test("R039: a scan without a filter finds nothing while the display is off")
    func filter() {
        var scans = Self.rules
        scans.needsFilterInDark = true
        let front = OwnAppRuns.front(from: 1000, for: 600)
        let run = run(listening(filtered: false), scans: scans, in: front, seconds: 1700)
        #expect(abs(energy(run) - (1700 * Self.on + 600 * 2)) < 1e-6)
        // The first find comes with the display, the last a second before it goes off.
        #expect(run.metrics[.errandsBegun] == 120)
        #expect(self.run(listening(), scans: scans, seconds: 1700).metrics[.errandsBegun]! > 300)
    }

    @Test("R040: of more scans than the system allows in 30 s the last find nothing")
    func starts() {
        var scans = Self.rules
        scans.starts = 5
        // Scans of 1 s begin each 2 s, at 2 s to 28 s, then at 32 s.
        let some = run(scanning(for: 1, every: 2), scans: scans, seconds: 31.5)
        #expect(abs(energy(some) - 5 * (Self.on + Self.receiving)) < 1e-6)
        let all = run(scanning(for: 1, every: 2), seconds: 31.5)
        #expect(abs(energy(all) - 15 * (Self.on + Self.receiving)) < 1e-6)
    }

    @Test("R041, R042: a long scan only listens while others do, or goes on with low power")
    func long() {
        var scans = Self.rules
        scans.longAfter = Fixtures.seconds(600)
        let ends = run(listening(.lowLatency), scans: scans)
        #expect(abs(energy(ends) - (3600 * Self.on + 600 * Self.receiving)) < 1e-6)
        #expect(ends.metrics[.errandsBegun] == 120)
        // Another scan, 10 s each 5 min, finds for both.
        let two = run(listening(.lowLatency), scanning(for: 10, every: 300), scans: scans)
        #expect(two.metrics[.errandsBegun]! > 120 + 10)
        scans.longGoesOn = true
        let goesOn = run(listening(.lowLatency), scans: scans)
        #expect(
            abs(energy(goesOn) - (3600 * Self.on + 600 * Self.receiving + 3000 * 2)) < 1e-6)
        let open = run(listening(.lowLatency, filtered: false), scans: scans)
        #expect(abs(energy(open) - (3600 * Self.on + 600 * Self.receiving)) < 1e-6)
    }

    @Test("A step scans for its time, and the scan ends with its task: closed form")
    func step() {
        let run = run(scanning(for: 10, every: 300))
        #expect(abs(energy(run) - 110 * (Self.on + Self.receiving)) < 1e-6)
        let cut = self.run(
            scanning(for: 10, every: 300), in: OwnAppRuns.bare.restarting(at: 305), seconds: 600)
        #expect(abs(energy(cut) - 5 * (Self.on + Self.receiving)) < 1e-6)
    }

    @Test("The behaviour accessory is told of finds by the same windows")
    func behaviour() {
        var device = Fixtures.device()
        device.bluetooth = BluetoothProfile(on: Milliwatts(1), scanning: Milliwatts(1))
        var system = OwnAppRuns.system(alarms: true)
        system.bluetooth = TimedModeRules(runTime: Fixtures.seconds(10), perHourLimit: nil)
        system.accessories.scans = Self.rules
        let policy = PolicyOptions.accessory(
            AccessoryOptions(link: .scan, every: Fixtures.seconds(1), work: .zero))
        let run = OwnAppRuns.run(policy, system: system, device: device)
        // At 1 s, and then every 5 s.
        #expect(run.metrics[.messagesDelivered] == 720)
    }

    @Test("An app may be connected, advertise and scan at once, with one power for all")
    func roles() {
        func rule(_ link: AccessoryOptions.Link) -> AppRule {
            AppRule(
                name: link.rawValue,
                on: .accessory(RuleAccessory(link: link, every: Fixtures.seconds(1e6))),
                do: [.queue(Bytes(1))])
        }
        let run = run(rule(.central), rule(.peripheral), listening(.balanced))
        #expect(
            abs(energy(run) - (3600 * (Self.on + 5) + 3599 * (0.02 + 0.03))) < 1e-6)
    }
}

extension WorldProfile {
    fileprivate func restarting(at time: Double) -> WorldProfile {
        var world = self
        world.restarts = .constant(Seconds(time))
        return world
    }
}
