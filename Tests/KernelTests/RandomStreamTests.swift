import Kernel
import Testing

struct RandomStreamTests {
    private static let key = StreamKey(seed: 7, replication: 3, purpose: "arrivals", index: 2)
    /// The largest number below one that a stream gives.
    private static let largest: Double = 1 - 0x1p-53

    private func words(_ count: Int, of key: StreamKey) -> [UInt64] {
        var stream = RandomStream(key)
        return (0..<count).map { _ in stream.next() }
    }

    @Test("The generator is xoshiro256++: the first outputs from the state 1, 2, 3, 4")
    func knownAnswer() {
        // From the authors' C program; the crate rand_xoshiro uses them too.
        let expected: [UInt64] = [
            41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386,
            9_228_616_714_210_784_205, 9_973_669_472_204_895_162, 14_011_001_112_246_962_877,
            12_406_186_145_184_390_807, 15_849_039_046_786_891_736, 10_450_023_813_501_588_000,
        ]
        var stream = RandomStream(state: (1, 2, 3, 4))
        #expect(expected.indices.map { _ in stream.next() } == expected)
    }

    @Test("An antithetic stream has the complement of every word, and 1 − u for every u")
    func antithetic() {
        var key = Self.key
        let plain = words(1_000, of: key)
        key.isAntithetic = true
        #expect(words(1_000, of: key) == plain.map { ~$0 })
        var (one, other) = (RandomStream(Self.key), RandomStream(key))
        for _ in 0..<1_000 {
            let sum = one.uniform() + other.uniform()
            #expect(sum == Self.largest)
        }
    }

    @Test("Replications 2k and 2k + 1 of antithetic pairs have the streams of replication k")
    func pairs() {
        for number in 0..<10 as Range<UInt64> {
            let independent = RandomSource(seed: 7, replication: number)
            #expect(RandomSource(seed: 7, paired: 2 * number) == independent)
            let partner = RandomSource(seed: 7, paired: 2 * number + 1)
            var (one, other) = (independent.stream("calls", 3), partner.stream("calls", 3))
            #expect(one.next() == ~other.next())
        }
    }

    @Test("A small exponential comes where the other is large")
    func antitheticExponential() {
        var key = Self.key
        key.isAntithetic = true
        var (one, other) = (RandomStream(Self.key), RandomStream(key))
        // Each pair starts two streams, since some draws take several words.
        var (products, sums) = (0.0, (0.0, 0.0))
        let count = 20_000
        for index in 0..<count {
            var plain = Self.key
            plain.index = UInt64(index)
            key.index = UInt64(index)
            (one, other) = (RandomStream(plain), RandomStream(key))
            let (x, y) = (one.exponential(), other.exponential())
            products += x * y
            sums = (sums.0 + x, sums.1 + y)
        }
        let mean = Double(count)
        // Exponentials of u and 1 − u have a correlation of 1 − π²/6; the ziggurat comes near it.
        let covariance = products / mean - sums.0 / mean * sums.1 / mean
        #expect(-0.645 < covariance && covariance < -0.4, "\(covariance)")
        #expect(abs(sums.1 / mean - 1) < 4 / mean.squareRoot())
    }

    @Test("A key always gives its numbers")
    func sameKey() {
        #expect(words(1_000, of: Self.key) == words(1_000, of: Self.key))
        #expect(RandomStream(Self.key) == RandomStream(Self.key))
    }

    @Test("Another seed, replication, purpose or index gives another stream")
    func otherKeys() {
        var keys: Set<StreamKey> = []
        for seed in [0, 1, 2, 3, .max] as [UInt64] {
            for replication in [0, 1, 2, 3, .max] as [UInt64] {
                for purpose in ["", "a", "b", "ab", "ba", "arrivals", "arrivals 2", "Arrivals"] {
                    for index in [0, 1, 2, 3, .max] as [UInt64] {
                        keys.insert(
                            StreamKey(
                                seed: seed, replication: replication, purpose: purpose,
                                index: index))
                    }
                }
            }
        }
        // Not even one number is shared: with 8,000 words of 64 bits a collision has a probability
        // of 2^-39.
        var seen: Set<UInt64> = []
        for key in keys { seen.formUnion(words(8, of: key)) }
        #expect(keys.count == 1_000 && seen.count == 8_000)
    }

    @Test("Seed, replication and index are not interchangeable")
    func exchange() {
        let (one, two) = (UInt64(1), UInt64(2))
        let firsts = [
            StreamKey(seed: one, replication: two, purpose: "p", index: 0),
            StreamKey(seed: two, replication: one, purpose: "p", index: 0),
            StreamKey(seed: 0, replication: one, purpose: "p", index: two),
            StreamKey(seed: 0, replication: two, purpose: "p", index: one),
            StreamKey(seed: one, replication: 0, purpose: "p", index: two),
        ].map { words(1, of: $0)[0] }
        #expect(Set(firsts).count == firsts.count)
    }

