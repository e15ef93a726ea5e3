import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// The step scan-wi-fi, and the limits of a system on it.
@Suite struct WiFiScanTests {
    private func scans(
        _ rules: WiFiScanRules, every: Double, apps: Int = 1, front: Bool = false,
        hours: Double = 8
    ) -> Double {
        let scan = Fixtures.wifiScan
        let device = Fixtures.phone(Fixtures.receiver(), wifiScan: scan)
        var system = OwnAppRuns.system(alarms: true)
        system.wifiScans = rules
        // Apps ask at different times: two that ask at once share a scan.
        let all = (1...apps).map { number in
            let rule = AppRule(
                name: "look", on: OwnAppRuns.every(every + 7 * Double(number - 1), by: .alarm),
                do: [.asTask([.scanWiFi])])
            return AppsOptions.App(
                name: "app-\(number)",
                options: .app(OwnAppOptions(declares: [], rules: [rule], kept: .audio)),
                place: number)
        }
        let policy = apps == 1 ? all[0].options : PolicyOptions.apps(AppsOptions(apps: all))
        let world = front ? OwnAppRuns.front(from: 0.5, for: hours * 3600 - 1) : OwnAppRuns.bare
        let run = OwnAppRuns.run(policy, world, system: system, hours: hours, device: device)
        let energy = run.table.residenceRows().filter { $0.component == .wifi }
            .reduce(0) { $0 + $1.energy.magnitude }
        return energy / (scan.power * scan.time.seconds).magnitude
    }

    private static let shared = WiFiScanRules(
        inFront: 4, behindEvery: Fixtures.seconds(1800), isShared: true)

    @Test("A scan draws its power for its time; without a limit each is made: closed form")
    func energy() {
        #expect(abs(scans(WiFiScanRules(), every: 600) - 47) < 1e-6)
    }

    @Test("R046: all apps behind together scan once in 30 min, an app in front four times in 2 min")
    func limits() {
        #expect(abs(scans(Self.shared, every: 300) - 16) < 1e-6)
        #expect(abs(scans(Self.shared, every: 300, apps: 2) - 16) < 2)
        // Each 10 s, at 10 to 40 s of two minutes.
        #expect(abs(scans(Self.shared, every: 10, front: true, hours: 1) - 120) < 2)
    }

    @Test("R047: each app behind scans once in 30 min")
    func each() {
        var own = Self.shared
        own.isShared = false
        #expect(abs(scans(own, every: 310, apps: 2) - 31) < 2)
        own.behindEvery = nil
        #expect(scans(own, every: 310, apps: 1) > 90)
    }
}
