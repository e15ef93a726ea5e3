import DeviceModel
import EventKernel
import Experiments
import Profiles
import Reports
import Statistics
import Studies
import Synchronization

/// A scenario whose profiles are drawn: experiments on each, and what they say together.
struct UncertainComparison: Sendable {
    private let scenario: String
    private let overrides: ScenarioOverrides
    private let library: ProfileLibrary
    private let parameters: [UncertainParameter]
    private let jobs: Int
    /// With all values central.
    let central: LoadedScenario
    /// The files of all alternatives, each once.
    private(set) var files: [InputFile]

    /// Of a Sobol' analysis, at each point: the random numbers are the same at all, so that few
    /// replications show how the mean depends on the phone.
    private static let sobolReplications = 10

    /// - Parameters:
    ///   - loaded: the scenario as it is.
    ///   - options: what is not known beside what it says.
    ///   - scenario: its name or path.
    ///   - overrides: what the command line changes.
    ///   - jobs: threads.
    /// - Throws: if nothing is uncertain, or a value that may be drawn cannot be read.
    init(
        _ loaded: LoadedScenario, _ options: UncertaintyOptions, scenario: String,
        _ overrides: ScenarioOverrides, jobs: Int
    ) throws {
        (self.scenario, self.overrides, self.jobs) = (scenario, overrides, jobs)
        library = try ProfilesFolder.library.remembering
        parameters = try Self.parameters(loaded, options)
        central = loaded
        files = loaded.files
        try check()
    }

    private static func parameters(
        _ loaded: LoadedScenario, _ options: UncertaintyOptions
    ) throws -> [UncertainParameter] {
        var parameters = loaded.uncertain
        if options.radios != nil {
            let path = try ValuePath("radio")
            let law = UncertainLaw(
                oneOf: options.radioNames, central: loaded.scenario.radio.name)
            // The radios are meant as they are: what the scenario says of its own is not theirs.
            parameters.removeAll { $0.path.keys[0] == "radio" }
            parameters.insert(UncertainParameter(path, law), at: 0)
        }
        if parameters.isEmpty { throw nothingVaries(in: loaded) }
        if options.basePoints != nil, parameters.count > SobolDesign.mostFactors {
            throw CommandFailure(
                message: "\(parameters.count) values are uncertain",
                advice: "Sobol' indices are for at most \(SobolDesign.mostFactors); the tornado is "
                    + "for any number.", exitCode: .usage)
        }
        return parameters
    }

    /// What to do where no value is uncertain, with the shipped scenarios that show it.
    private static func nothingVaries(in loaded: LoadedScenario) -> CommandFailure {
        let library = try? ProfilesFolder.library
        let shown = (library?.names(of: .scenario) ?? []).filter {
            (try? library?.loadScenario($0, overrides: ScenarioOverrides()))?.uncertain.isEmpty
                == false
        }
        let examples =
            shown.isEmpty ? "" : " Shipped with such values: \(shown.joined(separator: ", "))."
        return CommandFailure(
            message: "nothing is uncertain in \(loaded.scenario.name)",
            advice: "Add uncertain: with paths to the scenario, a distribution to a profile, or "
                + "--uncertain-radio.\(examples)", exitCode: .usage)
    }

    /// Reads everything that can be drawn at its ends, before anything is simulated.
    private mutating func check() throws {
        var seen = Set(files.map(\.label))
        for index in parameters.indices {
            for edit in ends(of: index) {
                for file in try load(changing: index, to: edit).files
                where seen.insert(file.label).inserted {
                    files.append(file)
                }
            }
        }
    }

    /// The values of a parameter that a tornado looks at.
    private func ends(of index: Int) -> [ValueEdit] {
        let parameter = parameters[index]
        if let alternatives = parameter.law.alternatives {
            return alternatives.map { ValueEdit(parameter.path, $0, origin: "uncertain") }
        }
        return [0.05, 0.95].map { parameter.edit(at: $0) }
    }

    private func load(
        changing index: Int, to edit: ValueEdit
    ) throws(ProfileFailure) -> LoadedScenario {
        var edits = parameters.map(\.central)
        edits[index] = edit
        return try load(edits)
    }

    private func load(_ edits: [ValueEdit]) throws(ProfileFailure) -> LoadedScenario {
        var changed = overrides
        changed.edits += edits
        return try library.loadScenario(scenario, overrides: changed)
    }

    // MARK: Running

    /// How many experiments there are.
    func count(_ draws: Int, _ basePoints: Int?) -> Int {
        let sobol = (basePoints ?? 0) * (parameters.count + 2)
        return 1 + draws + parameters.indices.reduce(0) { $0 + ends(of: $1).count } + sobol
    }

    /// What the experiments yielded.
    struct Outcome: Sendable {
        let estimates: [UncertaintyEstimate]
        let bars: [TornadoBar]
        let indices: [QuantityIndices]
        /// The one that the tornado is drawn for: the first difference, in the metric that decides
        /// on the number of replications.
        let target: UncertainQuantity
        let central: Double
    }