    @Test("Adding a purpose, or drawing more from one, moves no other stream")
    func isolation() {
        let alone = words(100, of: Self.key)
        for seed in 0..<50 as Range<UInt64> {
            // A world with other streams, made before and drawn from in between.
            var others = (0..<20 as Range<UInt64>).map { index in
                RandomStream(
                    StreamKey(seed: seed, replication: 3, purpose: "new \(index)", index: index))
            }
            var stream = RandomStream(Self.key)
            var drawn: [UInt64] = []
            for draw in 0..<100 {
                drawn.append(stream.next())
                for other in others.indices.prefix(draw % 20) {
                    _ = others[other].exponential() + others[other].normal()
                }
            }
            #expect(drawn == alone, "seed \(seed)")
        }
    }

    @Test("A stream is a value: a copy repeats what the original draws")
    func copies() {
        var stream = RandomStream(Self.key)
        _ = stream.normal()
        var copy = stream
        #expect((0..<100).allSatisfy { _ in stream.normal() == copy.normal() })
    }

    @Test("A uniform draw is at least 0 and below 1, whatever the 64 bits")
    func uniformRange() {
        // The first output is rotl(s0 + s3, 23) + s0: these states give all zeros and all ones.
        var zeros = RandomStream(state: (0, 1, 1, 0))
        var ones = RandomStream(state: (0, 1, 1, .max))
        #expect(zeros.uniform() == 0)
        #expect(ones.uniform() == Self.largest)
    }
}

/// Freezes every stream's numbers.
///
/// They change only on purpose: changing the keying or a method of drawing changes every result of
/// every seed, and belongs in the change log.
struct StreamFingerprintTests {
    @Test("The first words of some keys are unchanged")
    func firstWords() {
        let frozen: [(StreamKey, [UInt64])] = [
            (
                StreamKey(seed: 0, replication: 0, purpose: ""),
                [0xA947_716F_917A_7206, 0x1842_9C0F_DB7E_4F35]
            ),
            (
                StreamKey(seed: 1, replication: 0, purpose: "arrivals"),
                [0xEC36_CE2F_96E0_051E, 0x0231_2642_1371_83B6]
            ),
            (
                StreamKey(seed: 1, replication: 0, purpose: "arrivals", index: 1),
                [0x028F_80A3_8FD5_AC2D, 0x7021_20E0_EF47_0BFB]
            ),
            (
                StreamKey(seed: 1, replication: 1, purpose: "arrivals"),
                [0xD537_8770_A30C_B3F2, 0x6777_22D2_ED6E_EDFD]
            ),
            (
                StreamKey(seed: .max, replication: .max, purpose: "größe", index: .max),
                [0x69E2_45ED_685A_8E1E, 0x1159_6C8E_02C1_B9E0]
            ),
        ]
        for (key, words) in frozen {
            var stream = RandomStream(key)
            let drawn = [stream.next(), stream.next()]
            #expect(drawn == words, "\(key) now begins with \(drawn)")
        }
    }

    @Test("Ten thousand draws of each distribution are unchanged, bit for bit")
    func draws() {
        let frozen: [(String, Distribution<Seconds>, UInt64)] = [
            ("exponential", .exponential(mean: Seconds(3)), 0x2F09_F681_F1F4_E8B0),
            ("uniform", .uniform(low: Seconds(2), high: Seconds(5)), 0x3767_FE27_514F_C2D8),
            ("lognormal", .lognormal(median: Seconds(2), sigma: 0.7), 0x76D5_1A11_E017_6021),
            (
                "triangular",
                .triangular(low: Seconds(1), mode: Seconds(2), high: Seconds(5)),
                0xCBB7_04D7_012B_144B
            ),
            ("weibull", .weibull(scale: Seconds(2), shape: 0.8), 0x95F0_06DD_9D48_C5CC),
            ("gamma", .gamma(scale: Seconds(2), shape: 2.5), 0x87D1_6CC9_E363_AFE9),
            ("thin gamma", .gamma(scale: Seconds(2), shape: 0.3), 0x8FBC_F0A3_7D44_57FE),
            ("empirical", .empirical([Seconds(1), Seconds(2), Seconds(7)]), 0x65B4_F072_3147_F065),
        ]
        for (name, distribution, fingerprint) in frozen {
            var stream = RandomStream(StreamKey(seed: 42, replication: 0, purpose: name))
            // FNV-1a over words instead of bytes: any changed bit changes the result.
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for _ in 0..<10_000 {
                let bits = distribution.sample(&stream).magnitude.bitPattern
                hash = (hash ^ bits) &* 0x0000_0100_0000_01B3
            }
            #expect(hash == fingerprint, "\(name) now has the fingerprint \(hash)")
        }
    }
}
