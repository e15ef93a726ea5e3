import Kernel
import Statistics
import TestSupport
import Testing

/// Tests that all 64 bits of every word are fair coins, and that keys affect all of them.
struct StreamBitTests {
    private static let words = 100_000

    /// Chi-square of the bytes of `count` words, against equal frequencies of all 256.
    private func byteTest(_ count: Int, _ next: () -> UInt64) -> ChiSquareTest {
        var counts = Array(repeating: 0, count: 256)
        for _ in 0..<count {
            var word = next()
            for _ in 0..<8 {
                counts[Int(word & 255)] += 1
                word >>= 8
            }
        }
        return ChiSquareTest(
            observed: counts,
            expected: Array(repeating: Double(8 * count) / 256, count: 256))
    }

    @Test("All 256 bytes are equally frequent, in a stream and in the first words of streams")
    func bytes() {
        var stream = RandomStream(test: "bytes")
        let within = byteTest(Self.words) { stream.next() }
        #expect(Significance.isPlausible(within.pValue), "within: p = \(within.pValue)")
        var replication: UInt64 = 0
        let across = byteTest(20_000) {
            var stream = RandomStream(test: "bytes", replication: replication)
            replication += 1
            return stream.next()
        }
        #expect(Significance.isPlausible(across.pValue), "across: p = \(across.pValue)")
    }

    @Test("A counter, whose bytes are too even, and a generator of odd numbers are refused")
    func wrongBytes() {
        var counter: UInt64 = 0
        let even = byteTest(65_536) {
            counter &+= 0x0101_0101_0101_0101
            return counter
        }
        #expect(!Significance.isPlausible(even.pValue), "counter: p = \(even.pValue)")
        var stream = RandomStream(test: "odd bytes")
        let odd = byteTest(Self.words) { stream.next() | 1 }
        #expect(!Significance.isPlausible(odd.pValue), "odd: p = \(odd.pValue)")
    }

    @Test("Each of the 64 bits is set in half of the words")
    func eachBit() {
        var stream = RandomStream(test: "each bit")
        var set = Array(repeating: 0, count: 64)
        for _ in 0..<Self.words {
            let word = stream.next()
            for bit in 0..<64 { set[bit] += Int(truncatingIfNeeded: word >> UInt64(bit) & 1) }
        }
        // A bit's zeros follow from its ones, so 64 of the 128 classes are free.
        let test = ChiSquareTest(
            observed: set + set.map { Self.words - $0 },
            expected: Array(repeating: Double(Self.words) / 2, count: 128),
            estimatedParameters: 63)
        #expect(test.degreesOfFreedom == 64)
        #expect(Significance.isPlausible(test.pValue), "p = \(test.pValue)")
    }

    /// Chi-square of the number of bits set in each of `words`, against 64 coin tosses.
    private func bitCountTest(_ words: [UInt64]) -> ChiSquareTest {
        // The ends are merged: fewer than 22 or more than 42 bits happen once in 120 words.
        let classes = 21...43
        var counts = Array(repeating: 0, count: classes.count)
        for word in words {
            let bits = min(max(word.nonzeroBitCount, classes.lowerBound), classes.upperBound)
            counts[bits - classes.lowerBound] += 1
        }
        var probabilities = Array(repeating: 0.0, count: classes.count)
        var binomial = 0x1p-64
        for bits in 0...64 {
            let place = min(max(bits, classes.lowerBound), classes.upperBound)
            probabilities[place - classes.lowerBound] += binomial
            binomial *= Double(64 - bits) / Double(bits + 1)
        }
        return ChiSquareTest(
            observed: counts, expected: probabilities.map { $0 * Double(words.count) })
    }

    @Test("Words have as many bits set as 64 coin tosses have heads")
    func bitCounts() {
        var stream = RandomStream(test: "bit counts")
        let test = bitCountTest((0..<Self.words).map { _ in stream.next() })
        #expect(Significance.isPlausible(test.pValue), "p = \(test.pValue)")
    }

    @Test("Changing one bit of a key changes half of the first word's bits")
    func avalanche() {
        var differences: [UInt64] = []
        for sample in 0..<40 as Range<UInt64> {
            for bit in 0..<64 as Range<UInt64> {
                let key = StreamKey(
                    seed: sample, replication: 3 * sample, purpose: "avalanche",
                    index: 7 * sample)
                for member in [\StreamKey.seed, \.replication, \.index] {
                    var other = key
                    other[keyPath: member] ^= 1 << bit
                    var streams = (RandomStream(key), RandomStream(other))
                    differences.append(streams.0.next() ^ streams.1.next())
                }
            }
        }
        let test = bitCountTest(differences)
        #expect(differences.count == 7_680)
        #expect(Significance.isPlausible(test.pValue), "p = \(test.pValue)")
    }

    @Test("Words of neighbouring streams differ in half of their bits")
    func neighbours() {
        var differences: [UInt64] = []
        for replication in 0..<500 as Range<UInt64> {
            var first = RandomStream(test: "bits", replication: replication)
            var second = RandomStream(test: "bits", replication: replication + 1)
            for _ in 0..<200 { differences.append(first.next() ^ second.next()) }
        }
        let test = bitCountTest(differences)
        #expect(Significance.isPlausible(test.pValue), "p = \(test.pValue)")
    }
}
