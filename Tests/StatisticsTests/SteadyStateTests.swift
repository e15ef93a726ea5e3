import Statistics
import TestSupport
import Testing

struct SteadyStateTests {
    private static func series(_ share: Double, _ count: Int, seed: UInt64) -> [Double] {
        var random = SplitMix64(seed: seed)
        var value = 0.0
        return (0..<count).map { _ in
            value = share * value + ChangePointTests.noise(&random)
            return value
        }
    }

    @Test("MSER-5 agrees with its definition, group by group")
    func definition() throws {
        for seed: UInt64 in 0..<40 {
            let start = seed % 4 == 0 ? 8.0 : 0
            let values = Self.series(0.6, 203, seed: seed).enumerated().map {
                $1 + start * (1 - Double($0) / 40).clamped
            }
            let means = (0..<40).map { place in
                values[place * 5..<place * 5 + 5].reduce(0, +) / 5
            }
            let errors = (0...35).map { cut in
                let rest = means[cut...]
                let mean = rest.reduce(0, +) / Double(rest.count)
                let squares = rest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
                return squares / Double(rest.count * rest.count)
            }
            let least = try #require(errors.min())
            let warmUp = try #require(WarmUp(values))
            let found = errors[warmUp.truncated / 5]
            #expect(isClose(found, least, relative: 1e-9), "seed \(seed)")
            if start > 0 { #expect(warmUp.truncated >= 15, "seed \(seed)") }
        }
    }

    @Test("A drift has no steady state, a constant no warm-up, a short series no answer")
    func edges() {
        #expect(WarmUp((0..<200).map(Double.init))?.isSettled == false)
        #expect(WarmUp([Double](repeating: 3, count: 100))?.truncated == 0)
        #expect(WarmUp([Double](repeating: 3, count: 100))?.isSettled == true)
        #expect(WarmUp([1, 2, 3]) == nil)
    }

    @Test("Independent values are batches of their own, correlated ones are combined")
    func batches() throws {
        let white = try #require(BatchMeans(Self.series(0, 400, seed: 3)))
        #expect(white.batchSize <= 2 && white.isUncorrelated)
        let alike = try #require(BatchMeans(Self.series(0.95, 4000, seed: 3)))
        #expect(alike.batchSize >= 16 && alike.isUncorrelated)
        let naive = Summary(of: Self.series(0.95, 4000, seed: 3))
        #expect(alike.interval.halfWidth > 2 * (naive.interval?.halfWidth ?? .infinity))
    }

    @Test("The first values that fill no batch are left out")
    func lastWholeBatches() throws {
        let drift = try #require(BatchMeans((0..<23).map(Double.init)))
        // The pairs 1, 2 to 21, 22.
        #expect(drift.batchSize == 2 && drift.batchCount == 11 && drift.mean == 11.5)
    }

    @Test("A run that is too short is reported")
    func short() throws {
        let drift = try #require(BatchMeans((0..<40).map(Double.init)))
        #expect(!drift.isUncorrelated && drift.batchCount >= BatchMeans.fewest)
        #expect(BatchMeans([1, 2, 3]) == nil)
        let constant = try #require(BatchMeans([Double](repeating: 2, count: 20)))
        #expect(constant.mean == 2 && constant.interval.halfWidth == 0)
        #expect(constant.lagOneCorrelation == nil && constant.isUncorrelated)
    }
}

extension Double {
    fileprivate var clamped: Double { Swift.max(0, self) }
}
