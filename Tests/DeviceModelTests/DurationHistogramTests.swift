import Kernel
import Testing

@testable import DeviceModel

struct DurationHistogramTests {
    private func span(_ nanoseconds: Int64) -> TimeSpan { TimeSpan(nanoseconds: nanoseconds) }

    /// Every few nanoseconds, and then over all orders of magnitude.
    private let durations: [Int64] =
        Array(0...1000)
        + (1...5000).map { (number: Int64) -> Int64 in
            (number * 7919) % 2003 * number * number * 97
        }

    @Test("A bin holds its durations, and its midpoint is within 0.4 % of each")
    func proportional() {
        let bins = DurationBins.proportional
        for duration in durations.flatMap({ [$0, -$0] }) {
            let place = bins.place(of: span(duration))
            let (begin, end) = bins.ends(of: place)
            #expect(begin <= duration && duration < end, "\(duration)")
            let middle = Double(begin) + Double(end - 1 - begin) / 2
            #expect(
                (middle - Double(duration)).magnitude <= Double(duration.magnitude) / 256,
                "\(duration)")
            #expect(bins.ends(of: place + 1).0 == end, "\(duration)")
        }
    }

    @Test("Bins of ages are as wide as 1/128 of the power of two below age + 8 s")
    func fromEightSeconds() {
        let bins = DurationBins.fromEightSeconds
        #expect(bins.ends(of: 0) == (0, 62_500_000))
        for duration in durations {
            let place = bins.place(of: span(duration))
            let (begin, end) = bins.ends(of: place)
            #expect(begin <= duration && duration < end, "\(duration)")
            let shifted = Double(duration) / 1e9 + 8
            #expect(Double(end - begin) / 1e9 <= shifted / 128, "\(duration)")
        }
        #expect(bins.place(of: .longest) == DurationBins.count - 1)
    }

    @Test("Mean, shortest and longest are exact; histograms add up, in any order")
    func merging() {
        var whole = DurationHistogram()
        var parts = [DurationHistogram](repeating: DurationHistogram(), count: 3)
        var sum: Int64 = 0
        for (place, duration) in durations.enumerated() {
            let signed = place.isMultiple(of: 5) ? -duration : duration
            sum += signed
            whole.add(span(signed))
            parts[place % 3].add(span(signed))
        }
        parts[1].unended = 4
        whole.unended = 4
        #expect(whole.count == durations.count && whole.sum == Int128(sum))
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            var merged = DurationHistogram()
            for place in order { merged.add(parts[place]) }
            #expect(merged == whole, "\(order)")
        }
        #expect(whole.bins.reduce(0) { $0 + $1.weight } == Int64(durations.count))
        #expect(whole.bins.map(\.place) == whole.bins.map(\.place).sorted())
    }

    @Test("A whole number of any size becomes the nearest real one, except for the last bit")
    func conversion() {
        for bits in 0..<120 {
            for number in [
                Int128(1) << bits, (Int128(1) << bits) * 5 / 3, -(Int128(3) << bits) / 4,
            ] {
                let exact = Double(number)
                #expect((number.inDouble - exact).magnitude <= exact.magnitude.ulp, "\(number)")
            }
        }
        #expect(Int128(-9_007_199_254_740_991).inDouble == -9_007_199_254_740_991)
    }

    @Test("With two apps the events add up, and there is no common age")
    func apps() {
        var (delays, ages) = (DurationHistogram(), AgeHistogram())
        delays.add(span(5))
        ages.add(growingFrom: .zero, for: span(9))
        var app = MeasuredDurations()
        app[.itemDelay] = delays
        app[.positionAge] = DurationHistogram(ages)
        #expect(MeasuredDurations(of: [app, MeasuredDurations()]) == app)
        let both = MeasuredDurations(of: [app, app])
        #expect(both[.itemDelay]?.count == 2 && both[.positionAge] == nil)
        #expect(app != both && MeasuredDurations() == MeasuredDurations(of: []))
    }
}

struct AgeHistogramTests {
    private func span(_ nanoseconds: Int64) -> TimeSpan { TimeSpan(nanoseconds: nanoseconds) }

    @Test("Each bin has the time during which the age was in it, to the nanosecond")
    func exact() {
        var random = RandomStream(StreamKey(seed: 4, replication: 0, purpose: "test"))
        var ages = AgeHistogram()
        var expected = [Int64](repeating: 0, count: DurationBins.count)
        var (total, doubled): (Int64, Int128) = (0, 0)
        for number in 0..<400 {
            let age = number.isMultiple(of: 3) ? 0 : Int64(random.uniform() * 4e12)
            let time = Int64(random.uniform() * (number.isMultiple(of: 2) ? 1e9 : 1e13))
            ages.add(growingFrom: span(age), for: span(time))
            total += time
            doubled += Int128(time) * Int128(2 * age + time)
            for place in expected.indices {
                let (begin, end) = DurationBins.fromEightSeconds.ends(of: place)
                expected[place] += max(0, min(end, age + time) - max(begin, age))
            }
        }
        #expect(ages.weights == expected)
        #expect(ages.total == span(total) && ages.count == 400)
        #expect(ages.sum == doubled / 2_000_000_000)
    }

