import DeviceModel
import Testing

struct DurationHistogramTests {
    @Test("Quantiles are those of the sorted durations, to 1 % of themselves")
    func accuracy() {
        // Eight orders of magnitude, in no order.
        let durations = (1...2000).map { (place: Int) -> Double in
            let (first, second) = (place * 7919 % 2003, place * 104_729 % 1_999_993)
            return 1e-4 * Double(first) * Double(second)
        }
        var histogram = DurationHistogram()
        for duration in durations { histogram.add(duration) }
        let sorted = durations.sorted()
        for share in [0, 0.05, 0.5, 0.9, 0.99, 1] {
            let rank = max(1, Int((share * 2000).rounded(.up)))
            let exact: Double = sorted[rank - 1]
            let found = histogram.quantile(share) ?? -1
            #expect((found - exact).magnitude <= 0.010001 * exact, "\(share): \(found)")
        }
        #expect(histogram.count == 2000)
    }

    @Test("Histograms add up exactly, in any order")
    func merging() {
        var (whole, first, second) = (
            DurationHistogram(), DurationHistogram(), DurationHistogram()
        )
        for place in 0..<300 {
            let duration = Double(place * place % 97) / 7
            whole.add(duration)
            if place % 3 == 0 { first.add(duration) } else { second.add(duration) }
        }
        var (left, right) = (first, second)
        left.add(second)
        right.add(first)
        #expect(left == whole && right == whole)
    }

    @Test("No time at all is 0, no events have no quantile")
    func edges() {
        var histogram = DurationHistogram()
        #expect(histogram.quantile(0.5) == nil)
        histogram.add(0)
        histogram.add(-1)
        #expect(histogram.quantile(1) == 0 && histogram.count == 2)
    }
}
