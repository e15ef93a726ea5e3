import Kernel
import Statistics
import TestSupport
import Testing

struct StreamIndependenceTests {
    @Test("Draws of one stream do not depend on those one to five before", arguments: 1...5)
    func serialCorrelation(_ lag: Int) {
        let samplers: [(String, (inout RandomStream) -> Double)] = [
            ("uniform", { $0.uniform() }), ("exponential", { $0.exponential() }),
            ("normal", { $0.normal() }),
        ]
        for (name, sample) in samplers {
            var stream = RandomStream(test: "serial \(name)", index: UInt64(lag))
            let values = (0..<200_000).map { _ in sample(&stream) }
            let test = CorrelationTest(Array(values.dropLast(lag)), Array(values.dropFirst(lag)))
            #expect(
                Significance.isPlausible(test.pValue ?? 0),
                "\(name), lag \(lag): r = \(test.coefficient ?? 0), p = \(test.pValue ?? 0)")
        }
    }

    /// Streams with maximally similar keys.
    enum Neighbours: CaseIterable {
        case seeds, replications, purposes, indices

        func stream(_ number: UInt64) -> RandomStream {
            switch self {
            case .seeds: RandomStream(test: "neighbours", seed: number)
            case .replications: RandomStream(test: "neighbours", replication: number)
            case .purposes: RandomStream(test: "neighbours \(number)")
            case .indices: RandomStream(test: "neighbours", index: number)
            }
        }
    }

    /// The *p*-values of the correlation between each of 200 streams and the next, draw by draw,
    /// and with either stream one draw behind.
    private func pValues(_ stream: (UInt64) -> RandomStream) -> [Double] {
        var result: [Double] = []
        var previous: [Double]?
        for number in 0...200 as ClosedRange<UInt64> {
            var next = stream(number)
            let values = next.uniforms(1_000)
            if let previous {
                for (first, second) in [
                    (previous, values), (Array(previous.dropFirst()), Array(values.dropLast())),
                    (Array(previous.dropLast()), Array(values.dropFirst())),
                ] { result.append(CorrelationTest(first, second).pValue ?? 0) }
            }
            previous = values
        }
        return result
    }

    @Test("Streams with neighbouring keys are not correlated", arguments: Neighbours.allCases)
    func neighbours(_ neighbours: Neighbours) {
        // One p-value would be one lucky draw; all 600 together must be uniform.
        let pValues = pValues(neighbours.stream)
        let test = KolmogorovSmirnovTest(pValues, against: .uniform(low: 0, high: 1))
        #expect(pValues.count == 600)
        #expect(Significance.isPlausible(test.pValue), "\(neighbours): p = \(test.pValue)")
        let least = pValues.min() ?? 0
        #expect(least > Significance.level / 600, "\(neighbours): the least p is \(least)")
    }

    @Test("Streams that are one stream shifted by a draw each are refused")
    func overlappingStreams() {
        let pValues = pValues { number in
            var stream = RandomStream(test: "overlap")
            for _ in 0..<number { _ = stream.next() }
            return stream
        }
        let test = KolmogorovSmirnovTest(pValues, against: .uniform(low: 0, high: 1))
        #expect(test.pValue < Significance.level)
        // A third of the comparisons: the second stream one draw ahead is exactly the first.
        #expect(pValues.filter { $0 < 1e-100 }.count == 200)
    }

    @Test("Streams that share a tenth of their variance are refused")
    func relatedStreams() {
        var common = RandomStream(test: "common")
        let shared = common.uniforms(1_000)
        let pValues = (0..<200 as Range<UInt64>).map { number in
            var (first, second) = (
                RandomStream(test: "related", index: 2 * number),
                RandomStream(test: "related", index: 2 * number + 1)
            )
            return CorrelationTest(
                shared.map { 0.25 * $0 + 0.75 * first.uniform() },
                shared.map { 0.25 * $0 + 0.75 * second.uniform() }
            ).pValue ?? 0
        }
        let test = KolmogorovSmirnovTest(pValues, against: .uniform(low: 0, high: 1))
        #expect(test.pValue < Significance.level, "p = \(test.pValue)")
    }

    @Test("The first draws of a run's streams are uncorrelated across replications")
    func firstDraws() {
        let purposes = ["arrivals", "sizes", "user", "movement", "network", "calls"]
        let firsts = purposes.map { purpose in
            (0..<20_000 as Range<UInt64>).map { replication in
                var stream = RandomStream(test: purpose, replication: replication)
                return stream.uniform()
            }
        }
        for first in purposes.indices {
            for second in purposes.indices where first < second {
                let pValue = CorrelationTest(firsts[first], firsts[second]).pValue ?? 0
                #expect(
                    Significance.isPlausible(pValue),
                    "\(purposes[first]) and \(purposes[second]): p = \(pValue)")
            }
        }
    }
}
