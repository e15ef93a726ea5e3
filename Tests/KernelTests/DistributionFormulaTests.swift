import Kernel
import Testing

@testable import Kernel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

struct DistributionFormulaTests {
    private func stream(_ seed: UInt64 = 1) -> RandomStream {
        RandomStream(StreamKey(seed: seed, replication: 0, purpose: "formula test"))
    }

    private func isClose(_ left: Seconds, _ right: Double, _ relative: Double = 1e-13) -> Bool {
        abs(left.magnitude - right) <= relative * abs(right)
    }

    @Test("Every mean follows its formula")
    func means() {
        let root = Double.pi.squareRoot()
        let (one, two, five) = (Seconds(1), Seconds(2), Seconds(5))
        #expect(Distribution.constant(five).mean == five)
        #expect(Distribution.exponential(mean: five).mean == five)
        #expect(isClose(Distribution.uniform(low: one, high: five).mean, 3))
        #expect(isClose(Distribution.triangular(low: one, mode: two, high: five).mean, 8 / 3.0))
        #expect(isClose(Distribution.lognormal(median: two, sigma: 0.5).mean, 2 * exp(0.125)))
        // Γ(3/2) = √π / 2, Γ(3) = 2, Γ(2) = 1.
        #expect(isClose(Distribution.weibull(scale: two, shape: 2).mean, root))
        #expect(isClose(Distribution.weibull(scale: two, shape: 0.5).mean, 4))
        #expect(isClose(Distribution.weibull(scale: two, shape: 1).mean, 2))
        #expect(Distribution.gamma(scale: two, shape: 2.5).mean == five)
        #expect(isClose(Distribution.empirical([one, two, five]).mean, 8 / 3.0))
        let mixture = Distribution.mixture([
            WeightedDistribution(weight: 3, .constant(one)),
            WeightedDistribution(weight: 1, .constant(five)),
        ])
        #expect(isClose(mixture.mean, 2))
    }

    @Test("A mixture draws from each of its laws as often as its weight says")
    func mixture() {
        let law = Distribution.mixture([
            WeightedDistribution(weight: 4, .uniform(low: Seconds(1), high: Seconds(5))),
            WeightedDistribution(weight: 7, .uniform(low: Seconds(5), high: Seconds(10))),
            WeightedDistribution(weight: 62, .uniform(low: Seconds(10), high: Seconds(90))),
        ])
        var drawn = stream()
        let values = (0..<73_000).map { _ in law.sample(&drawn).magnitude }
        let first = values.count { $0 < 5 }
        let second = values.count { (5..<10).contains($0) }
        // Binomial counts, five standard deviations: √(73 000·p·(1 − p)) is 61 and 80.
        #expect((first - 4000).magnitude < 310, "\(first)")
        #expect((second - 7000).magnitude < 400, "\(second)")
        #expect(values.allSatisfy { (1..<90).contains($0) })
    }

    @Test("The gamma function agrees with the C library's to 1e-13")
    func gammaFunction() {
        for step in 1...2_000 {
            let x = Double(step) * 0.02
            let own = Distribution<Seconds>.gammaFunction(x)
            #expect(isClose(Seconds(own), tgamma(x)), "Γ(\(x))")
        }
    }

    @Test("A constant draws nothing from its stream")
    func constant() {
        var drawn = stream()
        let value = Distribution.constant(Seconds(4)).sample(&drawn)
        #expect(value == Seconds(4) && drawn == stream())
    }

    @Test("Distributions without width give their only value")
    func degenerate() {
        let four = Seconds(4)
        var drawn = stream()
        for _ in 0..<100 {
            #expect(Distribution.uniform(low: four, high: four).sample(&drawn) == four)
            let triangle = Distribution.triangular(low: four, mode: four, high: four)
            #expect(triangle.sample(&drawn) == four)
            #expect(Distribution.empirical([four]).sample(&drawn) == four)
        }
    }

    @Test("No draw leaves its support, for 20 000 draws of awkward parameters")
    func support() {
        let cases: [(Distribution<Seconds>, ClosedRange<Double>)] = [
            (.uniform(low: Seconds(-1), high: Seconds(1)), -1...1),
            (.triangular(low: Seconds(0), mode: Seconds(0), high: Seconds(1)), 0...1),
            (.triangular(low: Seconds(0), mode: Seconds(1), high: Seconds(1)), 0...1),
            (.exponential(mean: Seconds(1e-300)), 0...1e-298),
            (.exponential(mean: Seconds(1e300)), 0...1e302),
            (.weibull(scale: Seconds(1), shape: 0.05), 0...Double.greatestFiniteMagnitude),
            (.weibull(scale: Seconds(1), shape: 100), 0...2),
            (.gamma(scale: Seconds(1), shape: 0.01), 0...100),
            (.gamma(scale: Seconds(1), shape: 1e6), 9e5...1.1e6),
            (.lognormal(median: Seconds(1), sigma: 0.001), 0.99...1.01),
        ]
        for (distribution, range) in cases {
            var drawn = stream()
            let outside = (0..<20_000).map { _ in distribution.sample(&drawn).magnitude }
                .first { !range.contains($0) }
            #expect(outside == nil, "\(distribution) gave \(outside ?? 0)")
        }
    }

    @Test("The layers of both ziggurats have equal areas and close at the top")
    func layers() {
        check(Ziggurat.exponential, "exponential", area: 0.003_949_659_822_581_557)
        check(Ziggurat.normal, "normal", area: 0.004_928_673_233_974_655)
    }

    private func check(_ ziggurat: borrowing Ziggurat, _ name: String, area: Double) {
        let (edges, heights) = (elements(ziggurat.edges), elements(ziggurat.heights))
        #expect(edges.count == Ziggurat.layers + 1, "\(name)")
        #expect(edges.last == 0 && heights.last == 1, "\(name)")
        for layer in 1..<Ziggurat.layers {
            let height = heights[layer + 1] - heights[layer]
            let relative = abs(edges[layer] * height / area - 1)
            // The top layer collects the rounding errors of all layers below it.
            #expect(relative < 1e-12, "\(name), layer \(layer): off by \(relative)")
            #expect(edges[layer] < edges[layer - 1], "\(name), \(layer)")
        }
    }

    private func elements(_ array: borrowing FixedArray<Double>) -> [Double] {
        var elements: [Double] = []
        for index in array.indices { elements.append(array[index]) }
        return elements
    }

    @Test("The base layers hold the area of their tails")
    func bases() {
        let tail = Ziggurat.exponential.tail
        let widest = Ziggurat.exponential.edges[0]
        let base = tail * exp(-tail) + exp(-tail)
        #expect(isClose(Seconds(widest * exp(-tail)), base, 1e-12))

        let start = Ziggurat.normal.tail
        let widestNormal = Ziggurat.normal.edges[0]
        let density = exp(-start * start / 2)
        let beyond = (Double.pi / 2).squareRoot() * erfc(start / 2.0.squareRoot())
        let area = start * density + beyond
        #expect(isClose(Seconds(widestNormal * density), area, 1e-12))
    }
}
