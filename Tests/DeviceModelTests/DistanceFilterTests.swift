import Kernel
import ModelFixtures
import Testing

@testable import DeviceModel

@Suite struct DistanceFilterTests {
    /// 10 km in 1000 s.
    private let drive = Places.drive(kilometers: 10, seconds: 1000)

    private func times(_ distance: Double, on way: Itinerary) -> [Double] {
        let filter = DistanceFilter(distance: Meters(distance))
        var times = [0.0]
        var now = Instant.start
        while let next = filter.time(after: now, on: way) {
            times.append(next.seconds.magnitude)
            now = next
        }
        return times
    }

    @Test(
        "A straight 10 km drive is reported at its start and at each multiple of the filter",
        arguments: [10.0, 50, 100, 300, 999, 1000, 3333, 10_000, 10_020])
    func straight(distance: Double) {
        let times = times(distance, on: drive)
        #expect(times.count == Int(10_000 / distance) + 1)
        for (number, time) in times.enumerated() {
            #expect(abs(time - Double(number) * distance / 10) < 1e-3, "\(number)")
        }
    }

    @Test("Distance counts in a straight line, so a return trip is not far away")
    func thereAndBack() {
        let (home, away) = (
            Places.munich,
            Places.munich.destination(bearing: Degrees(90), distance: Meters(100))
        )
        let points = (0...20).map { (number: Int) -> TrackPoint in
            TrackPoint(
                time: Instant.start + Fixtures.seconds(Double(number) * 10),
                position: number % 2 == 0 ? home : away)
        }
        let way = Itinerary(Fixtures.valid { try RecordedTrack(pieces: [points]) })
        #expect(times(150, on: way) == [0])
        // 60 m at 6 s; then 60 m from there, at home, at 20 s; and on the way out again at 26 s.
        let found = times(60, on: way)
        #expect(found.count == 21)
        for (time, expected) in zip(found, [0.0, 6, 20, 26, 40]) {
            #expect(abs(time - expected) < 0.02)
        }
    }

    @Test("On any route each report comes when the phone is first that far away")
    func first() {
        for seed in 1...20 as ClosedRange<UInt64> {
            let way = Itinerary(
                Places.commuter, from: RandomSource(seed: seed, replication: 0),
                until: .start + Fixtures.seconds(86_400))
            let filter = DistanceFilter(distance: Meters(200))
            var now = Instant.start
            while let next = filter.time(after: now, on: way) {
                let anchor = way.point(at: now)
                let found = way.point(at: next).distance(to: anchor).magnitude
                #expect(abs(found - 200) <= 0.21, "seed \(seed) at \(next.seconds)")
                let span = (next - now).nanoseconds
                for step in 1..<50 as Range<Int64> {
                    let before = now + TimeSpan(nanoseconds: span / 50 * step)
                    #expect(
                        way.point(at: before).distance(to: anchor).magnitude < 200.01,
                        "seed \(seed) at \(before.seconds)")
                }
                now = next
            }
        }
    }

    @Test("Rest begins when the phone has stayed in one place for long enough")
    func rest() {
        // 100 s of driving at 10 m/s, an hour of rest, and another drive.
        let start = Places.munich
        let half = start.destination(bearing: Degrees(0), distance: Meters(1000))
        let end = start.destination(bearing: Degrees(0), distance: Meters(2000))
        let track = [(0.0, start), (100, half), (3700, half), (3800, end)].map {
            TrackPoint(time: .start + Fixtures.seconds($0.0), position: $0.1)
        }
        let way = Itinerary(Fixtures.valid { try RecordedTrack(pieces: [track]) })
        let rule = StandardLocationRules.Pause(
            after: Fixtures.seconds(900), within: Meters(50))
        let horizon = Instant.start + Fixtures.seconds(86_400)
        // It leaves the last circle of 50 m at 1000 m, where it stops.
        let first = rule.time(after: .start, on: way, until: horizon)
        #expect(abs(first!.seconds.magnitude - 1000) < 0.1)
        let second = rule.time(
            after: .start + Fixtures.seconds(3700), on: way, until: horizon)
        #expect(abs(second!.seconds.magnitude - 4700) < 0.1)
        #expect(
            rule.time(after: .start, on: drive, until: .start + Fixtures.seconds(1000)) == nil)
    }
}
