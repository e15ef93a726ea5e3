import Kernel
import TestSupport
import Testing

@testable import DeviceModel
@testable import Experiments

@Suite struct PooledDurationsTests {
    private func span(_ seconds: Double) -> TimeSpan { TimeSpan(Seconds(seconds)) }

    private func events(_ seconds: [Double]) -> DurationHistogram {
        var histogram = DurationHistogram()
        for time in seconds { histogram.add(span(time)) }
        return histogram
    }

    private func pool(_ kind: MeasuredDuration, _ runs: [DurationHistogram]) -> PooledDurations {
        var pool = PooledDurations(kind)
        for run in runs { pool.add(run) }
        return pool
    }

    /// Runs of about thirty exponential events, each run with a scale of its own.
    private func runs(_ count: Int, seed: UInt64) -> [[Double]] {
        var random = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "test"))
        return (0..<count).map { _ in
            let scale = 10 * (0.5 + random.uniform())
            return (0..<20 + Int(20 * random.uniform())).map { _ in scale * random.exponential() }
        }
    }

    // MARK: Events

    @Test("Percentiles are those of all events sorted, to a relative 1 %")
    func sorted() throws {
        let runs = runs(40, seed: 1)
        let found = pool(.itemDelay, runs.map(events))
        let all = runs.joined().sorted()
        #expect(found.events == all.count && found.runs == 40)
        for percent in [1, 10, 50, 90, 95, 99] {
            let rank = Int((Double(percent) / 100 * Double(all.count)).rounded(.up))
            #expect(isClose(found.percentile(percent), all[rank - 1], relative: 0.01), "\(percent)")
        }
        #expect(isClose(found.mean, all.reduce(0, +) / Double(all.count), relative: 1e-8))
        #expect(isClose(found.maximum, all.last!, relative: 1e-8))
    }

    @Test("Runs add up equally in any order and in any groups", arguments: 1...20)
    func anyOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let runs = runs(30, seed: seed).map(events)
        let whole = pool(.messageDelay, runs)
        var groups = (0..<4).map { _ in PooledDurations(.messageDelay) }
        for run in runs.shuffled(using: &random) {
            groups[Int(random.next() % 4)].add(run)
        }
        var merged = PooledDurations(.messageDelay)
        for group in groups.shuffled(using: &random) { merged.add(group) }
        #expect(merged.mean == whole.mean && merged.maximum == whole.maximum)
        #expect(merged.runs == whole.runs && merged.events == whole.events)
        for percent in 1...99 {
            #expect(merged.percentile(percent) == whole.percentile(percent), "seed \(seed)")
            #expect(merged.interval(percent) == whole.interval(percent), "seed \(seed)")
        }
    }

    @Test(
        "With few events a percentile that no event may exceed is missing",
        arguments: [(1, 1), (19, 1), (20, 3), (99, 3), (100, 4)])
    func few(count: Int, percentiles: Int) {
        let found = pool(.timeToRing, [events((1...count).map(Double.init))])
        #expect([50, 90, 95, 99].count { found.percentile($0) != nil } == percentiles)
        #expect(found.isFew == (count < 20))
        #expect(found.mean != nil && found.maximum == Double(count))
    }

    @Test("Unfinished events enter no other figure, and have a row of their own")
    func unended() {
        var run = DurationHistogram()
        run.unended = 3
        let found = pool(.itemDelay, [run, run])
        #expect(found.unended == 6 && found.events == 0 && found.runs == 0)
        #expect(found.mean == nil && found.maximum == nil && found.percentile(50) == nil)
        #expect(found.interval(50) == (nil, nil))
    }

    @Test("A delay below zero is valid")
    func ahead() {
        let found = pool(.regionDelay, [events([-30, -20, -10, 0, 10])])
        #expect(isClose(found.percentile(50), -10, relative: 0.01) && found.maximum == 10)
        #expect(isClose(found.percentile(1), -30, relative: 0.01) && found.mean == -10)
    }

    // MARK: Ages

    /// The ages of something renewed at given times, until the horizon.
    private func ages(_ renewals: [Double], until horizon: Double) -> DurationHistogram {
        var ages = AgeHistogram()
        for (begin, end) in zip(renewals, renewals.dropFirst() + [horizon]) {
            ages.add(growingFrom: .zero, for: span(end) - span(begin))
        }
        return DurationHistogram(ages)
    }

    @Test("Renewed every T from the start on, the age is uniform on 0 to T", arguments: [7.0, 900])
    func uniform(period: Double) throws {
        let run = ages((0..<96).map { period * Double($0) }, until: 96 * period)
        let found = pool(.positionAge, [run, run])
        #expect(found.time == 192 * period && found.events == 192)
        for percent in [1, 50, 90, 95, 99] {
            #expect(
                isClose(found.percentile(percent), period * Double(percent) / 100, relative: 1e-9))
        }
        #expect(isClose(found.mean, period / 2) && found.maximum == period)
    }

    @Test("Ages of less than a millisecond in each run have percentiles, and no intervals")
    func shortest() {
        let run = ages([0, 3e-4], until: 9e-4)
        let found = pool(.positionAge, [DurationHistogram](repeating: run, count: 12))
        #expect(found.runs == 12 && isClose(found.time, 0.0108, relative: 1e-6))
        #expect(found.percentile(50) != nil && found.interval(50) == (nil, nil))
    }

    @Test("Renewed at random, the age is exponential, whatever the share of the time")
    func poisson() {
        var random = RandomStream(StreamKey(seed: 3, replication: 0, purpose: "test"))
        let runs = (0..<200).map { _ in
            var (time, renewals) = (0.0, [Double]())
            while time < 86_400 * 3 {
                time += 600 * random.exponential()
                renewals.append(time)
            }
            return ages(renewals.filter { $0 < 86_400 * 3 }, until: 86_400 * 3)
        }
        let found = pool(.positionAge, runs)
        // 86,000 intervals: the median has a standard error of 0.4 %, the 99th percentile 0.9 %.
        for (percent, tolerance) in [(50, 0.012), (90, 0.012), (95, 0.015), (99, 0.03)] {
            let law = -600 * PortableMath.log(1 - Double(percent) / 100)
            #expect(isClose(found.percentile(percent), law, relative: tolerance), "\(percent)")
        }
        #expect(isClose(found.mean, 600, relative: 0.015))
    }

    @Test("The share of the time in which the age is at most x is Σ min(gap, x) / Σ gap")
    func gaps() throws {
        let all = runs(12, seed: 9).map { $0.map { 60 * $0 } }
        let found = pool(
            .positionAge,
            all.map { gaps in
                var time = 0.0
                let renewals = gaps.map { gap in
                    defer { time += gap }
                    return time
                }
                return ages(renewals, until: time)
            })
        let flat = Array(all.joined())
        let total = flat.reduce(0, +)
        for percent in 1...99 {
            let x = try #require(found.percentile(percent))
            let share = flat.reduce(0) { $0 + min($1, x) } / total
            // The age is spread evenly in a bin, except for the gaps that end in it.
            #expect((share - Double(percent) / 100).magnitude < 0.0005, "\(percent)")
        }
    }

    // MARK: Intervals

    @Test("An interval contains its percentile, and needs at least 10 runs")
    func intervals() throws {
        let runs = runs(30, seed: 5)
        let found = pool(.itemDelay, runs.map(events))
        for percent in [50, 90, 95] {
            let interval = found.interval(percent)
            let value = try #require(found.percentile(percent))
            #expect(try #require(interval.low) < value, "\(percent)")
            #expect(try #require(interval.high) > value, "\(percent)")
        }
        let nine = pool(.itemDelay, runs.prefix(9).map(events))
        #expect(nine.percentile(95) != nil && nine.interval(95) == (nil, nil))
    }

    @Test("Identical runs leave no uncertainty about an age, except for the tail of events")
    func alike() throws {
        let age = ages((0..<96).map { 900 * Double($0) }, until: 86_400)
        let same = pool(.positionAge, [DurationHistogram](repeating: age, count: 12))
        let interval = same.interval(95)
        #expect(interval.low == interval.high && isClose(interval.low, 855, relative: 1e-9))
        // 60 events of equal length: one in a hundred may still differ.
        let equal = pool(
            .itemDelay, [DurationHistogram](repeating: events([2, 2, 2, 2, 2]), count: 12))
        #expect(equal.interval(95).low != nil && equal.interval(95).high == nil)
    }

    @Test("Differences between runs make intervals wider than for as many independent events")
    func clusters() throws {
        let flat = Array(runs(40, seed: 7).joined())
        let size = flat.count / 40
        let mixed = (0..<40).map { run in (0..<size).map { flat[run + 40 * $0] } }
        let sorted = flat.sorted()
        let apart = (0..<40).map { run in Array(sorted[run * size..<(run + 1) * size]) }
        func width(_ runs: [[Double]]) throws -> Double {
            let interval = pool(.itemDelay, runs.map(events)).interval(50)
            return try #require(interval.high) - #require(interval.low)
        }
        #expect(try width(apart) > 3 * width(mixed))
    }
}
