import Experiments
import Kernel
import Testing

/// Tests of the coverage of intervals from `fit rrc-probe`, on files like the published ones: a
/// grid of silences with a few probes each, waves of paging, other traffic, lost packets, answers
/// made up on the way, and timers that vary between probes.
@Suite struct ProbeCoverageTests {
    /// A kind of file. Timers lie anywhere between silences.
    struct Kind: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var probes: SyntheticProbes
        var files = 40
    }

    /// Enough files to tell coverage of nine in ten from coverage of 95 %.
    private static let many = 200

    static let kinds = [
        Kind(
            testDescription: "five probes a silence, one timer",
            probes: SyntheticProbes(longest: 12, lost: 0.01)),
        Kind(
            testDescription: "a timer that spreads by 50 ms",
            probes: SyntheticProbes(longest: 12, awake: 0.02, lost: 0.01, timerSpread: 0.05)),
        Kind(
            testDescription: "a timer that spreads by a silence",
            probes: SyntheticProbes(longest: 12, lost: 0.01, madeUp: 0.01, timerSpread: 0.1),
            files: many),
        Kind(
            testDescription: "a timer that spreads by a silence, and other traffic",
            probes: SyntheticProbes(longest: 12, awake: 0.05, lost: 0.01, timerSpread: 0.1)),
        Kind(
            testDescription: "a timer that spreads by two silences",
            probes: SyntheticProbes(longest: 12, lost: 0.01, timerSpread: 0.2)),
        Kind(
            testDescription: "other traffic, two probes a silence",
            probes: SyntheticProbes(longest: 12, rounds: 2, awake: 0.1, lost: 0.02)),
        Kind(
            testDescription: "one probe a silence, silences far apart",
            probes: SyntheticProbes(
                cycles: [320, 640], longest: 24, step: 0.2, rounds: 1, lost: 0.02)),
        Kind(
            testDescription: "two timers, the second of which doubles the median",
            probes: SyntheticProbes(
                timers: [10, 20], delays: [0, 400, 2000], cycles: [20, 60, 640], longest: 20,
                step: 0.2, rounds: 3, awake: 0.05, lost: 0.01)),
    ]

    /// The file of a kind with its timers moved by up to 2.5 s. They lie at 4 to 6.5 s, with a
    /// second one 7 s later.
    private static func file(_ kind: Kind, _ number: Int) -> SyntheticProbes {
        var probes = kind.probes
        let shift = (Double(number) * 0.618).truncatingRemainder(dividingBy: 1) * 2.5
        probes.timers = kind.probes.timers.indices.map { 4 + shift + 7 * Double($0) }
        probes.seed = UInt64(number)
        return probes
    }

    /// Counts every timer of every file. A missed timer, or a step too many, counts as not covered.
    private static func held(_ kind: Kind) throws -> (count: Int, of: Int) {
        var (held, count) = (0, 0)
        for number in 0..<kind.files {
            let probes = file(kind, number)
            var options = ProbeFit.Options()
            options.replicates = 100
            let fit = try ProbeFit(probes.probes(), options)
            count += probes.timers.count
            guard fit.steps.count == probes.timers.count else { continue }
            // A silence of exactly the timer's length is answered as if it were longer.
            held += zip(fit.steps, probes.timers).count { step, timer in
                step.interval.map { $0.low <= timer && timer <= $0.high + 1e-9 } ?? false
            }
        }
        return (held, count)
    }

    /// The smallest number of `count` 95 % intervals that would cover in 99 % of such tests. The
    /// files are identical in every run.
    private static func least(of count: Int) -> Int {
        var probability = 1.0
        for _ in 0..<count { probability *= 0.05 }
        var (sum, number) = (probability, 0)
        while sum < 0.01 {
            probability *= 0.95 / 0.05 * Double(count - number) / Double(number + 1)
            number += 1
            sum += probability
        }
        return number
    }

    @Test("95 % intervals cover 95 % of the timers, within what chance allows", arguments: kinds)
    func coverage(kind: Kind) throws {
        let (held, count) = try Self.held(kind)
        #expect(held >= Self.least(of: count), "\(held) of \(count)")
    }
}
