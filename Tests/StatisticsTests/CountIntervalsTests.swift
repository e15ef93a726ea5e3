import Testing

@testable import Statistics

struct CountIntervalsTests {
    @Test(
        "No share or rate is too large or too small for its interval",
        arguments: [1, 7, 60, 181, 2000, 6418, 6598, 40_000, 8_000_000])
    func everySize(trials: Int) throws {
        let steps = Set((0...200).map { $0 * trials / 200 } + [0, 1, min(5, trials), trials])
        var last = 0.0
        for occurrences in steps.sorted() {
            let share = Double(occurrences) / Double(trials)
            let interval = try #require(CountIntervals.share(of: occurrences, in: trials))
            #expect(0 <= interval.low && interval.low <= share, "\(occurrences) of \(trials)")
            #expect(share <= interval.high && interval.high <= 1, "\(occurrences) of \(trials)")
            #expect(interval.high >= last, "\(occurrences) of \(trials)")
            last = interval.high
            let rate = CountIntervals.rate(of: occurrences, over: Double(trials))
            #expect(rate.low <= share && share <= rate.high, "\(occurrences) in \(trials)")
        }
    }

    @Test("Zero of n trials, and n of n, have closed forms", arguments: [1, 10, 1000, 100_000])
    func extremes(trials: Int) throws {
        // (1 - high)^n = 2.5 %.
        let expected = 1 - StandardPower.root(0.025, trials)
        let none = try #require(CountIntervals.share(of: 0, in: trials))
        let all = try #require(CountIntervals.share(of: trials, in: trials))
        #expect(none.low == 0 && all.high == 1)
        #expect((none.high - expected).magnitude < 1e-12)
        #expect((all.low - (1 - expected)).magnitude < 1e-12)
    }
}

struct DispersionTests {
    /// scipy.stats.chi2.sf(23, 4): mean 2, s² = 11.5, index 5.75.
    @Test("Events at any time: variance over mean")
    func poisson() throws {
        let dispersion = try #require(Dispersion([8, 0, 1, 0, 1]))
        #expect((dispersion.index - 5.75).magnitude < 1e-12)
        #expect((dispersion.pValue - 0.000_126_626_169_98).magnitude < 1e-12)
        #expect(Dispersion([4]) == nil && Dispersion([0, 0, 0]) == nil)
        #expect(try #require(Dispersion([2, 2, 2])).pValue == 1)
    }

    /// Seven missed of each ten, all or nothing.
    @Test("Events among trials: compared with the binomial variance")
    func binomial() throws {
        let counts: [Double] = [10, 10, 10, 10, 10, 10, 10, 0, 0, 0]
        let trials = [Double](repeating: 10, count: 10)
        let clustered = try #require(Dispersion(counts, of: trials))
        // Σ (k − 7)² / (10 · 0.7 · 0.3) = (7 · 9 + 3 · 49) / 2.1 = 100, over 9.
        #expect((clustered.index - 100.0 / 9).magnitude < 1e-12)
        #expect(clustered.pValue < 1e-15)
        // Against Poisson's variance these counts would pass: 210 / 9 / 7.
        #expect(try #require(Dispersion(counts.map { 6 + $0 / 10 })).pValue > 0.9)
        #expect(try #require(Dispersion([7, 7, 7], of: [10, 10, 10])).pValue == 1)
    }

    @Test("Trials may differ, and without trials there is no dispersion")
    func uneven() throws {
        let even = try #require(Dispersion([1, 2, 4], of: [10, 20, 40]))
        #expect(even.index < 1e-20)
        let holes = try #require(Dispersion([1, 0, 2, 4, 0], of: [10, 0, 20, 40, 0]))
        #expect(holes == even)
        #expect(Dispersion([3], of: [4]) == nil && Dispersion([3, 0], of: [4, 0]) == nil)
        #expect(Dispersion([0, 0], of: [4, 5]) == nil && Dispersion([4, 5], of: [4, 5]) == nil)
    }
}

/// Powers without a library.
private enum StandardPower {
    /// The n-th root, by halving.
    static func root(_ value: Double, _ count: Int) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<80 {
            let middle = (low + high) / 2
            var (power, base, left) = (1.0, middle, count)
            while left > 0 {
                if left & 1 == 1 { power *= base }
                (base, left) = (base * base, left >> 1)
            }
            if power < value { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
