import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of what the system's watch over places costs.
@Suite struct MonitoringTests {
    private let place = AppRule(
        name: "moved", on: .significantChange, do: [OwnAppRuns.request])

    /// A phone at rest among cells.
    private static let world = WorldProfile(
        cells: .hexagonal(Places.urbanMacro), apps: [AppWorldProfile()])

    private func satellites(_ options: PolicyOptions, _ power: Double) -> Double {
        var device = Fixtures.device()
        device.gnss.monitoring = Milliwatts(power)
        device.supportsSignificantChange = true
        let run = OwnAppRuns.run(
            options, Self.world, system: OwnAppRuns.system(alarms: true), device: device)
        return run.table.energy(where: { $0.component == .gnss }).magnitude / 1000
    }

    @Test("SR-032: a watch over places draws its power, and an app without one draws nothing")
    func power() {
        let watching = OwnAppRuns.app(place)
        #expect(abs(satellites(watching, 2) - 3600 * 0.002) < 1e-9)
        #expect(satellites(watching, 0) == 0)
        let other = OwnAppRuns.app(
            AppRule(
                name: "poll", on: OwnAppRuns.every(600, by: .alarm), do: [OwnAppRuns.request]))
        #expect(satellites(other, 2) == 0)
        #expect(
            abs(
                satellites(
                    .significantChange(SignificantChangeOptions(upload: Fixtures.positionUpload)), 2
                ) - 3600 * 0.002) < 1e-9)
    }

    @Test("SR-032: the receiver's own power replaces the watch's while it is on")
    func receiver() {
        var device = Fixtures.device()
        device.gnss.monitoring = Milliwatts(2)
        let looking = OwnAppRuns.app(
            place,
            AppRule(
                name: "look", on: OwnAppRuns.every(600, by: .alarm),
                do: [.locate(.best, within: Fixtures.seconds(30))]))
        let run = OwnAppRuns.run(
            looking, Self.world, system: OwnAppRuns.system(alarms: true), device: device)
        let rows = run.table.residenceRows().filter { $0.component == .gnss }
        let total = rows.reduce(0) { $0 + Double($1.nanoseconds) / 1e9 }
        let watching = rows.first { $0.state == "monitoring" }.map { Double($0.nanoseconds) / 1e9 }
        let on = rows.filter { $0.state == "acquiring" || $0.state == "tracking" }.reduce(0) {
            $0 + Double($1.nanoseconds) / 1e9
        }
        #expect(on > 0 && watching.map { abs($0 + on - total) < 1 } == true)
    }
}
