import ModelFixtures
import Studies
import TestSupport
import Testing

@testable import DeviceModel
@testable import Experiments
@testable import Lab

/// Invariants of every search over a range, whatever the curve and its noise.
@Suite struct OptimumInvariantTests {
    /// A curve of straight lines between random heights, with random noise, and sometimes with a
    /// limit on another curve.
    private struct AnyProblem {
        let problem: OptimisationProblem
        private let heights: [Double]
        private let limited: [Double]
        private let noise: Double
        private let seed: UInt64

        init(seed: UInt64) throws {
            var generator = SplitMix64(seed: seed)
            self.seed = seed
            let isFlat = Int.random(in: 0..<5, using: &generator) == 0
            heights = (0..<9).map { _ in isFlat ? 50 : .random(in: 20...80, using: &generator) }
            limited = (0..<9).map { _ in .random(in: 0...10, using: &generator) }
            let noises: [Double] = [0, 1e-13, 0.5, 10, 100]
            noise = noises.randomElement(using: &generator) ?? 0
            let lows: [Double] = [0.001, 1, 30, -5]
            let low = lows.randomElement(using: &generator) ?? 1
            let width = Double.random(in: 0.1...1000, using: &generator)
            let limits = Bool.random(using: &generator) ? ["unreachable-share <= 5 %"] : []
            problem = OptimisationProblem(
                OptimisationGoal(
                    [.init(metric: .energy)],
                    better: Bool.random(using: &generator) ? .smaller : .larger),
                constraints: try limits.map { try MetricConstraint($0) },
                domain: .range(low...(low + width)),
                points: Int.random(in: 7...14, using: &generator),
                replications: Int.random(in: 2...40, using: &generator))
        }

        var range: ClosedRange<Double> {
            guard case .range(let range) = problem.domain else { return 0...1 }
            return range
        }

        func runs(_ x: Double, _ replications: Range<Int>) -> [MetricValues] {
            let share = SearchScale(range).share(of: x) * Double(heights.count - 1)
            let left = min(Int(share), heights.count - 2)
            func height(_ knots: [Double]) -> Double {
                knots[left] + (share - Double(left)) * (knots[left + 1] - knots[left])
            }
            return replications.map { replication in
                var own = SplitMix64(seed: seed ^ x.bitPattern ^ UInt64(replication) << 20)
                var run = MetricValues()
                run[.energy] = height(heights) + noise * (own.uniform() + own.uniform() - 1)
                run[.unreachableShare] = max(0, height(limited) + own.uniform() - 0.5)
                return run
            }
        }

        func result() async throws -> OptimisationResult {
            let scenario = Fixtures.scenario(
                hours: 1, policies: [NamedPolicy(name: "none", options: .none)])
            return try await OptimisationExperiment(problem) { x, replications in
                SampledRuns(
                    scenario: scenario, policy: "none", value: "\(x)", runs: runs(x, replications))
            }.run()
        }
    }

    @Test("The headline never contradicts the table: 120 curves, goals, limits and noises")
    func headline() async throws {
        for seed in 0..<120 as Range<UInt64> {
            let asked = try AnyProblem(seed: seed)
            let result = try await asked.result()
            let points = result.points
            #expect(points.map(\.x) == Set(points.map(\.x)).sorted(), "seed \(seed)")
            #expect(points.allSatisfy { asked.range.contains($0.x) }, "seed \(seed)")
            #expect(points.first?.x == asked.range.lowerBound, "seed \(seed)")
            #expect(points.last?.x == asked.range.upperBound, "seed \(seed)")
            #expect(points.count <= asked.problem.points + 18, "seed \(seed): \(points.count)")
            guard let optimum = result.optimum else {
                #expect(points.allSatisfy { !$0.seemsKept }, "seed \(seed): nothing named")
                continue
            }
            let named = try #require(points.firstIndex { $0.x == optimum.x })
            #expect(result.standings[named] == .open, "seed \(seed): named, and shown worse")
            let sign = asked.problem.goal.sign
            for (index, point) in points.enumerated() {
                if point.seemsKept {
                    #expect(
                        sign * points[named].mean <= sign * point.mean,
                        "seed \(seed): \(point.x) is better than the best")
                }
                let isHeld = result.regions.contains { $0.contains(point.x) }
                #expect(isHeld || result.standings[index] != .open, "seed \(seed): \(point.x)")
            }
            let interval = try #require(result.hull)
            #expect(interval.contains(optimum.x), "seed \(seed)")
            for (one, next) in zip(result.regions, result.regions.dropFirst()) {
                #expect(one.upperBound < next.lowerBound, "seed \(seed)")
            }
            #expect(result.headlineAgrees, "seed \(seed)")
            #expect(result.isFlat == (result.open.count == points.count), "seed \(seed)")
        }
    }

    @Test("A wide range above zero is divided by ratios, any other by steps, in round numbers")
    func scale() {
        let wide = SearchScale(30...3600)
        #expect(wide.isLogarithmic && !SearchScale(50...60).isLogarithmic)
        #expect(!SearchScale(0...3600).isLogarithmic && !SearchScale(-3...9).isLogarithmic)
        #expect(wide.place(0, within: 0.001) == 30 && wide.place(1, within: 0.001) == 3600)
        // √(30 · 3600) = 328.6.
        #expect(wide.place(0.5, within: 0.001) == 329)
        #expect(isClose(wide.share(of: 328.633_534_5), 0.5, relative: 1e-9))
        #expect(SearchScale(0...10).place(0.333_333, within: 0.01) == 3.33)
        let least = Double.leastNonzeroMagnitude
        for range in [1e-300...1e300, -1e308...1e308, least...1, 0...least] {
            let scale = SearchScale(range)
            let places = (0...10).map { scale.place(Double($0) / 10, within: 0.001) }
            #expect(places == places.sorted(), "\(range)")
            #expect(places.allSatisfy { range.contains($0) }, "\(range)")
            let shares = places.map { scale.share(of: $0) }
            #expect(shares.allSatisfy { (0...1).contains($0) }, "\(range)")
        }
    }
}

extension OptimumInvariantTests {
    /// A mean 0.6 % above the best is within the indifference of 1 %, so the race alone may choose
    /// it. The table's replications show it worse.
    @Test("The winner of a list is never one that the table shows to be worse")
    func list() async throws {
        let scenario = Fixtures.scenario(
            hours: 1, policies: [NamedPolicy(name: "none", options: .none)])
        var wrong = 0
        for seed in 0..<40 as Range<UInt64> {
            let problem = OptimisationProblem(
                OptimisationGoal([.init(metric: .energy)]), constraints: [], domain: .list(3),
                replications: 800)
            let result = try await OptimisationExperiment(problem) { x, replications in
                let runs = replications.map { replication in
                    var own = SplitMix64(seed: seed << 40 ^ UInt64(x) << 32 ^ UInt64(replication))
                    var run = MetricValues()
                    run[.energy] = 100 + 0.6 * x + 12 * (own.uniform() - 0.5)
                    return run
                }
                return SampledRuns(scenario: scenario, policy: "none", value: "\(x)", runs: runs)
            }.run()
            let named = try #require(result.optimum).x
            #expect(result.standings[Int(named)] != .worse, "seed \(seed): \(named)")
            wrong += named == 0 ? 0 : 1
        }
        // The race alone would have about ten.
        #expect(wrong <= 4, "100.6 is named instead of 100 in \(wrong) of 40")
    }
}
