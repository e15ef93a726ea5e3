import Experiments
import Quantities
import Testing

/// Timers and delays from round trips of a known radio.
@Suite struct ProbeFitTests {
    private func fit(_ probes: SyntheticProbes, replicates: Int = 0) throws -> ProbeFit {
        var options = ProbeFit.Options()
        options.replicates = replicates
        return try ProbeFit(probes.probes(), options)
    }

    @Test("A timer is placed within a silence and a half, and its interval holds it, in 37 of 40")
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
            // A silence of exactly the timer's length is answered as after it.
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

    @Test("A promotion delay's interval holds the truth in 18 of 20 sets, others' traffic or not")
    func delay() throws {
        for awake in [0.0, 0.15] {
            let hits = try (0..<20).count { seed in
                var probes = SyntheticProbes()
                (probes.seed, probes.awake, probes.lost) = (UInt64(seed), awake, 0.01)
                let fit = try fit(probes, replicates: 100)
                // The interval is of sampling; ten more for the curve of the folded noise.
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

    @Test("The same seed gives the same intervals; one probe a silence has intervals too")
    func deterministic() throws {
        var probes = SyntheticProbes()
        #expect(try fit(probes, replicates: 100) == fit(probes, replicates: 100))
        probes.rounds = 1
        probes.step = 0.05
        let step = try #require(try fit(probes, replicates: 100).steps.first)
        #expect(step.interval?.contains(10) ?? false)
    }

    @Test("Too few silences, and a stay that leaves no room, are said")
    func errors() {
        #expect(throws: FitError.tooFewSilences(found: 5, needed: 10)) {
            _ = try fit(SyntheticProbes(longest: 0.5))
        }
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
