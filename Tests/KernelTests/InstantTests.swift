import Kernel
import Testing

/// Tests of simulated time: exact inside the calendar, clamped at its ends.
struct InstantTests {
    private static let limit = Int64.max / 2

    @Test("Instants and spans add and subtract without rounding")
    func arithmetic() {
        let noon = Instant(nanoseconds: 1_000_000_000_001)
        let span = TimeSpan(nanoseconds: 999)
        #expect((noon + span).nanoseconds == 1_000_000_001_000)
        #expect((noon + span) - span == noon)
        #expect((noon + span) - noon == span)
        #expect(noon - (noon + span) == TimeSpan(nanoseconds: -999))
        #expect(span + span == TimeSpan(nanoseconds: 1998))
        #expect(span - span == .zero)
        #expect(Instant.start + .zero == .start)
        #expect(Instant.start < noon && noon < .never && TimeSpan.zero < span)
    }

    @Test("Adjoining intervals add up exactly, for 200 seeds")
    func additivity() {
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "time test"))
            var now = Instant.start
            var total = TimeSpan.zero
            for _ in 0..<100 {
                let next = now + TimeSpan(nanoseconds: Int64(random.next() >> 12))
                total = total + (next - now)
                now = next
            }
            #expect(now - .start == total, "seed \(seed)")
        }
    }

    @Test(
        "Seconds are rounded to the nearest nanosecond, halves to the even one",
        arguments: [
            (0, 0), (1, 1_000_000_000), (0.5e-9, 0), (0.6e-9, 1), (0.4e-9, 0), (1.5e-9, 2),
            (2.5e-9, 2), (-0.5e-9, 0), (-1.5e-9, -2), (-1, -1_000_000_000),
            // Either side of 2^51 ns, where the method changes.
            (2_251_799, 2_251_799_000_000_000), (2_251_800, 2_251_800_000_000_000),
            (315_360_000, 315_360_000_000_000_000), (0.1, 100_000_000), (0.26, 260_000_000),
            (1e-12, 0),
            (86_400, 86_400_000_000_000), (29 * 60, 1_740_000_000_000),
        ] as [(Double, Int64)])
    func rounding(_ seconds: Double, _ nanoseconds: Int64) {
        #expect(TimeSpan(Seconds(seconds)).nanoseconds == nanoseconds)
    }

    @Test("A whole number of nanoseconds survives being seconds for 48 days")
    func seconds() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "time test"))
        // From 2^22 seconds on, a Double's last bit is worth nearly a nanosecond.
        for draw in 0..<10_000 {
            let span = TimeSpan(nanoseconds: Int64(random.next() % 4_147_200_000_000_000))
            #expect(TimeSpan(span.seconds) == span, "draw \(draw)")
            #expect((Instant.start + span).seconds == span.seconds, "draw \(draw)")
        }
    }

    @Test("Sums that leave the calendar stop at never")
    func saturation() {
        #expect(Instant.never.nanoseconds == Self.limit)
        #expect(TimeSpan.longest.nanoseconds == Self.limit)
        #expect(Instant.never + .longest == .never)
        #expect(Instant.never + TimeSpan(nanoseconds: 1) == .never)
        #expect(Instant.start + .longest == .never)
        #expect(Instant(nanoseconds: Self.limit - 1) + TimeSpan(nanoseconds: 1) == .never)
        #expect(TimeSpan.longest + .longest == .longest)
        #expect(Instant.never - .longest == .start)
    }

    @Test("Spans that leave the calendar are clamped on either side")
    func longest() {
        #expect(TimeSpan(Seconds(.infinity)) == .longest)
        #expect(TimeSpan(Seconds(1e300)) == .longest)
        #expect(TimeSpan(Seconds(4.7e9)) == .longest)
        #expect(TimeSpan(rounding: 0x1p62) == .longest)
        #expect(TimeSpan(rounding: 0x1p62.nextDown).nanoseconds == Self.limit - 511)
        #expect(TimeSpan(Seconds(-.infinity)).nanoseconds == -Self.limit)
        #expect(TimeSpan(rounding: -0x1p62).nanoseconds == -Self.limit)
    }

    @Test("A span that is not a number stops the program")
    func notANumber() async {
        await #expect(processExitsWith: .failure) { _ = TimeSpan(Seconds(.nan)) }
        await #expect(processExitsWith: .failure) { _ = TimeSpan(rounding: .nan) }
    }

    @Test("A key before the start of the run stops the program")
    func beforeTheStart() async {
        await #expect(processExitsWith: .failure) {
            let time = Instant(nanoseconds: -1)
            _ = EventKey(time: time, priority: .arrival, insertion: 0)
        }
    }
}
