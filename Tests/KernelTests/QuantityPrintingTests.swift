import Kernel
import TestSupport
import Testing

struct QuantityPrintingTests {
    @Test(
        "A time is printed in the largest unit that keeps it at one or more",
        arguments: [
            (0, "0 s"), (-0.0, "0 s"), (1, "1 s"), (0.26, "260 ms"), (1.5, "1.5 s"),
            (59.999, "59.999 s"), (60, "1 min"), (1740, "29 min"), (3600, "1 h"), (5400, "1.5 h"),
            (86_400, "24 h"), (-0.26, "-260 ms"), (1e-9, "1 ns"), (4.1e-5, "41 µs"),
            (0.1 + 0.2, "300 ms"), (1 - 1e-13, "1 s"), (1e-12, "0.001 ns"), (1e-14, "1e-5 ns"),
            (8.64e20, "2.4e17 h"), (1.0 / 3, "333.333333333 ms"), (11, "11 s"),
            (100.0 / 9, "11.1111111111 s"),
        ] as [(Double, String)])
    func times(_ seconds: Double, _ text: String) {
        #expect(Seconds(seconds).description == text)
    }

    @Test("Each quantity is printed in its own units")
    func units() {
        #expect(Milliwatts(800).description == "800 mW")
        #expect(Milliwatts(1210).description == "1.21 W")
        #expect(Millijoules(18_914_400).description == "18.9144 kJ")
        #expect(MilliampereHours(1420).description == "1.42 Ah")
        #expect(Volts(3.7).description == "3.7 V")
        #expect(Bytes(543).description == "543 B")
        #expect(Bytes(1024).description == "1.024 kB")
        #expect(BitsPerSecond(1e6).description == "1 Mbit/s")
        #expect(Meters(500).description == "500 m")
        #expect(MetersPerSecond(0.5).description == "1.8 km/h")
        #expect(MetersPerSecond(2).description == "2 m/s")
        #expect(MilliwattsPerMegabit(438.39).description == "438.39 mW/Mbps")
        #expect(Fraction(0.3).description == "30 %")
        #expect(Fraction(0).description == "0 %")
        #expect(Fraction(0.07).description == "7 %")
        #expect(PerKilometer(3).description == "3 /km")
    }

    @Test("A printed quantity is read again to 1e-11, for 12 quantities, 40 seeds, 60 decades")
    func roundTrip() throws {
        for kind in allQuantities { try check(kind) }

        func check<Kind: Quantity>(_ kind: Kind.Type) throws {
            for seed in 0..<40 as Range<UInt64> {
                var random = SplitMix64(seed: seed)
                for _ in 0..<25 {
                    let value = Kind(random.magnitude(from: -30, to: 30))
                    let text = value.description
                    let read = try Kind(parsing: text)
                    #expect(
                        isClose(read.magnitude, value.magnitude, relative: 1e-11),
                        "\(Kind.self), seed \(seed): \(value.magnitude) was printed as \(text)")
                    #expect(read.description == text, "\(Kind.self), seed \(seed)")
                }
            }
        }
    }

    @Test("The ends of a Double's range survive being printed")
    func extremes() throws {
        for magnitude in [Double.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-300, 1e300] {
            let text = Meters(magnitude).description
            let read = try Meters(parsing: text)
            #expect(isClose(read.magnitude, magnitude, relative: 1e-11), "\(text)")
        }
    }

    @Test("No more than twelve significant digits are printed, for 1 000 seeds")
    func digits() {
        for seed in 0..<1_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let text = BitsPerSecond(random.magnitude(from: -20, to: 20)).description
            let digits = text.prefix { $0 != "e" && $0 != " " }.filter(\.isNumber)
                .drop { $0 == "0" }
            #expect(digits.count <= 12, "seed \(seed): \(text)")
        }
    }

    @Test("NaN is printed as such and cannot be read")
    func notFinite() {
        for magnitude in [Double.nan, .infinity, -.infinity] {
            let text = Seconds(magnitude).description
            #expect(!Seconds(magnitude).isFinite)
            #expect(throws: QuantityError.self) { try Seconds(parsing: text) }
        }
    }
}
