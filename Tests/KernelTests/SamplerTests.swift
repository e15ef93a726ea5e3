import Kernel
import Testing

@testable import Kernel

@Suite struct SamplerTests {
    @Test(
        "A sampler draws what its distribution draws, from equal words",
        arguments: [
            .constant(Seconds(3)), .exponential(mean: Seconds(2)),
            .uniform(low: Seconds(1), high: Seconds(4)),
            .lognormal(median: Seconds(5), sigma: 0.4),
            .triangular(low: Seconds(1), mode: Seconds(2), high: Seconds(5)),
            .weibull(scale: Seconds(2), shape: 1.5), .gamma(scale: Seconds(2), shape: 0.7),
            .empirical([Seconds(1), Seconds(7)]),
            .mixture([
                WeightedDistribution(weight: 2, .uniform(low: Seconds(1), high: Seconds(2))),
                WeightedDistribution(weight: 3, .exponential(mean: Seconds(9))),
            ]),
        ] as [Distribution<Seconds>])
    func same(_ distribution: Distribution<Seconds>) {
        let sampler = Sampler(distribution)
        var stream = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "sampler"))
        var other = stream
        for _ in 0..<5000 {
            let drawn = sampler.sample(&stream, of: distribution)
            let expected = distribution.sample(&other)
            #expect(drawn == expected)
        }
        #expect(stream == other)
    }
}

@Suite struct NearestTests {
    @Test(
        "The nearest whole number agrees with the C library's, by both methods and at their border")
    func nearest() {
        var random = RandomStream(StreamKey(seed: 1, replication: 0, purpose: "nearest"))
        for exponent in -3...61 {
            for sign in [1.0, -1] {
                for _ in 0..<200 {
                    let size = Double(sign: .plus, exponent: exponent, significand: 1)
                    let value = sign * (1 + random.uniform()) * size
                    let expected = Int64(value.rounded(.toNearestOrEven))
                    #expect(Int64(nearest: value, limit: .max) == expected, "\(value)")
                }
            }
        }
        for whole in [0, 1, 2, 0x1p51 - 1, 0x1p51, 0x1p51 + 1] as [Double] {
            for value in [whole, whole + 0.5, (whole + 0.5).nextDown, (whole + 0.5).nextUp] {
                let expected = Int64(value.rounded(.toNearestOrEven))
                #expect(Int64(nearest: value, limit: .max) == expected, "\(value)")
            }
        }
    }

    @Test("Values beyond the limit are clamped to it")
    func limits() {
        #expect(Int64(nearest: 1e300, limit: 5) == 5 && Int64(nearest: -1e300, limit: 5) == -5)
        #expect(Int64(nearest: .infinity, limit: 1 << 60) == 1 << 60)
        #expect(Int64(nearest: 7, limit: 5) == 5 && Int64(nearest: -7, limit: 5) == -5)
    }

    @Test("NaN stops the program")
    func notANumber() async {
        await #expect(processExitsWith: .failure) { _ = Int64(nearest: .nan, limit: 1) }
    }
}
