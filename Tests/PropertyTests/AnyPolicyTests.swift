import Kernel
import ModelFixtures
import Studies
import TestSupport
import Testing

@testable import DeviceModel

/// Invariants of every policy in worlds with every kind of event: calls, sessions, force quits,
/// restarts, little memory, outages, empty batteries, chargers.
@Suite struct AnyPolicyTests {
    private static let shape = TransferShape(
        roundTrips: 1, uplink: Bytes(300), downlink: Bytes(3000))

    private static func seconds(_ seconds: Double) -> TimeSpan { Fixtures.seconds(seconds) }

    static func system(timers: Bool) -> SystemRules {
        var system = Fixtures.system(earliness: 0.2, resumesAfterCall: true)
        let mode = TimedModeRules(runTime: seconds(30), perHourLimit: 3)
        (system.backgroundFetch, system.remoteNotification) = (mode, mode)
        (system.externalAccessory, system.bluetooth) = (mode, mode)
        system.backgroundTransfer = BackgroundTransferRules(firstRelaunchDelay: seconds(60))
        system.newsstand = NewsstandRules(minimumInterval: seconds(86_400))
        system.fetchLearning = FetchLearningRules(
            leastInterval: seconds(900), firstInterval: seconds(3600),
            mostInterval: seconds(14_400), factor: 2, shortFetch: seconds(10),
            slotsPerDay: 48, lead: seconds(600))
        system.lifeCycle.launches = WakeMode.allCases
        system.lifeCycle.relaunches = [.voip]
        system.lifeCycle.backgroundSpeed = Fraction(0.5)
        system.standardLocation.keepsRunning = true
        system.timers.wakesSuspended = timers
        system.lowPower = LowPowerRules(
            below: Fraction(0.2), alerts: true, holdsBackWork: true)
        system.player.resumesAfterOtherPlayer = true
        system.backgroundWork = BackgroundWorkRules(
            share: Fraction(0.8), over: seconds(60), throttled: Fraction(0.5),
            endsAfter: seconds(60))
        return system
    }

    private static func refresh(_ way: Refreshing) -> PolicyOptions {
        Fixtures.refresh(way, shape, work: seconds(1))
    }

    private static func task(_ behaviour: TaskCompletionOptions.Behaviour) -> PolicyOptions {
        .taskCompletion(
            TaskCompletionOptions(behaviour: behaviour, atOnce: 3, prepare: seconds(2)))
    }

    private static func session(discretionary: Bool) -> PolicyOptions {
        Fixtures.backgroundSession(shape, discretionary: discretionary)
    }

    private static func accessory(_ link: AccessoryOptions.Link) -> PolicyOptions {
        .accessory(AccessoryOptions(link: link, every: seconds(97), work: seconds(5)))
    }

    /// A VoIP app with every option.
    private static let voip: PolicyOptions = {
        var options = Fixtures.keepAlive(minutes: 10)
        if var voip = options.options(as: KeepAliveOptions.self) {
            voip.extras.delivery = KeepAliveOptions.Delivery(shape: shape, time: seconds(1))
            voip.extras.call = KeepAliveOptions.CallAudio(
                bitRate: BitsPerSecond(24_000), every: seconds(0.6))
            voip.extras.serverMessages = KeepAliveOptions.ServerMessages(
                every: seconds(400), shape: shape, time: seconds(1))
            voip.extras.search = KeepAliveOptions.Search(factor: 1.5, atMost: seconds(7200))
            options = .keepAlive(voip)
        }
        return options
    }()

    static let policies: [(name: String, options: PolicyOptions)] = [
        ("voip", voip),
        ("poll", refresh(.poll(every: seconds(600), tolerance: seconds(99)))),
        ("push", refresh(.push(shape))),
        ("fetch", refresh(.backgroundFetch(minimum: .zero))),
        ("notification", refresh(.remoteNotification(shape))),
        ("now", Fixtures.sendNow(shape, kept: .audio)),
        ("batch", Fixtures.batch(seconds(600), shape, kept: .audio)),
        ("session", session(discretionary: false)),
        ("at discretion", session(discretionary: true)),
        ("central", accessory(.central)),
        ("scan", accessory(.scan)),
        ("finish", task(.finish)),
        ("resume", task(.resume)),
        ("start over", task(.startOver)),
        ("ignore", task(.ignoreLimit)),
        (
            "work",
            Fixtures.backgroundWork(every: seconds(300), work: seconds(70))
        ),
        (
            "reminders",
            Fixtures.localNotifications(20, apart: seconds(60), repeats: seconds(3600))
        ),
        (
            "player",
            Fixtures.streaming(.buffered(low: seconds(10), high: seconds(60)))
        ),
        (
            "recorder",
            .recording(
                RecordingOptions(
                    bitRate: BitsPerSecond(32_000), uploadEvery: seconds(60), roundTrips: 1))
        ),
        (
            "newsstand",
            .newsstand(
                NewsstandOptions(
                    push: shape, request: shape, work: seconds(1), piece: Bytes(65_536)))
        ),
    ]

