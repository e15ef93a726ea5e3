import Kernel
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Compares our own logarithm and exponential with the C library's.
struct PortableMathTests {
    private static let draws = 1_000_000

    /// The number of representable numbers between two of one sign.
    private static func distance(_ left: Double, _ right: Double) -> UInt64 {
        let bits = (Int64(bitPattern: left.bitPattern), Int64(bitPattern: right.bitPattern))
        return (bits.0 - bits.1).magnitude
    }

    /// A positive normal number with a uniformly distributed exponent.
    private static func positive(_ random: inout RandomStream) -> Double {
        let exponent = 1 + random.next() % 2046
        return Double(bitPattern: exponent << 52 | random.next() >> 12)
    }

    @Test("The logarithm is within 2 units in the last place at a million numbers of all sizes")
    func logarithm() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "log test"))
        var worst = (distance: UInt64(0), argument: 1.0)
        for draw in 0..<Self.draws {
            // Every other argument is near one, where the logarithm loses its digits.
            let x =
                draw % 2 == 0 ? Self.positive(&random) : 1 + (random.uniform() - 0.5) * 0x1p-10
            let distance = Self.distance(PortableMath.log(x), log(x))
            if distance > worst.distance { worst = (distance, x) }
        }
        #expect(worst.distance <= 2, "log(\(worst.argument)) is \(worst.distance) units off")
    }

    @Test("The exponential is within 2 units in the last place at a million numbers of all sizes")
    func exponential() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "exp test"))
        var worst = (distance: UInt64(0), argument: 0.0)
        for draw in 0..<Self.draws {
            // Every other argument is small, of either sign and with any exponent from -60 to 3.
            let small = scalbn(random.uniform() + 1, Int32(random.next() % 64) - 60)
            let x =
                draw % 2 == 0
                ? -745 + random.uniform() * 1454.7 : (random.next() & 1 == 0 ? small : -small)
            let distance = Self.distance(PortableMath.exp(x), exp(x))
            if distance > worst.distance { worst = (distance, x) }
        }
        #expect(worst.distance <= 2, "exp(\(worst.argument)) is \(worst.distance) units off")
    }

    @Test("A power is as exact as its logarithm: off by 3 units and two per unit of |y ln x|")
    func power() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "power test"))
        for draw in 0..<200_000 {
            let x = Self.positive(&random)
            let y = (random.uniform() - 0.5) * 1400 / max(1, abs(log(x)))
            let distance = Double(Self.distance(PortableMath.power(x, y), pow(x, y)))
            let allowed = 3 + 2 * abs(y * log(x))
            #expect(distance <= allowed, "draw \(draw): \(x) to the power of \(y)")
        }
    }

    @Test("Mathematically exact results are exact here")
    func exactCases() {
        #expect(PortableMath.log(1) == 0)
        #expect(PortableMath.exp(0) == 1)
        #expect(PortableMath.exp(-0.0) == 1)
        #expect(PortableMath.power(1, 1e300) == 1)
        #expect(PortableMath.power(123.456, 0) == 1)
        #expect(PortableMath.log(2) == 0x1.62e42fefa39efp-1)
        #expect(Self.distance(PortableMath.exp(1), 0x1.5bf0a8b145769p+1) <= 1)
        for exponent in -1022...1023 {
            let logarithm = PortableMath.log(scalbn(1, Int32(exponent)))
            #expect(Self.distance(logarithm, log(scalbn(1, Int32(exponent)))) <= 1)
        }
    }

    @Test("The logarithm holds to both ends of the normal numbers")
    func logarithmLimits() {
        for x in [Double.leastNormalMagnitude, .greatestFiniteMagnitude, 1.0.nextUp, 1.0.nextDown] {
            #expect(Self.distance(PortableMath.log(x), log(x)) <= 1, "log(\(x))")
        }
    }

    @Test("The exponential ends in infinity above and in zero below")
    func exponentialLimits() {
        #expect(PortableMath.exp(.infinity) == .infinity)
        #expect(PortableMath.exp(709.79) == .infinity)
        #expect(PortableMath.exp(709.782712893384).isFinite)
        #expect(PortableMath.exp(709.782712893384.nextUp) == .infinity)
        #expect(PortableMath.exp(-.infinity) == 0)
        #expect(PortableMath.exp(-746) == 0)
        #expect(PortableMath.exp(-745.2) == 0)
        #expect(PortableMath.exp(-745) == .leastNonzeroMagnitude)
        #expect(PortableMath.exp(.leastNonzeroMagnitude) == 1)
    }

    @Test("Both are monotonic in the steps of a fine grid")
    func monotonicity() {
        for step in 0..<20_000 {
            let x = 0.5 + Double(step) * 1e-4
            #expect(PortableMath.log(x) < PortableMath.log(x + 1e-4), "log at \(x)")
            #expect(PortableMath.exp(x) < PortableMath.exp(x + 1e-4), "exp at \(x)")
        }
    }
}
