import Experiments
import Kernel
import Testing

@Suite struct ProbeFitTests {
    private func fit(_ probes: SyntheticProbes, replicates: Int = 0) throws -> ProbeFit {
        var options = ProbeFit.Options()
        options.replicates = replicates
        return try ProbeFit(probes.probes(), options)
    }

    @Test("In 37 of 40 sets a timer is within a silence and a half, and its interval contains it")
    func timer() throws {
        var (near, held) = (0, 0)
        for seed in 0..<40 {
            var probes = SyntheticProbes()
            probes.seed = UInt64(seed)
            let truth = 4 + 0.31 * Double(seed)
            probes.timers = [truth]
            let fit = try fit(probes, replicates: 100)
            guard fit.steps.count == 1 else { continue }
            let step = fit.steps[0]
            if (step.estimate.magnitude - truth).magnitude <= 0.15 { near += 1 }
            // A silence of exactly the timer's length is answered as if it were longer.
            if step.interval.map({ $0.low <= truth && truth <= $0.high + 1e-9 }) ?? false {
                held += 1
            }
        }
        #expect(near >= 37, "near in \(near) of 40")
        #expect(held >= 37, "held in \(held) of 40")
    }

    @Test("Without a timer there is no step, whatever the cycle's waves, in 23 of 24 sets")
    func falseSteps() throws {
        let quiet = try (0..<24).count { seed in
            var probes = SyntheticProbes(timers: [], delays: [0])
            probes.cycles = [[40, 320, 640, 1280][seed % 4]]
            probes.rounds = [1, 5, 20][seed % 3]
            probes.seed = UInt64(seed)
            return try fit(probes).steps.isEmpty
        }
        #expect(quiet >= 23, "\(quiet) of 24")
    }

    @Test("Two timers of a UMTS radio, each with its promotion delay")
    func twoTimers() throws {
        var probes = SyntheticProbes(
            timers: [5, 17], delays: [0, 400, 2000], cycles: [20, 60, 640], longest: 30, step: 0.25)
        for seed in 1...5 as ClosedRange<UInt64> {
            probes.seed = seed
            let fit = try fit(probes)
            try #require(fit.steps.count == 2, "seed \(seed)")
            for (step, timer) in zip(fit.steps, probes.timers) {
                #expect((step.estimate.magnitude - timer).magnitude <= 0.25, "seed \(seed)")
            }
            let delays = fit.steps.map { $0.promotionDelay.magnitude * 1000 }
            #expect((delays[0] - 400).magnitude < 15, "seed \(seed): \(delays)")
            #expect((delays[1] - 2000).magnitude < 40, "seed \(seed): \(delays)")
        }
    }

    @Test("A promotion delay's interval contains the truth in 18 of 20 sets, despite other traffic")
    func delay() throws {
        for awake in [0.0, 0.15] {
            let hits = try (0..<20).count { seed in
                var probes = SyntheticProbes()
                (probes.seed, probes.awake, probes.lost) = (UInt64(seed), awake, 0.01)
                let fit = try fit(probes, replicates: 100)
                // The interval covers sampling; ten more for the curve of the folded noise.
                return fit.steps.first?.promotionInterval.map {
                    $0.low - 0.01 <= 0.26 && 0.26 <= $0.high + 0.01
                } ?? false
            }
            #expect(hits >= 18, "\(hits) of 20 with \(awake) awake")
        }
    }

