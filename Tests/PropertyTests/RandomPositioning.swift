import Kernel
import ModelFixtures
import Studies

@testable import DeviceModel

/// A random world, phone and day for location policies.
struct RandomPositioning {
    /// One run of one policy.
    struct Run {
        let name: String
        let recorded: RecordedRun
        let sky: SkyView
        /// Whether its app is suspended between its events.
        let mayAlwaysSleep: Bool

        func state(_ posting: Posting) -> String {
            recorded.table.plan.lines[posting.line].state
        }

        /// The intervals in order, without empty ones.
        func intervals(of component: Component) -> [Posting] {
            recorded.timeline.filter {
                recorded.table.plan.lines[$0.line].component == component && $0.from < $0.until
            }
        }
    }

    let seed: UInt64
    let hours: Double
    let receiver: GNSSProfile
    private let scan: WiFiScanProfile?
    private let world: WorldProfile

    /// - Parameter isAided: Whether starts are aided; nil means at random.
    init(seed: UInt64, isAided: Bool? = nil) {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "positioning"))
        func chance(_ share: Double) -> Bool { random.uniform() < share }
        self.seed = seed
        hours = chance(0.1) ? 0.01 : 12 + 24 * random.uniform()
        receiver = Fixtures.receiver(
            lingering: chance(0.5) ? 6 : nil, ephemerisAge: chance(0.5) ? 7200 : 900,
            isAided: isAided ?? chance(0.5), buffersFixes: true)
        scan = chance(0.5) ? Fixtures.wifiScan : nil
        let movements = [
            Movement.profile(Places.commuter),
            Places.wanderer(
                stay: .exponential(mean: Seconds(2000)), distance: Meters(5000), speed: 12),
            .still(at: Places.munich),
        ]
        let sky = Fixtures.valid {
            Sky(
                indoors: Fraction(random.uniform()), receivedIndoors: Fraction(random.uniform()),
                errorIndoors: Meters(30), errorOutdoors: Meters(10),
                outages: chance(0.7)
                    ? Sky.Outages(every: Meters(700), length: .exponential(mean: Meters(150)))
                    : nil)
        }
        let home = Fixtures.valid {
            Region(name: "home", center: .home, radius: Meters(chance(0.5) ? 100 : 1000))
        }
        world = WorldProfile(
            movement: movements[Int(3 * random.uniform())],
            cells: chance(0.5) ? Places.cells(perKilometer: 1) : .hexagonal(Places.urbanMacro),
            regions: [home], sky: sky, wifiCoverage: Fraction(random.uniform()))
    }

    private static let policies: [(name: String, options: PolicyOptions, sleeps: Bool)] = {
        let deferral = StandardOptions.Deferral(
            distance: Meters(1000), timeout: Fixtures.seconds(600))
        func triggered(_ track: RegionTriggeredOptions.Tracked) -> PolicyOptions {
            .regionTriggered(
                RegionTriggeredOptions(
                    track: track, uploadEvery: Fixtures.seconds(60),
                    timeout: Fixtures.seconds(45), upload: Fixtures.positionUpload,
                    terminated: Fraction(0.2)))
        }
        let each = LocationUploads.every(Fixtures.seconds(60))
        return [
            ("continuous", Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(60)), false),
            ("periodic", Fixtures.periodic(minutes: 10), false),
            ("periodic 100 m", Fixtures.periodic(minutes: 5, accuracy: .hundredMeters), false),
            ("filter", Fixtures.standard(filter: 100), false),
            ("wi-fi", Fixtures.standard(.hundredMeters, uploads: each), false),
            ("cells", Fixtures.standard(.kilometer, uploads: each), false),
            ("pauses", Fixtures.standard(filter: 50, pauses: true), false),
            ("deferred", Fixtures.standard(deferral: deferral), true),
            ("deferred, pauses", Fixtures.standard(deferral: deferral, pauses: true), true),
            (
                "foreground",
                Fixtures.standard(
                    filter: 10, background: .foregroundOnly(Fixtures.seconds(20))), true
            ),
            ("significant", Fixtures.significantChange, true),
            (
                "region",
                .region(RegionOptions(report: .cell, upload: Fixtures.positionUpload)), true
            ),
            (
                "hybrid",
                .hybrid(
                    HybridOptions(
                        timeout: Fixtures.seconds(30), upload: Fixtures.positionUpload,
                        terminated: Fraction(0.2))), true
            ),
            ("triggered outside", triggered(.outside), false),
            ("triggered inside", triggered(.inside), false),
        ]
    }()

    /// As in iOS 4: cells find regions.
    private static let earlySystem: SystemRules = {
        var system = Fixtures.system(delayAsleep: 60)
        system.regions.detection = .cellChanges
        return system
    }()

    /// Every policy under every system that allows it.
    func runs() -> [Run] {
        let later = Fixtures.laterSystem(wakesByTimer: true)
        return [Self.earlySystem, later].flatMap { system in
            Self.policies.compactMap { name, options, sleeps in
                let isAllowed: ()? = try? options.check(
                    system: system, device: device, radio: Fixtures.umts(), world: world)
                guard isAllowed != nil else { return nil }
                let byTimer = system.standardLocation.wakesByTimer && name.hasPrefix("periodic")
                return run(options, system, name: name, mayAlwaysSleep: sleeps || byTimer)
            }
        }
    }

    private var device: DeviceProfile { Fixtures.phone(receiver, wifiScan: scan) }

    /// One policy under one system.
    func run(
        _ options: PolicyOptions, _ system: SystemRules, name: String = "app",
        mayAlwaysSleep: Bool = false
    ) -> Run {
        let scenario = Fixtures.scenario(
            device: device, system: system, hours: hours, world: world,
            policies: [NamedPolicy(name: name, options: options)], seed: seed)
        let plan = RunPlan(scenario, policy: options)
        let drawn = World(plan.world, in: plan.drawn(0))
        guard let sky = drawn.ground.sky else { preconditionFailure("every world here has a sky") }
        return Run(
            name: name, recorded: RecordedRun(scenario, policy: options), sky: sky,
            mayAlwaysSleep: mayAlwaysSleep)
    }
}
