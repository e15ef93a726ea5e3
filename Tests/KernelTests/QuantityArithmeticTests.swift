import Kernel
import TestSupport
import Testing

struct QuantityArithmeticTests {
    @Test("Power times time is energy, and energy over time is power")
    func powerAndEnergy() {
        #expect(Milliwatts(1) * Seconds(1) == Millijoules(1))
        #expect(Milliwatts(700) * Seconds(5) == Millijoules(3500))
        #expect(Millijoules(3500) / Seconds(5) == Milliwatts(700))
    }

    @Test("A battery's charge times its voltage is its energy")
    func battery() {
        #expect(MilliampereHours(1) * Volts(1) == Millijoules(3600))
        let energy = MilliampereHours(1420) * Volts(3.7)
        #expect(isClose(energy.magnitude, 18_914_400, relative: 1e-15))
        #expect(energy.description == "18.9144 kJ")
    }

    @Test("Data over a rate is time, and a rate times time is data")
    func dataAndRate() {
        #expect(Bytes(1000) / BitsPerSecond(8000) == Seconds(1))
        #expect(BitsPerSecond(128_000) * Seconds(60) == Bytes(960_000))
        #expect(Bytes(200) / BitsPerSecond(1e6) == Seconds(0.0016))
    }

    @Test("A quantity is added, subtracted, scaled, compared and divided by its like")
    func withinOneQuantity() {
        var total = Seconds.zero
        total += Seconds(2)
        total += Seconds(3)
        #expect(total == Seconds(5))
        #expect(total - Seconds(7) == Seconds(-2))
        #expect(total * 2 == Seconds(10))
        #expect(total / Seconds(2) == 2.5)
        #expect(Seconds(1) < Seconds(2) && Seconds(2) > Seconds(1))
        #expect(!(Seconds(1) < Seconds(1)))
        #expect([Seconds(3), Seconds(1), Seconds(2)].max() == Seconds(3))
        #expect(Seconds(1).isFinite && !Seconds(.infinity).isFinite)
    }

    @Test("Energy and its duration convert in both directions, for 1 000 seeds")
    func inverse() {
        for seed in 0..<1_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let power = Milliwatts(abs(random.magnitude(from: -3, to: 6)))
            let duration = Seconds(abs(random.magnitude(from: -9, to: 6)))
            let back = (power * duration) / duration
            #expect(isClose(back.magnitude, power.magnitude, relative: 1e-15), "seed \(seed)")

            let rate = BitsPerSecond(abs(random.magnitude(from: 0, to: 9)))
            let amount = rate * duration
            let time = amount / rate
            #expect(isClose(time.magnitude, duration.magnitude, relative: 1e-15), "seed \(seed)")
        }
    }
}
