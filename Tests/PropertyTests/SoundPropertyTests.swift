import Kernel
import ModelFixtures
import Studies
import Testing

@testable import DeviceModel

/// Invariants of players, recorders and navigation in random worlds.
@Suite struct SoundPropertyTests {
    private static let seeds = 1...20 as ClosedRange<UInt64>

    private static let fetches: [StreamingOptions.Fetch] = [
        .trickle(every: Fixtures.seconds(1)),
        .chunked(ahead: nil, lead: Fixtures.seconds(10)),
        .buffered(low: Fixtures.seconds(10), high: Fixtures.seconds(60)),
        .downloaded(tracks: 3),
    ]

    /// - Parameter toggles: Whether the user presses the play/pause button.
    private func world(toggles: Bool = true, isLeftAlone: Bool = false) -> WorldProfile {
        func often(_ minutes: Double) -> Distribution<Seconds> {
            .exponential(mean: Seconds(minutes * 60))
        }
        func spells(_ every: Double, _ duration: Double) -> Spells {
            Spells(every: often(every), duration: often(duration))
        }
        let app = AppWorldProfile(
            sessions: Spells(every: often(20), duration: often(1)),
            forceQuits: often(90), pauses: spells(15, 3), recordings: spells(10, 10))
        return WorldProfile(
            otherTraffic: [
                TrafficSource(
                    every: often(5), uplink: .constant(Bytes(1000)),
                    downlink: .constant(Bytes(10_000)), roundTrips: 1)
            ],
            phoneCalls: Spells(every: often(20), duration: often(2)),
            listening: Listening(
                duration: .constant(Seconds(9000)), trackLength: often(4), skipped: Fraction(0.3),
                heardOfSkipped: often(0.5)),
            apps: [isLeftAlone ? AppWorldProfile() : app],
            memoryPressure: isLeftAlone
                ? nil : MemoryPressure(every: often(30), leaves: .constant(Bytes(0))),
            sound: isLeftAlone
                ? nil
                : SoundHappenings(
                    remoteControl: toggles ? often(12) : nil, headsetRemoved: often(60),
                    otherPlayer: spells(30, 3)))
    }

    private func run(
        _ options: PolicyOptions, _ world: WorldProfile, seed: UInt64,
        system: SystemRules = Fixtures.system()
    ) -> RecordedRun {
        let scenario = Fixtures.scenario(
            system: system, hours: 3, world: world,
            policies: [NamedPolicy(name: "app", options: options)], seed: seed)
        return RecordedRun(scenario, policy: options)
    }

    /// Seconds in which the player played or was about to.
    private func engaged(_ run: RecordedRun) -> Double {
        let metrics = run.metrics
        return metrics[.playedTime]! + metrics[.startUpTime]! + metrics[.rebufferingTime]!
    }

    @Test("Residence covers the run, intervals have the books' energy, and causes add up to it")
    func books() {
        var policies = Self.fetches.map { Fixtures.streaming($0) }
        for uploadEvery in [nil, Fixtures.seconds(60)] {
            policies.append(
                .recording(
                    RecordingOptions(bitRate: BitsPerSecond(32_000), uploadEvery: uploadEvery)))
        }
        for seed in Self.seeds {
            for options in policies {
                let run = run(options, world(), seed: seed)
                let plan = run.table.plan
                let audio = run.timeline.filter { plan.lines[$0.line].component == .audio }
                let time = audio.reduce(0) { $0 + ($1.until - $1.from).seconds.magnitude }
                #expect(abs(time - 3 * 3600) < 1e-6, "seed \(seed) \(options)")
                let energy = run.timeline.reduce(0) { $0 + $1.energy(plan).magnitude }
                let booked = run.metrics[.energy]! * 1000
                #expect(abs(energy - booked) < 1e-6 * booked, "seed \(seed) \(options)")
            }
        }
    }

    @Test("Played, wasted and buffered bytes account for every byte, whatever ends the player")
    func bytes() {
        for seed in Self.seeds {
            for fetch in Self.fetches {
                var world = world()
                world.otherTraffic = []
                let metrics = run(Fixtures.streaming(fetch), world, seed: seed).metrics
                let played = metrics[.playedTime]! * 128_000 / 8
                let left = metrics[.bytesDown]! - played - metrics[.bytesWasted]!
                // Each track's last byte is rounded up, and a loss may round a position.
                #expect(abs(left) < 300, "seed \(seed) \(fetch): \(left)")
            }
        }
    }

    @Test("SR-014: an app that is suspended when it is left consumes nothing from then on")
    func suspended() {
        let life = StreamingOptions.Life(
            foregroundFor: Fixtures.seconds(60), background: .suspended)
        for seed in Self.seeds {
            for fetch in Self.fetches.dropLast() {
                let options = Fixtures.streaming(fetch, life: life)
                let run = run(options, world(isLeftAlone: true), seed: seed)
                let plan = run.table.plan
                // A request that was on the air, and its tail.
                let late = run.timeline.filter {
                    $0.cause.activity >= Int32(LedgerPlan.firstPolicyActivity)
                        && $0.from.seconds.magnitude > 60 + 20
                }.reduce(0) { $0 + $1.energy(plan).magnitude }
                #expect(late == 0, "seed \(seed) \(fetch)")
            }
        }
    }

    @Test("SR-006, SR-017, SR-018: more permissive rules never make less sound")
    func permissive() {
        let strict = Fixtures.system(
            resumesAfterCall: false, player: Fixtures.player(remoteControlTime: nil))
        let kind = Fixtures.system(
            player: Fixtures.player(resumesAfterOtherPlayer: true, drawingEndsApp: false))
        let steps = [
            (strict, Fixtures.system(resumesAfterCall: false)),
            (Fixtures.system(resumesAfterCall: false), Fixtures.system()),
            (Fixtures.system(), kind),
        ]
        for seed in Self.seeds {
            for meters in StreamingOptions.LevelMeters.allCases {
                let options = Fixtures.streaming(
                    Self.fetches[0],
                    life: StreamingOptions.Life(
                        foregroundFor: Fixtures.seconds(300), levelMeters: meters))
                for (less, more) in steps {
                    let world = world(toggles: false)
                    let before = engaged(run(options, world, seed: seed, system: less))
                    let after = engaged(run(options, world, seed: seed, system: more))
                    #expect(after >= before - 1e-6, "seed \(seed) \(meters): \(before) \(after)")
                }
            }
        }
    }

    @Test("SR-019: no app records without a wanted recording, or during a call")
    func recorded() {
        let options = PolicyOptions.recording(RecordingOptions(bitRate: BitsPerSecond(32_000)))
        for seed in Self.seeds {
            let run = run(options, world(), seed: seed)
            let time =
                run.time(.audio, "recording") + run.time(.audio, "playing-and-recording")
            #expect(abs(time - run.metrics[.recordedTime]!) < 1e-6, "seed \(seed)")
            #expect(run.metrics[.tasksLost] == 0, "seed \(seed)")
        }
    }
}
