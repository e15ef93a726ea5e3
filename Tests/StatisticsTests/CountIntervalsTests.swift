import Testing

@testable import Statistics

/// Exact intervals of what was counted, over all sizes that runs have.
struct CountIntervalsTests {
    @Test(
        "No share and no rate is too large or too small for its interval",
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

    @Test("Nothing in n trials, and all of them: closed forms", arguments: [1, 10, 1000, 100_000])
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
