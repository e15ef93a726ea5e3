import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Tests of location services that the phone, the system or the world lacks.
@Suite struct ServiceSupportTests {
    private let world = WorldProfile(
        cells: Places.cells(perKilometer: 3),
        regions: ["home", "work"].map { name in
            Region(name: name, center: .home, radius: Meters(200))
        })

    private func error(
        _ options: PolicyOptions, device: DeviceProfile = Fixtures.device(),
        radio: RadioProfile = Fixtures.umts(), system: SystemRules = Fixtures.system(),
        world: WorldProfile? = nil
    ) -> Refusal? {
        do throws(Refusal) {
            try options.check(
                system: system, device: device, radio: radio, world: world ?? self.world)
            return nil
        } catch {
            return error
        }
    }

    private func region(
        _ names: [String]? = nil, radius: Meters? = nil, report: RegionOptions.Report = .cell
    ) -> PolicyOptions {
        .region(
            RegionOptions(
                regions: WatchedRegions(names: names, radius: radius), report: report,
                upload: Fixtures.positionUpload))
    }

    private func hybrid(_ timeout: Double) -> PolicyOptions {
        .hybrid(
            HybridOptions(
                timeout: Fixtures.seconds(timeout), upload: Fixtures.positionUpload))
    }

    private let triggered = PolicyOptions.regionTriggered(
        RegionTriggeredOptions(
            track: .outside, uploadEvery: Fixtures.seconds(60), timeout: Fixtures.seconds(60),
            upload: Fixtures.positionUpload))

    @Test("With every service present nothing is refused")
    func supported() {
        for options in [Fixtures.significantChange, region(), hybrid(60), triggered] {
            #expect(error(options) == nil)
        }
    }

    @Test("SR-028, SR-030: a service that the phone lacks is refused")
    func device() {
        var phone = Fixtures.device()
        phone.supportsRegionMonitoring = false
        for options in [region(), triggered] {
            #expect(error(options, device: phone)?.message == "phone cannot monitor regions")
        }
        #expect(error(Fixtures.significantChange, device: phone) == nil)
        phone.supportsSignificantChange = false
        for options in [Fixtures.significantChange, hybrid(60)] {
            let refused = error(options, device: phone)
            #expect(refused?.message == "phone has no significant-change location service")
        }
    }

    @Test("SR-026: significant changes, and regions found by cells, need a cellular radio")
    func radio() {
        let wifi = Self.wifi
        let words = " follows the cells of a cellular radio, but wi-fi is not cellular"
        for options in [Fixtures.significantChange, hybrid(60)] {
            #expect(error(options, radio: wifi)?.message == "significant-change" + words)
        }
        #expect(error(region(report: .region), radio: wifi) == nil)
        #expect(error(region(), radio: wifi)?.message == "report: cell" + words)
        var system = Fixtures.system()
        system.regions.detection = .cellChanges
        #expect(
            error(triggered, radio: wifi, system: system)?.message
                == "region monitoring by ios" + words)
        #expect(
            error(
                Fixtures.standard(filter: 100, pauses: true), radio: wifi,
                system: Fixtures.laterSystem())?.message == "significant-change" + words)
    }

    @Test("A phone without a cellular radio has no position from the world's cells")
    func noCells() {
        let options = Fixtures.periodic(minutes: 60, accuracy: .kilometer)
        for (radio, searches) in [(Fixtures.umts(), false), (Self.wifi, true)] {
            let run = RecordedRun(
                Fixtures.scenario(
                    radio: radio, hours: 1, world: world,
                    policies: [NamedPolicy(name: "app", options: options)]), policy: options)
            let acquired = run.table.energy { $0.component == .gnss }
            #expect((acquired > .zero) == searches)
            #expect(run.metrics[.fixes] == 1)
        }
        #expect(error(Fixtures.standard(.kilometer), radio: Self.wifi)?.option == "upload-fixes")
    }

    @Test("IO-010, IM-077: more regions than the system's limit are refused")
    func limit() {
        var system = Fixtures.system()
        system.regions.limit = 1
        let refused = error(region(), system: system)
        #expect(refused?.message.contains("2 regions, but ios lets an app register 1") == true)
        #expect(refused?.option == "regions")
        #expect(error(region(["home"]), system: system) == nil)
    }

    @Test("Regions that do not exist are refused")
    func regions() {
        let none = error(region(), world: WorldProfile())
        #expect(none?.message == "the policy watches regions, but this world has none")
        let unknown = error(region(["home", "gym"]))
        #expect(unknown?.message == "this world has no region named \"gym\"")
        #expect(unknown?.advice == "The regions are home, work.")
        #expect(
            error(region(radius: Meters(0.5)))
                == .tooSmall(option: "radius", found: "0.5 m", least: "1 m"))
    }

    @Test("Cells that do not exist are refused")
    func cells() {
        let bare = WorldProfile(regions: world.regions)
        for options in [Fixtures.significantChange, hybrid(60), region()] {
            #expect(error(options, world: bare)?.message.contains("has no cells") ?? false)
        }
        #expect(error(region(report: .region), world: bare) == nil)
    }

    @Test("SR-011: a search that outlasts task completion is refused")
    func timeout() {
        #expect(error(hybrid(600)) == nil)
        #expect(
            error(hybrid(601))?.message
                == "timeout is \(Seconds(601)), but ios lets an app run for 10 min per event")
    }

    private static let wifi = Fixtures.valid {
        try RadioProfile(
            name: "wi-fi", technology: .wifi,
            states: [
                RadioState(
                    name: "CAM", draw: .constant(Milliwatts(10)), uplink: BitsPerSecond(1e6),
                    downlink: BitsPerSecond(1e6))
            ],
            initial: 0, promotions: [], roundTrip: Seconds(0.1), transferPower: nil)
    }
}