    static func world(seed: UInt64, battery: Bool) -> WorldProfile {
        var dice = SplitMix64(seed: seed)
        func mean(_ seconds: Double) -> Distribution<Seconds> {
            .exponential(mean: Seconds(seconds * (0.2 + 2 * dice.uniform())))
        }
        let size = Bytes(1000 * (1 + 3000 * dice.uniform() * dice.uniform()))
        let app = AppWorldProfile(
            sessions: Spells(every: mean(7200), duration: mean(200)),
            forceQuits: mean(40_000),
            messages: AppWorldProfile.Items(every: mean(1800), size: .constant(size)),
            outbox: AppWorldProfile.Items(every: mean(1800), size: .constant(size)),
            pauses: Spells(every: mean(3000), duration: mean(300)),
            recordings: Spells(every: mean(5000), duration: mean(900)),
            outOfRange: Spells(every: mean(9000), duration: mean(900)))
        var network = NetworkBehaviour(natIdleTimeout: mean(3000), change: mean(20_000))
        network.outages = Spells(every: mean(20_000), duration: mean(600))
        var world = WorldProfile(
            otherTraffic: [
                TrafficSource(
                    every: mean(900), uplink: .constant(Bytes(500)), downlink: .constant(size),
                    roundTrips: 2)
            ],
            network: network, incomingCalls: mean(7200),
            phoneCalls: Spells(every: mean(9000), duration: mean(900)),
            listening: Fixtures.listening(minutes: 600, skipped: 0.3), apps: [app],
            memoryPressure: MemoryPressure(every: mean(20_000), leaves: .constant(Bytes(1e6))),
            restarts: mean(80_000),
            sound: SoundHappenings(
                remoteControl: mean(4000), nextTrack: mean(2000), previousTrack: mean(3000),
                headsetRemoved: mean(9000),
                otherPlayer: Spells(every: mean(9000), duration: mean(900))))
        world.callAnswers = CallAnswers(
            share: Fraction(0.7), after: .constant(Seconds(5)), duration: mean(200))
        world.otherApps = Spells(every: mean(3000), duration: mean(300))
        guard battery else { return world }
        world.battery = BatteryCourse(start: Fraction(0.02 + 0.1 * dice.uniform()))
        let windows = [(8.0, 8.5), (13, 14), (22, 23)]
        world.charging = Charging(
            daily: windows.map { (from, until) in
                Fixtures.valid {
                    DailyWindow(from: seconds(from * 3600), until: seconds(until * 3600))
                }
            }, power: Milliwatts(1500))
        return world
    }

    static let device: DeviceProfile = {
        var device = Fixtures.device(floor: 60, wakeUpTime: 0.4)
        device.processor.busyBackground = Milliwatts(300)
        device.bluetooth = BluetoothProfile(
            on: Milliwatts(0.5), scanning: Milliwatts(2), connectionEvent: Millijoules(0.02),
            advertisingEvent: Millijoules(0.03))
        return device
    }()

    private static func scenario(seed: UInt64, battery: Bool, timers: Bool) -> Scenario {
        Fixtures.scenario(
            device: device, system: system(timers: timers), hours: 48,
            world: world(seed: seed, battery: battery),
            policies: [NamedPolicy(name: "app", options: .none)], seed: seed)
    }

    static func check(_ run: RecordedRun, _ place: String) {
        let plan = run.table.plan
        var residence: [Component: Int64] = [:]
        for row in run.table.residenceRows() {
            residence[row.component, default: 0] += row.nanoseconds
            #expect(row.nanoseconds >= 0 && row.energy.magnitude >= 0, "\(place)")
        }
        for (component, time) in residence where time != 0 {
            #expect(time == 48 * 3600 * 1_000_000_000, "\(place): \(component)")
        }
        let total = run.metrics[.energy]! * 1000
        let energy = run.timeline.reduce(0) { $0 + $1.energy(plan).magnitude }
        let causes = run.table.causeRows().reduce(0) { $0 + $1.energy.magnitude }
        #expect(isClose(total, energy, relative: 1e-9), "\(place)")
        #expect(isClose(total, causes, relative: 1e-9), "\(place)")
        for metric in Metric.allCases {
            guard let value = run.metrics[metric] else { continue }
            #expect(value.isFinite, "\(place): \(metric)")
        }
        checkSound(run, place)
    }

    /// Checks that an app's sound is what the phone's audio did. Audio may be booked to another
    /// player, so the two are counted separately.
    private static func checkSound(_ run: RecordedRun, _ place: String) {
        if let recorded = run.metrics[.recordedTime] {
            let time = run.time(.audio, "recording") + run.time(.audio, "playing-and-recording")
            #expect(recorded <= time + 1, "\(place): recorded \(recorded) s of \(time) s")
        }
        if let played = run.metrics[.playedTime] {
            let time = run.time(.audio, "playing", ofApps: false)
            #expect(played <= time + 1, "\(place): played \(played) s of \(time) s")
        }
    }

    @Test(
        "Books close whatever happens, under every policy, for 12 worlds",
        arguments: [false, true], [false, true])
    func books(_ battery: Bool, _ timers: Bool) {
        for seed in 1...12 as ClosedRange<UInt64> {
            let scenario = Self.scenario(seed: seed, battery: battery, timers: timers)
            for policy in Self.policies {
                let run = RecordedRun(scenario, policy: policy.options)
                Self.check(run, "\(policy.name), seed \(seed)")
            }
        }
    }
}
