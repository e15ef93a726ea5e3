import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

/// Invariants of books, receiver and processor for every location policy in random worlds.
@Suite struct LocationPropertyTests {
    private static let worlds = 0..<12 as Range<UInt64>

    private func seconds(_ postings: [Posting]) -> Double {
        postings.reduce(0) { $0 + ($1.until - $1.from).seconds.magnitude }
    }

    @Test("For any policy states, energy, satellites, sleep, uploads and cells agree")
    func everyPolicy() {
        for seed in Self.worlds {
            let world = RandomPositioning(seed: seed)
            let runs = world.runs()
            for run in runs {
                let place = "seed \(seed) \(run.name)"
                checkStates(run, hours: world.hours, place)
                checkEnergy(run, place)
                checkSky(run, place)
                if run.mayAlwaysSleep { checkSleep(run, place) }
                if run.name.hasPrefix("triggered") { checkUploads(run, place) }
            }
            let cells = runs.map {
                [$0.recorded.metrics[.cellChanges], $0.recorded.metrics[.areaUpdates]]
            }
            #expect(Set(cells).count == 1, "seed \(seed)")
        }
    }

    /// Checks that the receiver's states cover the run in a valid order.
    private func checkStates(_ run: RandomPositioning.Run, hours: Double, _ place: String) {
        let possible: Set<[String]> = [
            ["off", "acquiring"], ["acquiring", "tracking"], ["acquiring", "lingering"],
            ["acquiring", "off"], ["tracking", "acquiring"], ["tracking", "lingering"],
            ["tracking", "off"], ["lingering", "acquiring"], ["lingering", "off"],
        ]
        let gnss = run.intervals(of: .gnss)
        let states = gnss.map(run.state)
        #expect(abs(seconds(gnss) - hours * 3600) < 1e-6, "\(place)")
        for (one, next) in zip(states, states.dropFirst()) where one != next {
            #expect(possible.contains([one, next]), "\(place)")
        }
    }

    /// Checks that the intervals have the energy of the books.
    private func checkEnergy(_ run: RandomPositioning.Run, _ place: String) {
        let plan = run.recorded.table.plan
        let energy = run.recorded.timeline.reduce(0) { $0 + $1.energy(plan).magnitude }
        let booked = run.recorded.metrics[.energy]! * 1000
        #expect(abs(energy - booked) < 1e-6 * booked, "\(place)")
    }

    /// Checks that no receiver tracks without satellites.
    private func checkSky(_ run: RandomPositioning.Run, _ place: String) {
        for interval in run.intervals(of: .gnss) where run.state(interval) == "tracking" {
            let window = run.sky.window(at: interval.from)
            #expect(window.isOpen && interval.until <= window.until, "\(place)")
        }
    }

    /// Checks that the processor sleeps while the app waits for nothing.
    private func checkSleep(_ run: RandomPositioning.Run, _ place: String) {
        let searches = run.intervals(of: .gnss).filter { run.state($0) == "acquiring" }
        let awake = run.intervals(of: .processor).filter { run.state($0) != "asleep" }
        let events = run.recorded.metrics[.uploads]! + run.recorded.metrics[.wakeUps]!
        #expect(seconds(awake) <= seconds(searches) + 30 * events + 60, "\(place)")
    }

    /// Checks that uploaded positions are new: at the beginning and end of each interval with
    /// satellites, and in between.
    private func checkUploads(_ run: RandomPositioning.Run, _ place: String) {
        let tracked = run.intervals(of: .gnss).filter { run.state($0) == "tracking" }
        let most = seconds(tracked) / 60 + 2 * Double(tracked.count) + 1
        #expect(run.recorded.metrics[.uploads]! <= most, "\(place)")
    }

    @Test("A receiver that stays on acquires exactly as the sky's windows allow")
    func acquisition() {
        for seed in Self.worlds {
            let world = RandomPositioning(seed: seed, isAided: false)
            let run = world.run(
                Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds(60)), Fixtures.system())
            let expected = ObviousReceiver.tracking(
                world.receiver, under: run.sky, until: .start + Fixtures.seconds(world.hours * 3600)
            )
            let tracked = run.intervals(of: .gnss).filter { run.state($0) == "tracking" }
            let nanoseconds = tracked.reduce(0) { $0 + ($1.until - $1.from).nanoseconds }
            #expect(nanoseconds == expected.nanoseconds, "seed \(seed)")
            // One position a second, the first at the beginning of each interval with satellites.
            let count = tracked.reduce(0) {
                $0 + Int(($1.until - $1.from).nanoseconds + 999_999_999) / 1_000_000_000
            }
            let told = Int(run.recorded.metrics[.fixes]!)
            // If no first fix comes in time, another source gives one position.
            #expect((count...count + 1).contains(told), "seed \(seed)")
        }
    }

    @Test("More frequent requests cost more")
    func monotonic() {
        let timers = Fixtures.laterSystem(wakesByTimer: true)
        for seed in Self.worlds {
            let world = RandomPositioning(seed: seed)
            for family in [
                [1.0, 5, 30].map { Fixtures.periodic(minutes: $0) },
                [15.0, 60, 600].map {
                    Fixtures.gpsContinuous(uploadEvery: Fixtures.seconds($0))
                },
            ] {
                let energies = family.map { world.run($0, timers).recorded.metrics[.energy]! }
                #expect(energies[0] >= energies[1] && energies[1] >= energies[2], "seed \(seed)")
            }
        }
    }
}

/// A satellite receiver that stays on, evaluated window by window.
private enum ObviousReceiver {
    /// The receiver's time with satellites. Starts take constant times.
    static func tracking(
        _ receiver: GNSSProfile, under sky: SkyView, until horizon: Instant
    ) -> TimeSpan {
        var random = Fixtures.delays
        func time(_ start: Distribution<Seconds>) -> TimeSpan { TimeSpan(start.sample(&random)) }
        var (now, total) = (Instant.start, Int64(0))
        var (ephemerides, hasFixed): (Instant?, Bool) = (nil, false)
        while now < horizon {
            let window = sky.window(at: now)
            let isHot = ephemerides.map { now - $0 <= receiver.ephemerisAge } ?? false
            let starts = receiver.starts
            let fix = now + time(isHot ? starts.hot : hasFixed ? starts.warm : starts.cold)
            if window.isOpen && fix < window.until && fix < horizon {
                let end = min(window.until, horizon)
                total += (end - fix).nanoseconds
                hasFixed = true
                if !isHot { ephemerides = fix }
                if end - fix >= Fixtures.seconds(30) { ephemerides = end }
            }
            now = window.until
        }
        return TimeSpan(nanoseconds: total)
    }
}
