/// Runs experiments on randomly drawn profiles of a scenario and combines them.
public struct UncertainComparison: Sendable {
    private let parameters: [UncertainParameter]
    /// With all values central.
    private let central: Scenario
    private let source: any ScenarioSource
    private let jobs: Int

    /// Replications at each point of a Sobol' analysis.
    ///
    /// All points share their random numbers, so few show how the mean depends on the phone.
    private static let sobolReplications = 10

    public init(
        _ parameters: [UncertainParameter], of central: Scenario, from source: any ScenarioSource,
        jobs: Int
    ) {
        precondition(!parameters.isEmpty, "nothing of \(central.name) is uncertain")
        (self.parameters, self.central) = (parameters, central)
        (self.source, self.jobs) = (source, jobs)
    }

    /// The edits of each parameter's ends, whose scenarios must be valid before any simulation.
    public var ends: [[ValueEdit]] {
        parameters.indices.flatMap { index in
            ends(of: index).map { edits(changing: index, to: $0) }
        }
    }

    private func ends(of index: Int) -> [ValueEdit] {
        parameters[index].law.ends.map { parameters[index].edit($0) }
    }

    private func edits(changing index: Int, to edit: ValueEdit) -> [ValueEdit] {
        var edits = parameters.map(\.central)
        edits[index] = edit
        return edits
    }

    public func count(_ draws: Int, _ basePoints: Int?) -> Int {
        let sobol = (basePoints ?? 0) * (min(parameters.count, SobolDesign.mostFactors) + 2)
        return 1 + draws + ends.count + sobol
    }

    /// Throws if the replications of all profiles, which are analysed together, exceed memory.
    public func requireMemory(draws: Int) throws(RunFailure) {
        let count = (draws + 1) * central.replications.atLeast
        if let failure = central.memoryFailure(of: count) { throw failure }
    }

    public struct Outcome: Sendable {
        public let estimates: [UncertaintyEstimate]
        public let bars: [TornadoBar]
        public let indices: [QuantityIndices]
        /// The quantity of the tornado: the first difference, in the metric that decides the
        /// replications.
        public let target: UncertainQuantity
        public let central: Double
    }

    /// `nil` if the task was cancelled.
    public func run(
        draws: Int, basePoints: Int?, progress: @escaping @Sendable (Int) -> Void
    ) async -> Result<Outcome?, any Error> {
        let bench = Bench(self, progress)
        do {
            let base = try await bench.experiment(parameters.map(\.central))
            let drawn = try await drawn(draws, on: bench)
            let quantities = UncertainQuantity.all(of: base)
            let bars = try await tornado(of: quantities, on: bench)
            let own = quantities.filter {
                $0.metric == central.replications.leadingMetric && $0.mean(in: base) != nil
            }
            let chosen = widest(bars.filter { own.contains($0.quantity) })
            let indices = try await indices(of: own, chosen, basePoints, on: bench)
            let target = own.first { $0.baseline != nil } ?? own.first ?? quantities[0]
            return .success(
                Outcome(
                    estimates: quantities.map { UncertaintyEstimate($0, drawn) }, bars: bars,
                    indices: indices, target: target, central: target.mean(in: base) ?? 0))
        } catch is CancellationError {
            return .success(nil)
        } catch {
            return .failure(error)
        }
    }

    /// Each profile has its own random numbers, because groups of an analysis of variance share
    /// none.
    private func drawn(_ count: Int, on bench: Bench) async throws -> [ExperimentResult] {
        var results: [ExperimentResult] = []
        for draw in 0..<count {
            var stream = stream("uncertain-profile", draw)
            let edits = parameters.map { $0.edit(at: stream.uniform()) }
            results.append(try await bench.experiment(edits, seed: stream.next()))
        }
        return results
    }

    /// With common random numbers.
    private func tornado(
        of quantities: [UncertainQuantity], on bench: Bench
    ) async throws -> [TornadoBar] {
        var bars: [TornadoBar] = []
        for (index, parameter) in parameters.enumerated() {
            var runs: [(value: String, result: ExperimentResult)] = []
            for edit in ends(of: index) {
                let result = try await bench.experiment(edits(changing: index, to: edit))
                runs.append((edit.text, result))
            }
            bars += quantities.compactMap {
                TornadoBar(
                    "\(parameter.path)", $0, runs, isRange: parameter.law.alternatives == nil)
            }
        }
        return bars
    }

    /// The parameters of the longest bars, for a Sobol' analysis, in their own order.
    ///
    /// Values without an effect at their ends are left out, unless no value has one.
    private func widest(_ bars: [TornadoBar]) -> [Int] {
        let widths = parameters.map { parameter in
            bars.filter { $0.parameter == "\(parameter.path)" }.map(\.width).max() ?? 0
        }
        let moving = parameters.indices.filter { widths[$0] > 0 }
        let ranked = (moving.isEmpty ? Array(parameters.indices) : moving).sorted {
            (widths[$1], $0) < (widths[$0], $1)
        }
        return ranked.prefix(SobolDesign.mostFactors).sorted()
    }

    /// The indices of quantities that are known at every point, with common random numbers.
    ///
    /// - Parameters:
    ///   - chosen: The parameters that vary; the others are central.
    ///   - basePoints: `nil` for no analysis.
    private func indices(
        of quantities: [UncertainQuantity], _ chosen: [Int], _ basePoints: Int?, on bench: Bench
    ) async throws -> [QuantityIndices] {
        guard let basePoints else { return [] }
        let design = SobolDesign(baseCount: basePoints, factors: chosen.count)
        var rows = [[[Double?]]](repeating: [], count: quantities.count)
        for point in 0..<basePoints {
            var results: [ExperimentResult] = []
            for place in design.points(of: point) {
                var edits = parameters.map(\.central)
                for (index, share) in zip(chosen, place) {
                    edits[index] = parameters[index].edit(at: share)
                }
                results.append(
                    try await bench.experiment(edits, replications: Self.sobolReplications))
            }
            for (index, quantity) in quantities.enumerated() {
                rows[index].append(results.map { quantity.mean(in: $0) })
            }
        }
        var words = stream("sobol-bootstrap", 0)
        return zip(quantities, rows).compactMap { quantity, rows in
            let values = rows.map { $0.compactMap { $0 } }
            guard values.allSatisfy({ $0.count == chosen.count + 2 }) else { return nil }
            return QuantityIndices(
                quantity: quantity, parameters: chosen.map { "\(parameters[$0].path)" },
                indices: SobolIndices(values) { words.next() })
        }
    }

    private func stream(_ purpose: String, _ number: Int) -> RandomStream {
        RandomStream(
            StreamKey(seed: central.seed, replication: UInt64(number), purpose: purpose))
    }

    private final class Bench: Sendable {
        private let comparison: UncertainComparison
        private let done: ProgressCount

        init(_ comparison: UncertainComparison, _ progress: @escaping @Sendable (Int) -> Void) {
            (self.comparison, done) = (comparison, ProgressCount(progress))
        }

        func experiment(
            _ edits: [ValueEdit], seed: UInt64? = nil, replications: Int? = nil
        ) async throws -> ExperimentResult {
            let scenario = try comparison.source.scenario(with: edits)
            let repeated = scenario.repeated(
                replications ?? scenario.replications.atLeast, seed: seed ?? scenario.seed)
            let result = await Experiment(repeated, jobs: comparison.jobs).run()
            try result.requireWithinBudget()
            if result.end == .interrupted { throw CancellationError() }
            done.count()
            return result
        }
    }
}