    @Test("Outliers and woken radios move no timer")
    func robust() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            var probes = SyntheticProbes(awake: 0.2, lost: 0.05)
            probes.seed = seed
            let fit = try fit(probes)
            try #require(fit.steps.count == 1, "seed \(seed)")
            #expect((fit.steps[0].estimate.magnitude - 10).magnitude <= 0.3, "seed \(seed)")
            #expect((fit.steps[0].awakeShare - 0.2).magnitude < 0.12, "seed \(seed)")
        }
    }

    @Test("Answers within a millisecond and lost packets are named by line and left out")
    func outliers() throws {
        var probes = SyntheticProbes().probes().enumerated().map { index, probe in
            ProbeFit.Probe(
                silence: probe.silence, roundTrip: probe.roundTrip, line: index + 2)
        }
        let before = try ProbeFit(probes)
        func replace(_ index: Int, by milliseconds: Double) {
            probes[index] = ProbeFit.Probe(
                silence: probes[index].silence, roundTrip: Seconds(milliseconds / 1000),
                line: index + 2)
        }
        replace(10, by: 0)
        replace(150, by: 1)
        replace(320, by: 0.4)
        replace(40, by: 6000)
        replace(999, by: 9000)
        let fit = try ProbeFit(probes)
        #expect(fit.outliers.compactMap(\.probe.line) == [12, 42, 152, 322, 1001])
        #expect(fit.outliers.count { $0.reason == .quickerThanAnyRadio } == 3)
        #expect(fit.probeCount == 995 && fit.steps.count == 1)
        #expect(fit.steps[0].estimate == before.steps[0].estimate)
        #expect(fit.residuals.count { $0.group == "left out" } == 5)
    }

    @Test("Slow answers just before a step are no outliers but widen its interval")
    func slowBesideAStep() throws {
        var probes = SyntheticProbes().probes()
        let near = probes.indices.filter { (probes[$0].silence.magnitude - 9.9).magnitude < 1e-6 }
        try #require(near.count == 5)
        for (index, milliseconds) in zip(near, [1500.0, 1490, 6000]) {
            probes[index] = ProbeFit.Probe(
                silence: probes[index].silence, roundTrip: Seconds(milliseconds / 1000))
        }
        let fit = try ProbeFit(probes)
        #expect(fit.outliers.map(\.probe.roundTrip) == [Seconds(6)])
        let interval = try #require(fit.steps.first?.interval)
        #expect(interval.low <= 9.8 + 1e-9 && interval.high >= 10 - 1e-9, "\(interval)")
    }

    @Test("A silence after a step that is quick in all rounds is in the step's interval")
    func quickBehindAStep() throws {
        var probes = SyntheticProbes().probes()
        for index in probes.indices
        where (probes[index].silence.magnitude - 10.3).magnitude < 1e-6 {
            probes[index] = ProbeFit.Probe(silence: probes[index].silence, roundTrip: Seconds(0.1))
        }
        let interval = try #require(try ProbeFit(probes).steps.first?.interval)
        #expect(interval.low <= 10 && interval.high >= 10.4 - 1e-9, "\(interval)")
    }

    @Test("A silence that is slow in all rounds is no outlier, nor are equal round trips")
    func noOutliers() throws {
        var probes = SyntheticProbes(timers: [], delays: [0], cycles: [40]).probes()
        #expect(try ProbeFit(probes).outliers.isEmpty)
        for index in probes.indices where probes[index].silence == Seconds(5) {
            probes[index] = ProbeFit.Probe(silence: Seconds(5), roundTrip: Seconds(2))
        }
        #expect(try ProbeFit(probes).outliers.isEmpty)
    }

    @Test(
        "A second step that doubles medians is found, even if other traffic keeps the radio awake")
    func doubledMedian() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            var probes = SyntheticProbes(
                timers: [4, 11], delays: [0, 300, 1500], cycles: [100, 640, 1280], awake: 0.42)
            probes.seed = seed
            let fit = try fit(probes)
            try #require(fit.steps.count == 2, "seed \(seed): \(fit.steps.count) steps")
            #expect((fit.steps[1].estimate.magnitude - 11).magnitude <= 0.3, "seed \(seed)")
        }
    }

    @Test("A state of less than a tenth of the axis is found")
    func lateStep() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            var probes = SyntheticProbes(
                timers: [10, 18.3], delays: [0, 400, 2000], cycles: [320, 640, 640])
            probes.seed = seed
            let fit = try fit(probes)
            try #require(fit.steps.count == 2, "seed \(seed): \(fit.steps.count) steps")
            #expect((fit.steps[1].estimate.magnitude - 18.3).magnitude <= 0.15, "seed \(seed)")
        }
    }

    @Test("A seed gives fixed intervals, and one probe a silence suffices for intervals")
    func deterministic() throws {
        var probes = SyntheticProbes()
        #expect(try fit(probes, replicates: 100) == fit(probes, replicates: 100))
        probes.rounds = 1
        probes.step = 0.05
        let step = try #require(try fit(probes, replicates: 100).steps.first)
        #expect(step.interval?.contains(10) ?? false)
    }

    @Test("Too few silences, and a stay that leaves no room, are reported")
    func errors() {
        let few = #expect(throws: FitError.self) { _ = try fit(SyntheticProbes(longest: 0.5)) }
        #expect(few?.description.hasPrefix("there are 5 different silences, of 10 needed") ?? false)
        var options = ProbeFit.Options()
        options.shortestStay = Seconds(15)
        #expect(throws: FitError.self) {
            _ = try ProbeFit(SyntheticProbes().probes(), options)
        }
    }

    @Test("Equal round trips show no step")
    func constant() throws {
        let probes = (0..<100).map {
            ProbeFit.Probe(silence: Seconds(Double($0) / 10), roundTrip: Seconds(0.05))
        }
        let fit = try ProbeFit(probes)
        #expect(fit.steps.isEmpty && fit.roundTrip == Seconds(0.05))
    }
}