    @Test("An interval in pieces equals the whole interval")
    func pieces() {
        var (one, many) = (AgeHistogram(), AgeHistogram())
        one.add(growingFrom: span(3), for: span(50_000_000_000))
        for (number, length) in [1, 0, 20_000_000_000, 29_999_999_999].enumerated() {
            many.add(
                growingFrom: span(3) + many.total, for: span(Int64(length)), isNew: number == 0)
        }
        #expect(DurationHistogram(one) == DurationHistogram(many))
    }

    @Test("No interval leaves nothing, and an empty interval counts only as an event")
    func empty() {
        var ages = AgeHistogram()
        #expect(ages.quantile(0.5) == nil && DurationHistogram(ages).isEmpty)
        ages.add(growingFrom: span(7), for: .zero)
        #expect(ages.quantile(0.5) == nil && ages.count == 1 && DurationHistogram(ages).isEmpty)
    }
}

struct ArrivalTimesTests {
    private func item(_ number: Int32) -> Item { Item(number: number, bytes: 3) }
    private func instant(_ seconds: Double) -> Instant { .start + TimeSpan(Seconds(seconds)) }

    @Test("Each waiting item has its own delay")
    func delays() {
        var waiting = Waiting()
        for second in 0..<100 { waiting.add(item(Int32(second)), at: instant(Double(second))) }
        var late = waiting.take()
        waiting.add(item(100), at: instant(100))
        late.putBack(Waiting())
        waiting.putBack(late)
        var arrived = Arrived()
        #expect(waiting.count == 101 && waiting.first == .start && waiting.bytes == 303)
        arrived.add(waiting, at: instant(100))
        let found = arrived.delays(open: 2)
        #expect(found.count == 101 && found.unended == 2 && arrived.meanDelay == 50)
        #expect(found.least == .zero && found.most == TimeSpan(Seconds(100)))
        var expected = DurationHistogram()
        for second in 0...100 { expected.add(TimeSpan(Seconds(Double(second)))) }
        #expect(found.bins == expected.bins)
    }

    @Test("Each waiting item is handed over by itself, with its size and its time")
    func each() {
        var waiting = Waiting()
        for second in 1...3 {
            waiting.add(
                Item(number: 0, bytes: Int64(10 * second)), at: instant(Double(second)))
        }
        var later = Waiting()
        later.add(Item(number: 0, bytes: 7), at: instant(9))
        later.putBack(waiting)
        let each = later.takeEach()
        #expect(later.isEmpty && each.allSatisfy { $0.count == 1 })
        #expect(each.map(\.bytes) == [10, 20, 30, 7])
        let times: [Instant?] = [instant(1), instant(2), instant(3), instant(9)]
        #expect(each.map(\.first) == times)
    }

    @Test("Grouped items keep their number, their bytes and their mean time")
    func eachOfMany() {
        var waiting = Waiting()
        for number in 0..<50_000 as Range<Int32> {
            waiting.add(Item(number: number, bytes: Int64(number)), at: instant(Double(number)))
        }
        let each = waiting.takeEach()
        #expect(each.count == 50_000)
        #expect(each.reduce(0) { $0 + $1.bytes } == 49_999 * 25_000)
        let times = each.compactMap(\.first)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        let sum = times.reduce(0) { $0 + $1.nanoseconds }
        #expect(abs(sum / 50_000 - instant(24_999.5).nanoseconds) < 50_000)
    }

    @Test("Memory stays bounded, delays are within half a per cent, and their mean is exact")
    func bounded() {
        var waiting = Waiting()
        var expected = DurationHistogram()
        let (count, end) = (200_000, instant(200_500))
        for second in 0..<count {
            waiting.add(item(0), at: instant(Double(second)))
            expected.add(end - instant(Double(second)))
        }
        #expect(waiting.others.groups.count <= 20_000)
        var arrived = Arrived()
        arrived.add(waiting, at: end)
        let found = arrived.delays(open: 0)
        #expect(found.count == count && found.sum == expected.sum)
        #expect(found.least == expected.least && found.most == expected.most)
        var (here, there): (Int64, Int64) = (0, 0)
        for bin in expected.bins {
            there += bin.weight
            let (begin, close) = DurationBins.proportional.ends(of: Int(bin.place))
            let slack = Double(close) / 256 + Double(close - begin)
            here = found.bins.filter { $0.place <= bin.place }.reduce(0) { $0 + $1.weight }
            #expect(Double((here - there).magnitude) * 1e9 <= slack, "\(begin)")
        }
    }
}
