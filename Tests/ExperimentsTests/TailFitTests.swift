import Experiments
import Kernel
import Testing

/// Tests of states and timers from logs of a known radio, from 1 Hz to 5 kHz, with noise and drift.
@Suite struct TailFitTests {
    private func fit(_ log: SyntheticLog, _ options: TailFit.Options = .init()) throws -> TailFit {
        var log = log
        log.make()
        return try TailFit(times: log.times, powers: log.powers, options)
    }

    /// Expects idle, tail, promotion and peak, in this order.
    private func expect(
        _ fit: TailFit, power tolerance: Double, _ sampling: Double, _ comment: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard fit.states.count == 4 else {
            Issue.record(
                "\(fit.states.count) states, \(comment)", sourceLocation: sourceLocation)
            return
        }
        let powers = [
            SyntheticLog.idle, SyntheticLog.tail.power, SyntheticLog.promotion.power,
            SyntheticLog.peak.power,
        ]
        for (state, power) in zip(fit.states, powers) {
            #expect(
                (state.power.estimate - power).magnitude <= tolerance,
                "\(state.name), \(comment)", sourceLocation: sourceLocation)
        }
        let tail = fit.states[1].timer?.estimate ?? 0
        let promotion = fit.states[2].rise?.estimate ?? 0
        #expect((tail - 12).magnitude <= sampling, "\(comment)", sourceLocation: sourceLocation)
        #expect((promotion - 2).magnitude <= sampling, "\(comment)", sourceLocation: sourceLocation)
        #expect(fit.states[1].timerHoldsActivity == false && fit.states[2].isPromotion)
        #expect(fit.states[3].timerHoldsActivity && fit.states[3].next == 1)
    }

    @Test(
        "Every sampling rate, with noise and drift: powers within 1 %, timers within a sample",
        arguments: [1, 2, 10, 100, 1000, 5000] as [Double])
    func rates(rate: Double) throws {
        for seed in 1...(rate > 1000 ? 1 : 3) as ClosedRange<UInt64> {
            var log = SyntheticLog(rate: rate, noise: rate > 10 ? 40 : 10, drift: 60)
            log.seed = seed
            log.wakes = rate > 100 ? 3 : 10
            let fit = try fit(log)
            expect(fit, power: 7, 1 / rate + 1e-9, "\(rate) Hz, seed \(seed)")
            #expect((fit.drift.magnitude - 60).magnitude < 12, "\(rate) Hz, seed \(seed)")
        }
    }

    @Test("Half the sampling rate shows equal states, or names the states that it misses")
    func halfRate() throws {
        var named = 0
        for seed in 1...12 as ClosedRange<UInt64> {
            for isShort in [false, true] {
                // A noisy blip of nearly the shortest length that three cells can show.
                let blips = isShort ? 0.1 + 0.005 * Double(seed) : 2
                let log = Self.log(blips: blips, seed: seed)
                let whole = try TailFit(times: log.times, powers: log.powers)
                let places = Array(stride(from: 0, to: log.times.count, by: 2))
                let half = try TailFit(
                    times: places.map { log.times[$0] }, powers: places.map { log.powers[$0] })
                #expect(whole.statesAtHalfRate == half.states)
                let lacking = whole.statesOfThisRate.count
                #expect(half.states.count >= whole.states.count - lacking, "seed \(seed)")
                if !isShort { #expect(lacking == 0 && half.states.count == whole.states.count) }
                named += lacking
            }
        }
        #expect(named > 0, "some blip is near the edge")
    }

    /// A minute of rest at 20 mW with one tail of 350 mW, and blips of 180 mW in noise, at 1 kHz.
    private static func log(
        blips length: Double, seed: UInt64
    ) -> (times: [Double], powers: [Double]) {
        var stream = RandomStream(StreamKey(seed: seed, replication: 0, purpose: "blips"))
        let stays = [
            (20.0, 8.0), (180, length), (20, 3), (900, 0.4), (350, 6), (20, 4), (180, length),
            (20, 5),
        ]
        var (times, powers): ([Double], [Double]) = ([], [])
        for (power, length) in stays {
            for _ in 0..<Int(length * 1000) {
                times.append(Double(times.count) / 1000)
                powers.append(power + 60 * stream.normal())
            }
        }
        return (times, powers)
    }

    @Test("Drift as large as the distance of the states is told from them")
    func largeDrift() throws {
        let fit = try fit(SyntheticLog(noise: 20, drift: 250))
        expect(fit, power: 7, 0.02, "250 mW of drift")
        #expect((fit.drift.magnitude - 250).magnitude < 10)
    }

    @Test("The interval of a varying timer contains the truth in at least 90 % of 40 logs")
    func coverage() throws {
        var (covered, count) = (0, 0)
        for seed in 0..<40 {
            var log = SyntheticLog(rate: 20, noise: 20, seed: UInt64(seed))
            log.make()
            let fit = try TailFit(times: log.times, powers: log.powers)
            guard let peak = fit.states.last?.timer else { continue }
            count += 1
            // Activity is uniform from 0.3 s to 1.3 s.
            if peak.interval?.contains(SyntheticLog.peak.timer + 0.8) ?? false { covered += 1 }
        }
        #expect(count == 40 && covered >= 36, "\(covered) of \(count)")
    }

    @Test("A state that draws its power in cycles is one state, in cells of a cycle")
    func cycles() throws {
        // Paging peaks of 600 mW in the idle state; the connected state listens for 2 ms in 40.
        var powers: [Double] = []
        for _ in 0..<6 {
            powers += (0..<20_000).map { $0 % 1280 < 43 ? 600 : 5 }
            powers += (0..<10_000).map { $0 % 40 < 2 ? 1680 : 1060 }
        }
        powers += (0..<10_000).map { _ in 5 }
        var options = TailFit.Options()
        options.cell = Seconds(1.28)
        let times = powers.indices.map { Double($0) / 1000 }
        let fit = try TailFit(times: times, powers: powers, options)
        #expect(fit.states.count == 2 && fit.stays.count == 13)
        #expect((fit.states[1].power.estimate - 1091).magnitude < 2)
        #expect((fit.states[1].timer.map { $0.estimate - 10 } ?? 9).magnitude < 0.04)
    }

    @Test("One level, with or without noise or drift, is one state")
    func oneLevel() throws {
        for (noise, drift) in [(0.0, 0.0), (5, 0), (5, 100), (0, 100)] {
            var log = SyntheticLog(noise: noise, drift: drift)
            log.wakes = 0
            let fit = try fit(log)
            #expect(fit.states.count == 1 && fit.states[0].timer == nil, "\(noise), \(drift)")
            #expect((fit.drift.magnitude - drift).magnitude < 3, "\(noise), \(drift)")
        }
    }

    @Test("The number of states is as requested, but never more than there are")
    func states() throws {
        var options = TailFit.Options()
        for count in 2...4 {
            options.states = count
            #expect(try fit(SyntheticLog(noise: 5), options).states.count == count)
        }
        options.states = 3
        #expect(throws: FitError.self) {
            _ = try TailFit(
                times: (0..<50).map(Double.init), powers: [Double](repeating: 5, count: 50),
                options)
        }
    }

    @Test("A stay with a gap gives no timer; the stays around it do")
    func gaps() throws {
        var log = SyntheticLog(noise: 5)
        log.make()
        // Cut from the middle of the second tail, which ends as the second rest begins.
        let cut = (log.truth[7].until - 8)..<(log.truth[7].until - 4)
        let kept = log.times.indices.filter { !cut.contains(log.times[$0]) }
        let fit = try TailFit(
            times: kept.map { log.times[$0] }, powers: kept.map { log.powers[$0] })
        #expect(fit.gaps == 1)
        #expect(fit.stays.count { $0.kind == .cut } == 3)
        #expect((fit.states[1].timer.map { $0.estimate - 12 } ?? 9).magnitude < 0.02)
    }

    @Test("Residuals have no mean, and stays cover the log")
    func bookkeeping() throws {
        let fit = try fit(SyntheticLog(noise: 20))
        let mean =
            fit.residuals.reduce(0) { $0 + $1.observed - $1.fitted } / Double(fit.residuals.count)
        #expect(mean.magnitude < 0.5, "\(mean)")
        for (before, after) in zip(fit.stays, fit.stays.dropFirst()) {
            #expect(before.until == after.from && before.state != after.state)
        }
    }
}