    /// - Parameters:
    ///   - draws: profiles.
    ///   - basePoints: of the Sobol' indices; `nil`: nobody asks for them.
    ///   - progress: called with the number of experiments that are done.
    /// - Returns: `nil` if the task was cancelled.
    func run(
        draws: Int, basePoints: Int?, progress: @escaping @Sendable (Int) -> Void
    ) async -> Result<Outcome?, any Error> {
        let bench = Bench(self, progress)
        do throws(Stop) {
            let base = try await bench.experiment(parameters.map(\.central))
            let drawn = try await drawn(draws, on: bench)
            let quantities = UncertainQuantity.all(of: base)
            let bars = try await tornado(of: quantities, on: bench)
            let own = quantities.filter {
                $0.metric == central.scenario.replications.leadingMetric && $0.mean(in: base) != nil
            }
            let indices = try await indices(of: own, basePoints, on: bench)
            let target = own.first { $0.baseline != nil } ?? own.first ?? quantities[0]
            return .success(
                Outcome(
                    estimates: quantities.map { UncertaintyEstimate($0, drawn) }, bars: bars,
                    indices: indices, target: target, central: target.mean(in: base) ?? 0))
        } catch {
            switch error {
            case .interrupted: return .success(nil)
            case .profiles(let failure): return .failure(failure)
            case .exceeded(let failure): return .failure(failure)
            }
        }
    }

    /// Profiles drawn at random, each with random numbers of its own: groups of an analysis of
    /// variance share none.
    private func drawn(_ count: Int, on bench: Bench) async throws(Stop) -> [ExperimentResult] {
        var results: [ExperimentResult] = []
        for draw in 0..<count {
            var stream = stream("uncertain-profile", draw)
            let edits = parameters.map { $0.edit(at: stream.uniform()) }
            results.append(try await bench.experiment(edits, seed: stream.next()))
        }
        return results
    }

    /// Each parameter through its range while the others are central, with common random numbers.
    private func tornado(
        of quantities: [UncertainQuantity], on bench: Bench
    ) async throws(Stop) -> [TornadoBar] {
        var bars: [TornadoBar] = []
        for (index, parameter) in parameters.enumerated() {
            var runs: [(value: String, result: ExperimentResult)] = []
            for edit in ends(of: index) {
                var edits = parameters.map(\.central)
                edits[index] = edit
                runs.append((edit.text, try await bench.experiment(edits)))
            }
            bars += quantities.compactMap {
                TornadoBar(
                    "\(parameter.path)", $0, runs, isRange: parameter.law.alternatives == nil)
            }
        }
        return bars
    }

    /// The indices of those quantities that are known at every point, with common random numbers.
    private func indices(
        of quantities: [UncertainQuantity], _ basePoints: Int?, on bench: Bench
    ) async throws(Stop) -> [QuantityIndices] {
        guard let basePoints else { return [] }
        let design = SobolDesign(baseCount: basePoints, factors: parameters.count)
        var rows = [[[Double?]]](repeating: [], count: quantities.count)
        for point in 0..<basePoints {
            var results: [ExperimentResult] = []
            for place in design.points(of: point) {
                let edits = zip(parameters, place).map { $0.edit(at: $1) }
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
            guard values.allSatisfy({ $0.count == parameters.count + 2 }) else { return nil }
            return QuantityIndices(
                quantity, parameters.map { "\($0.path)" }, SobolIndices(values) { words.next() })
        }
    }

    private func stream(_ purpose: String, _ number: Int) -> RandomStream {
        RandomStream(
            StreamKey(
                seed: central.scenario.seed, replication: UInt64(number), purpose: purpose))
    }

    /// Why there is no outcome.
    private enum Stop: Error {
        case profiles(ProfileFailure)
        case interrupted
        case exceeded(RunFailure)
    }

    /// Runs one experiment after the other, and counts them.
    private final class Bench: Sendable {
        private let comparison: UncertainComparison
        private let progress: @Sendable (Int) -> Void
        private let done = Mutex(0)

        init(_ comparison: UncertainComparison, _ progress: @escaping @Sendable (Int) -> Void) {
            (self.comparison, self.progress) = (comparison, progress)
        }

        func experiment(
            _ edits: [ValueEdit], seed: UInt64? = nil, replications: Int? = nil
        ) async throws(Stop) -> ExperimentResult {
            let scenario: Scenario
            do throws(ProfileFailure) {
                scenario = try comparison.load(edits).scenario
            } catch { throw .profiles(error) }
            let result = await Experiment(
                scenario.with(seed: seed, replications: replications), jobs: comparison.jobs
            ).run()
            do throws(RunFailure) {
                try result.requireWithinBudget()
            } catch { throw .exceeded(error) }
            if result.end == .interrupted { throw .interrupted }
            progress(
                done.withLock { count in
                    count += 1
                    return count
                })
            return result
        }
    }
}

extension Scenario {
    /// The same question, asked as often as the plan asks at least, or exactly so often.
    fileprivate func with(seed: UInt64?, replications count: Int?) -> Scenario {
        let count = count ?? replications.atLeast
        let plan = ReplicationPlan(
            atLeast: count, atMost: count, metrics: replications.metrics,
            relativeHalfWidth: replications.relativeHalfWidth)
        return with(plan, seed: seed ?? self.seed)
    }
}
