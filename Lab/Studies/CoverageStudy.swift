import Experiments
import Kernel
import Statistics

/// How often each interval holds the truth, by simulation.
///
/// Every trial has a random stream of its own, so neither the number of jobs nor the order of the
/// combinations shows in a result.
public struct CoverageStudy: Sendable {
    /// One interval on one distribution with one sample size.
    public struct Combination: Sendable {
        public let interval: StudiedInterval
        public let source: SyntheticSource
        /// The values of a sample; of the stopping rule the fewest.
        public let count: Int
        /// The samples drawn.
        public let experiments: Int
        /// The samples that have no interval, of which it is not asked whether it covers.
        public internal(set) var undefined = 0
        /// The intervals that hold the truth.
        public internal(set) var covered = 0
        /// The sum of the intervals' widths.
        var widths = 0.0

        mutating func add(_ trial: CoverageTrial) {
            if let interval = trial.interval {
                widths += interval.high - interval.low
                if trial.covers { covered += 1 }
            } else {
                undefined += 1
            }
        }

        /// The samples that have an interval.
        public var defined: Int { experiments - undefined }

        /// The share of the intervals that hold the truth; `nil` where there are none.
        public var coverage: Double? {
            defined > 0 ? Double(covered) / Double(defined) : nil
        }

        /// √(p(1 − p) / n) of the coverage.
        public var standardError: Double? {
            coverage.map { ($0 * (1 - $0) / Double(defined)).squareRoot() }
        }

        /// The mean width of the intervals, in the unit of the values.
        public var meanWidth: Double? { defined > 0 ? widths / Double(defined) : nil }

        /// Whether the coverage is below the level by more than three of its standard errors.
        public var isShort: Bool {
            guard let coverage, let standardError else { return false }
            return coverage + 3 * standardError < CoverageStudy.level
        }
    }

    /// Of every interval.
    public static let level = 0.95
    /// How many samples the quick intervals are tried on for each one of the slow.
    static let quickness = 5

    private let seed: UInt64
    private let experiments: Int
    private let jobs: Int

    /// - Parameters:
    ///   - seed: of all random streams.
    ///   - experiments: samples for each combination of a slow interval, from 1; others have five
    ///     times as many.
    ///   - jobs: how many samples are drawn at the same time, from 1.
    public init(seed: UInt64 = 1, experiments: Int = 2000, jobs: Int) {
        precondition(experiments >= 1 && jobs >= 1, "\(experiments) experiments, \(jobs) jobs")
        self.seed = seed
        self.experiments = experiments
        self.jobs = jobs
    }

    /// All combinations, interval by interval.
    public func run() async -> [Combination] {
        var filled: [Combination] = []
        for combination in combinations {
            if let done = await self.filled(combination) { filled.append(done) }
        }
        return filled
    }

    /// All combinations, without samples.
    var combinations: [Combination] {
        StudiedInterval.allCases.flatMap { interval in
            interval.sources.flatMap { source in
                interval.sizes.map { size in
                    Combination(
                        interval: interval, source: source, count: size,
                        experiments: experiments * (interval.isSlow ? 1 : Self.quickness))
                }
            }
        }
    }

    /// A combination with its samples; `nil` if the task was cancelled.
    func filled(_ empty: Combination) async -> Combination? {
        let (studied, source, count) = (empty.interval, empty.source, empty.count)
        let purpose = "coverage \(studied.rawValue) \(source.name) \(count)"
        let trials = await inParallel(0..<empty.experiments, jobs: jobs) { experiment in
            var stream = RandomStream(
                StreamKey(seed: seed, replication: UInt64(experiment), purpose: purpose))
            return CoverageTrial(studied, source, count: count, stream: &stream)
        }
        return trials.map { trials in
            // One after the other: a sum of widths is another in another order.
            trials.reduce(into: empty) { $0.add($1) }
        }
    }
}
