import Statistics
import TestSupport
import Testing

struct MeanIntervalTests {
    @Test("For evenly spread values the interval is Student's, and no run is unusual")
    func student() {
        let values = (0..<40).map { Double(($0 * 17) % 40) }
        let known = MeanInterval(values)
        #expect(known.method == .student && known.unlike == nil)
        #expect(known.interval == Summary(of: values).interval && known.tooShort == nil)
    }

    @Test("An event in none of 68 runs has no interval, and occurs in at most 5.3 % of runs")
    func noneSeen() throws {
        let values = (0..<68).map { number -> Double in Double(100 + (number * 17) % 40) }
        let known = MeanInterval(values, isUnlike: values.map { _ in false })
        #expect(known.method == .few && known.unlike == 0 && known.shown == nil)
        // 1 − 0.025^(1/68)
        #expect(isClose(try #require(known.unlikeShare).high, 0.0528030427936))
    }

    @Test("A count of 0 with a maximum has an interval up to the largest possible share of it")
    func bound() throws {
        let known = MeanInterval([Double](repeating: 0, count: 68), isUnlike: nil, limits: 0...100)
        #expect(known.method == .same)
        let event = MeanInterval(
            [Double](repeating: 0, count: 68), isUnlike: [Bool](repeating: false, count: 68),
            limits: 0...100)
        #expect(event.method == .bound && event.interval?.low == 0)
        #expect(isClose(try #require(event.interval).high, 5.28030427936))
        let three = MeanInterval([Double](repeating: 0, count: 65) + [50, 80, 2], limits: 0...100)
        #expect(three.method == .bound && three.unlike == 3)
        #expect(three.interval?.contains(132 / 68) == true)
    }

    @Test("Fewer than five unusual runs without limits have no interval")
    func few() {
        let known = MeanInterval([Double](repeating: 144, count: 64) + [1, 2, 3, 4])
        #expect(known.method == .few && known.unlike == 4)
        let five = MeanInterval([Double](repeating: 144, count: 63) + [1, 2, 3, 4, 5])
        #expect(five.method == .twoParts && five.unlike == 5)
    }

    /// p by Clopper and Pearson, 8 of 60: 5.94 to 24.59 % (R: binom.test); b = 4.5 ± 2.0479 (t of 7
    /// degrees of freedom, 2.3646, times √6 / √8), a = 0.
    @Test("Two parts, by hand")
    func twoParts() throws {
        let known = MeanInterval([Double](repeating: 0, count: 52) + (1...8).map(Double.init))
        let interval = try #require(known.interval)
        let (share, low, high) = (8.0 / 60, 0.0593644, 0.2459222)
        let spread = share * 2.364624 * (6.0 / 8).squareRoot()
        let below = 4.5 * (share - low)
        let above = 4.5 * (high - share)
        #expect(
            (interval.low - (0.6 - (below * below + spread * spread).squareRoot())).magnitude
                < 1e-5)
        #expect(
            (interval.high - (0.6 + (above * above + spread * spread).squareRoot())).magnitude
                < 1e-5)
    }

    @Test("A value that half of the runs have is found at any positions")
    func commonestAnywhere() {
        for count in 4...24 {
            let common = (count + 1) / 2
            for turn in 0..<count {
                // Every second run, in one block, or in a block that wraps around the end.
                let apart = (0..<count).map { ($0 + turn) % 2 == 0 && $0 / 2 < common }
                let block = (0..<count).map { ($0 + turn) % count < common }
                for marks in [apart, block] where marks.count(where: { $0 }) * 2 >= count {
                    let values = marks.enumerated().map { $1 ? 5 : Double(100 + $0 * $0) }
                    let unlike = marks.count(where: { !$0 })
                    #expect(MeanInterval(values).unlike == unlike, "\(values)")
                }
            }
        }
    }

    @Test("Values that differ in their last bits are one value")
    func lastBits() {
        let values = (0..<60).map { number -> Double in 2.5 * (1 + Double(number % 3) * 1e-15) }
        #expect(MeanInterval(values).method == .same)
        #expect(MeanInterval(values, isExact: true).method == .exact)
        #expect(MeanInterval([1]).method == .none)
    }

    @Test("A skewed sample's Student interval is shown, but not as a 95 % interval")
    func skewed() {
        let squares = (0..<30).map { Double($0 * $0) }
        let values = squares.map { $0 * $0 }
        let known = MeanInterval(values)
        #expect(known.method == .skewed && known.interval == nil)
        #expect(known.shown == Summary(of: values).interval)
    }

    /// Uncorrected, Student's interval of these covered the truth in 78 %.
    @Test("Published intervals cover even if one run in ten is unusual")
    func coverage() {
        var (claimed, covered, student) = (0, 0, 0)
        for seed: UInt64 in 0..<2000 {
            var random = SplitMix64(seed: seed)
            let values = (0..<68).map { _ -> Double in
                random.uniform() < 0.1 ? (random.uniform() * 4).rounded(.up) : 0
            }
            let known = MeanInterval(values)
            if Summary(of: values).interval?.contains(0.25) == true { student += 1 }
            guard let interval = known.interval else { continue }
            claimed += 1
            if interval.contains(0.25) { covered += 1 }
        }
        #expect(claimed > 1500)
        #expect(Double(covered) > 0.94 * Double(claimed), "\(covered) of \(claimed)")
        #expect(Double(student) < 0.95 * 2000)
    }
}
