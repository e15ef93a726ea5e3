import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct SkyTests {
    private let drive = Places.drive(kilometers: 10, seconds: 1000)
    private let hash = PlaceHash(key: 7)

    private func sky(
        indoors: Double = 0, received: Double = 0, outages: Sky.Outages? = nil
    ) -> Sky {
        Fixtures.valid {
            Sky(
                indoors: Fraction(indoors), receivedIndoors: Fraction(received),
                errorIndoors: Meters(30), errorOutdoors: Meters(12), outages: outages)
        }
    }

    private func outages(every: Double, length: Double) -> Sky.Outages {
        Fixtures.valid {
            Sky.Outages(every: Meters(every), length: .constant(Meters(length)))
        }
    }

    private func windows(_ view: SkyView) -> [(from: Double, isOpen: Bool)] {
        var result: [(from: Double, isOpen: Bool)] = []
        var now = Instant.start
        while now < .never {
            let window = view.window(at: now)
            result.append((now.seconds.magnitude, window.isOpen))
            now = window.until
        }
        return result
    }

    @Test("In an antithetic world the draws of places and times are complements too")
    func antithetic() {
        let worlds = [0, 1].map { RandomSource(seed: 3, paired: $0) }
        let (one, other) = (
            PlaceHash(worlds[0].stream("places")), PlaceHash(worlds[1].stream("places"))
        )
        let largest: Double = 1 - 0x1p-53
        for number in 0..<100 as Range<Int64> {
            let sum = one.uniform(number, 5) + other.uniform(number, 5)
            #expect(sum == largest)
            var (first, second) = (one.stream(number, 6), other.stream(number, 6))
            #expect(first.next() == ~second.next())
        }
    }

    @Test("Each stretch of the route has one outage of its length; windows alternate")
    func outagesOnTheWay() {
        // Outdoors for good at the end: no roofs.
        let view = SkyView(sky(outages: outages(every: 1000, length: 100)), over: drive, hash: hash)
        let windows = windows(view)
        #expect(windows.count(where: { !$0.isOpen }) == 10)
        for (one, next) in zip(windows, windows.dropFirst()) {
            #expect(one.isOpen != next.isOpen)
            // 100 m at 10 m/s.
            if !one.isOpen { #expect(abs(next.from - one.from - 10) < 1e-5) }
        }
    }

    @Test("A window is identical whenever it is asked for, and lasts until it ends")
    func agreement() {
        for seed in 1...20 as ClosedRange<UInt64> {
            let way = Itinerary(
                Places.commuter, from: RandomSource(seed: seed, replication: 0),
                until: .start + Fixtures.seconds(86_400))
            let profile = sky(
                indoors: 0.7, received: 0.3, outages: outages(every: 700, length: 80))
            let view = SkyView(profile, over: way, hash: PlaceHash(key: seed))
            var now = Instant.start
            while now < .start + Fixtures.seconds(86_400) {
                let window = view.window(at: now)
                let until = min(window.until, .start + Fixtures.seconds(86_400))
                for part in 0..<4 as Range<Int64> {
                    let time = now + TimeSpan(nanoseconds: (until - now).nanoseconds / 4 * part)
                    #expect(view.window(at: time) == window, "seed \(seed) at \(time.seconds)")
                }
                now = until
            }
        }
    }

    @Test("A roof is still there on return, and its probability is the profile's")
    func roofs() {
        let itinerary = { (key: UInt64) in
            SkyView(
                self.sky(indoors: 0.6, received: 0.25), over: Itinerary(stayingAt: Places.munich),
                hash: PlaceHash(key: key))
        }
        let closed = (0..<4000 as Range<UInt64>).count {
            !itinerary($0).window(at: .start).isOpen
        }
        // 4000 fair draws of 0.6 × 0.75: 1800 ± 31.5.
        #expect(abs(closed - 1800) < 4 * 32)
        let view = itinerary(5)
        #expect(view.window(at: .start).until == .never)
        #expect(view.window(at: Instant(nanoseconds: 1 << 50)) == view.window(at: .start))
    }

    @Test("A roof adds its own error to stays of five minutes or more, and to no shorter halt")
    func errorsOfRoofs() {
        let (here, there) = (
            Places.munich, Places.munich.destination(bearing: Degrees(0), distance: Meters(1000))
        )
        for (stay, error, isOpen) in [(299.0, 12.0, true), (300, 30, false)] {
            let way = Itinerary([
                (.start, here, .stay), (.start + Fixtures.seconds(stay), here, .walk),
                (.start + Fixtures.seconds(stay + 700), there, .stay),
            ])
            let view = SkyView(sky(indoors: 1), over: way, hash: hash)
            let time = Instant.start + Fixtures.seconds(100)
            #expect(view.addedError(at: time) == Meters(error), "\(stay) s")
            #expect(view.window(at: time).isOpen == isOpen, "\(stay) s")
            #expect(view.addedError(at: time + Fixtures.seconds(stay)) == Meters(12))
        }
    }

    @Test("Half of the errors are below the median, and errors at near times are alike")
    func errors() {
        let count = 20_000
        let errors = (0..<count).map { number in
            let draw = hash.normal(
                at: .start + Fixtures.seconds(Double(number) * 17.3), step: Fixtures.seconds(60),
                11)
            return draw.distance(to: MapPoint(east: 0, north: 0)) * Meters(10).rayleighSigma
        }
        let below = errors.count { $0.magnitude < 10 }
        // One error each 120 s is independent: 2900 of them, so a deviation of 27 for 1450.
        let share = Double(below) / Double(count)
        let standardError: Double = 0.5 / 2900.0.squareRoot()
        #expect(abs(share - 0.5) < 4 * standardError, "\(share)")
        let second = (0..<1000).map { number in
            let time = Instant.start + Fixtures.seconds(Double(number) * 200)
            let (one, next) = (
                hash.normal(at: time, step: Fixtures.seconds(60), 11),
                hash.normal(at: time + Fixtures.seconds(1), step: Fixtures.seconds(60), 11)
            )
            return one.distance(to: next).magnitude
        }
        let total: Double = second.reduce(0, +)
        #expect(total / 1000 < 0.05)
    }

    @Test("An invalid description is refused")
    func faults() {
        #expect(Sky(indoors: Fraction(1.1)).refusedOption == "indoors")
        #expect(Sky(errorTime: Fixtures.seconds(0.5)).refusedOption == "error-time")
        let outages = Sky.Outages(every: Meters(9), length: .constant(Meters(1)))
        #expect(outages.refusedOption == "every")
    }
}
