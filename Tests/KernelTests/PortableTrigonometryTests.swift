import Kernel
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Compares our own sine, cosine and arc tangent with the C library's.
struct PortableTrigonometryTests {
    private static let draws = 300_000

    /// The number of representable numbers between two.
    private static func distance(_ left: Double, _ right: Double) -> UInt64 {
        guard left.sign == right.sign || left == right else { return .max }
        return (Int64(bitPattern: left.bitPattern) - Int64(bitPattern: right.bitPattern)).magnitude
    }

    private struct Worst {
        var distance: UInt64 = 0
        var argument = ""

        mutating func see(_ own: Double, _ theirs: Double, _ argument: @autoclosure () -> String) {
            let distance = PortableTrigonometryTests.distance(own, theirs)
            if distance > self.distance { self = Worst(distance: distance, argument: argument()) }
        }
    }

    /// Angles of every size up to `limit`, of both signs, and some next to quarter turns.
    private static func angle(_ draw: Int, _ limit: Double, _ random: inout RandomStream) -> Double
    {
        let sign = random.next() & 1 == 0 ? 1.0 : -1.0
        switch draw % 3 {
        case 0: return sign * limit * random.uniform()
        case 1: return sign * scalbn(1 + random.uniform(), Int32(random.next() % 70) - 60)
        default:
            let near = Double(random.next() % 660_000) * (.pi / 2)
            return sign * (near * limit / 0x1p20 + (random.uniform() - 0.5) * 1e-6)
        }
    }

    @Test("Sine and cosine are within 1 unit in the last place of the C library's, up to 2^20 rad")
    func sineAndCosine() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "sin test"))
        var (sines, cosines) = (Worst(), Worst())
        for draw in 0..<Self.draws {
            let x = Self.angle(draw, 0x1p20, &random)
            let own = PortableMath.sinCos(x)
            sines.see(own.sin, sin(x), "\(x)")
            cosines.see(own.cos, cos(x), "\(x)")
        }
        #expect(sines.distance <= 1, "\(sines)")
        #expect(cosines.distance <= 1, "\(cosines)")
        #expect(PortableMath.sin(1) == PortableMath.sinCos(1).sin)
        #expect(PortableMath.cos(1) == PortableMath.sinCos(1).cos)
    }

    @Test("Sine and cosine hold at the doubles nearest to whole quarter turns")
    func nearQuarters() {
        var (sines, cosines) = (Worst(), Worst())
        for k in 0..<600_000 {
            let x = Double(k) * (.pi / 2)
            let own = PortableMath.sinCos(x)
            sines.see(own.sin, sin(x), "\(x)")
            cosines.see(own.cos, cos(x), "\(x)")
        }
        #expect(sines.distance <= 1, "\(sines)")
        #expect(cosines.distance <= 1, "\(cosines)")
    }

    @Test("Degrees are exact where mathematics is, and otherwise as exact as radians")
    func degrees() {
        for quarter in -8...8 {
            let own = PortableMath.sinCos(degrees: 90 * Double(quarter))
            #expect(own.sin == [0, 1, 0, -1][quarter & 3], "\(quarter)")
            #expect(own.cos == [1, 0, -1, 0][quarter & 3], "\(quarter)")
        }
        #expect(PortableMath.sinCos(degrees: 30).sin == 0.5)
        #expect(PortableMath.sinCos(degrees: 60).cos == 0.5)
        #expect(PortableMath.sinCos(degrees: 45).sin == 0.5.squareRoot())
        var random = RandomStream(StreamKey(seed: 2, replication: 0, purpose: "sin test"))
        for _ in 0..<Self.draws {
            // The C library has no degrees. Converting to radians rounds twice and takes a rounded
            // π: up to three half units of an angle of 6.3, which is 1.4e-15.
            let x = (random.uniform() - 0.5) * 720
            let own = PortableMath.sinCos(degrees: x)
            #expect(abs(own.sin - sin(x * .pi / 180)) < 1.6e-15, "\(x)")
            #expect(abs(own.cos - cos(x * .pi / 180)) < 1.6e-15, "\(x)")
        }
        for _ in 0..<Self.draws {
            let x = random.uniform()
            let theirs = sin(x * .pi / 180)
            #expect(Self.distance(PortableMath.sinCos(degrees: x).sin, theirs) <= 3, "\(x)")
        }
    }

    @Test("The arc tangent of a point is within 2 units in the last place, in all quadrants")
    func arcTangent() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "atan test"))
        var worst = Worst()
        for draw in 0..<Self.draws {
            let y = Self.angle(draw, 10, &random)
            let x = draw % 7 < 4 ? Self.angle(draw / 7, 10, &random) : (random.uniform() - 0.5) * 20
            worst.see(PortableMath.atan2(y, x), atan2(y, x), "\(y), \(x)")
        }
        #expect(worst.distance <= 2, "\(worst)")
        for (y, x) in [(0.0, 1.0), (0, -1), (-0.0, -1), (1, 0), (-1, 0), (0, 0), (-0.0, 2)] {
            #expect(PortableMath.atan2(y, x) == atan2(y, x), "\(y), \(x)")
        }
    }

    @Test("An angle too large for its reduction traps")
    func tooLarge() async {
        await #expect(processExitsWith: .failure) { _ = PortableMath.sin(0x1p21) }
        await #expect(processExitsWith: .failure) { _ = PortableMath.sinCos(degrees: .nan) }
    }
}
