import Statistics
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Compares Sobol' indices with closed forms.
struct SobolIndicesTests {
    private static func indices(
        of model: ([Double]) -> Double, factors: Int, base: Int, resamples: Int = 400
    ) -> SobolIndices {
        let design = SobolDesign(baseCount: base, factors: factors)
        var random = SplitMix64(seed: 9)
        return SobolIndices(
            (0..<base).map { design.points(of: $0).map(model) }, resamples: resamples
        ) { random.next() }
    }

    private static func expect(
        _ found: SobolIndices, first: [Double], total: [Double], within tolerance: Double
    ) {
        for factor in first.indices {
            let (index, name) = (found.factors[factor], "factor \(factor + 1)")
            #expect((index.first - first[factor]).magnitude < tolerance, "\(name): \(index)")
            #expect((index.total - total[factor]).magnitude < tolerance, "\(name): \(index)")
            #expect(index.firstInterval?.contains(first[factor]) == true, "\(name): \(index)")
            #expect(index.totalInterval?.contains(total[factor]) == true, "\(name): \(index)")
        }
    }

    /// T. Ishigami, T. Homma, "An importance quantification technique in uncertainty analysis for
    /// computer models", ISUMA 1990: sin x₁ + a sin² x₂ + b x₃⁴ sin x₁ on [−π, π]³; its variances
    /// by hand.
    @Test("Ishigami's function, a = 7, b = 0.1")
    func ishigami() {
        let (a, b) = (7.0, 0.1)
        let found = Self.indices(
            of: { point in
                let x = point.map { Double.pi * (2 * $0 - 1) }
                return sin(x[0]) + a * sin(x[1]) * sin(x[1]) + b * pow(x[2], 4) * sin(x[0])
            }, factors: 3, base: 4095)
        let one = 0.5 * pow(1 + b * pow(.pi, 4) / 5, 2)
        let two = a * a / 8
        let both = b * b * pow(.pi, 8) * (1.0 / 18 - 1.0 / 50)
        let all = one + two + both
        #expect(isClose(found.variance, all, relative: 0.005))
        Self.expect(
            found, first: [one / all, two / all, 0],
            total: [(one + both) / all, two / all, both / all], within: 0.01)
        #expect((one / all - 0.3139).magnitude < 1e-4, "the literature's figure")
    }

    /// The g function of Sobol' (Saltelli and Sobol', 1995): ∏ (|4xᵢ − 2| + aᵢ) / (1 + aᵢ).
    @Test("The g function with two strong, two weak and four idle factors")
    func g() {
        let a = [0, 1, 4.5, 9, 99, 99, 99, 99]
        let found = Self.indices(
            of: { point in
                zip(point, a).reduce(1) { $0 * ((4 * $1.0 - 2).magnitude + $1.1) / (1 + $1.1) }
            }, factors: 8, base: 4095)
        let parts = a.map { 1 / (3 * (1 + $0) * (1 + $0)) }
        let product = parts.reduce(1) { $0 * (1 + $1) }
        let all = product - 1
        #expect(isClose(found.variance, all, relative: 0.01))
        Self.expect(
            found, first: parts.map { $0 / all },
            total: parts.map { $0 * product / (1 + $0) / all }, within: 0.01)
    }

    @Test("Twenty factors, the maximum, of an additive function")
    func twenty() {
        let found = Self.indices(
            of: { $0.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } }, factors: 20,
            base: 1023, resamples: 0)
        let all = (0..<20).reduce(0.0) { $0 + Double($1 * $1) }
        for (factor, index) in found.factors.enumerated() {
            let share = Double(factor * factor) / all
            #expect((index.first - share).magnitude < 0.05, "factor \(factor): \(index)")
            #expect((index.total - share).magnitude < 0.01, "factor \(factor): \(index)")
            #expect(index.firstInterval == nil)
        }
    }

    @Test("A model without variance has no indices")
    func constant() {
        let found = Self.indices(of: { _ in 3 }, factors: 2, base: 16)
        #expect(found.variance == nil && found.factors.isEmpty)
    }

    @Test("A point differs from A in one coordinate, which is B's")
    func points() {
        let design = SobolDesign(baseCount: 4, factors: 3)
        let points = design.points(of: 2)
        #expect(points.count == 5)
        for factor in 0..<3 {
            var expected = points[0]
            expected[factor] = points[1][factor]
            #expect(points[2 + factor] == expected)
        }
    }
}
