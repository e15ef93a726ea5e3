import Foundation
import Statistics
import TestSupport
import Testing

/// Compares fifty data sets with SciPy's figures, in files that `scripts/scipy-reference.py` wrote.
struct SciPyTests {
    struct DataSet: Sendable, CustomTestStringConvertible {
        let number: Int
        var sample = PairedSample(treatment: [], baseline: [])
        var figures: [String: Double] = [:]
        var testDescription: String { "set \(number)" }
    }

    private static func lines(_ name: String) -> [Substring] {
        let folder = Repository.url("Tests/StatisticsTests")
        let text = try? String(contentsOf: folder.appending(path: "SciPy/\(name)"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    static let sets: [DataSet] = {
        var sets = (0..<50).map { DataSet(number: $0) }
        var treatments = [[Double]](repeating: [], count: 50)
        var baselines = treatments
        for line in lines("pairs.csv").dropFirst() {
            let cells = line.split(separator: ",")
            guard let set = Int(cells[0]), let x = Double(cells[1]), let y = Double(cells[2])
            else { continue }
            treatments[set].append(x)
            baselines[set].append(y)
        }
        for number in sets.indices {
            sets[number].sample = PairedSample(
                treatment: treatments[number], baseline: baselines[number])
        }
        for line in lines("figures.csv").dropFirst() {
            let cells = line.split(separator: ",")
            guard let set = Int(cells[0]), let value = Double(cells[2]) else { continue }
            sets[set].figures[String(cells[1])] = value
        }
        return sets
    }()

    @Test("Fifty data sets have SciPy's figures", arguments: sets)
    func figures(_ set: DataSet) throws {
        let sample = set.sample
        let paired = PairedDifference(treatment: sample.treatment, baseline: sample.baseline)
        let k = Int(try #require(set.figures["binomial_k"]))
        let share = CountIntervals.share(of: k, in: sample.count)
        let events = Int(try #require(set.figures["poisson_k"]))
        let rate = CountIntervals.rate(of: events, over: 1)
        let found: [(String, Double?)] = [
            ("mean", paired.difference), ("t_low", paired.interval?.low),
            ("t_high", paired.interval?.high), ("t_p", paired.pValue),
            ("wilcoxon_p", SignedRankTest(sample.differences).pValue),
            ("skewness", SampleShape(sample.differences).skewness),
            ("hodges_lehmann", HodgesLehmann(sample.differences)?.estimate),
            ("effect_size", EffectSize(sample.differences)?.standardised),
            ("fieller_low", paired.ratioInterval?.low),
            ("fieller_high", paired.ratioInterval?.high),
            ("tost_p", EquivalenceTest(sample, share: 0.02)?.pValue),
            ("binomial_low", share?.low), ("binomial_high", share?.high),
            ("poisson_low", rate.low), ("poisson_high", rate.high),
        ]
        for (name, value) in found {
            guard let expected = set.figures[name] else {
                #expect(value == nil, "\(name): \(String(describing: value))")
                continue
            }
            // Means near 0 lose digits to the size of the values that they are a difference of.
            let isNear =
                isClose(value, expected, relative: 1e-9)
                || ((value ?? .nan) - expected).magnitude < 1e-10
            #expect(isNear, "\(name): \(String(describing: value)) for \(expected)")
        }
    }

    @Test("BCa intervals agree up to the effect of other resamples", arguments: sets)
    func bootstrap(_ set: DataSet) throws {
        guard let low = set.figures["bca_low"], let high = set.figures["bca_high"] else { return }
        var random = SplitMix64(seed: UInt64(set.number))
        let bootstrap = try #require(PairedBootstrap(set.sample, resamples: 9999) { random.next() })
        let interval = try #require(bootstrap.differenceInterval)
        #expect((interval.low - low).magnitude < 0.04 * (high - low), "\(interval.low) for \(low)")
        #expect(
            (interval.high - high).magnitude < 0.06 * (high - low), "\(interval.high) for \(high)")
    }

    @Test("Holm's adjustment of families of five agrees")
    func holm() throws {
        for first in stride(from: 0, to: 50, by: 5) {
            let family = Self.sets[first..<first + 5]
            let adjusted = HolmAdjustment(family.map { $0.figures["t_p"] }).adjusted
            for (set, value) in zip(family, adjusted) {
                #expect(isClose(value, try #require(set.figures["holm_p"]), relative: 1e-12))
            }
        }
    }

    @Test("All fifty sets are there")
    func isWhole() {
        #expect(Self.sets.allSatisfy { $0.sample.count >= 6 && $0.figures.count >= 14 })
        let pairs = Self.sets.map(\.sample.count).reduce(0, +)
        #expect(pairs == 2510)
    }
}
