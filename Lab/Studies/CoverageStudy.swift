import Experiments
import Kernel
import Statistics

/// Measures by simulation how often each interval contains the truth.
///
/// Every trial has its own random stream, so results depend neither on the number of jobs nor on
/// the order.
public struct CoverageStudy: Sendable {
    /// One interval on one distribution with one sample size.
    public struct Combination: Sendable {
        public let interval: StudiedInterval
        public let source: SyntheticSource
        /// The size of a sample; for the stopping rule the minimum.
        public let count: Int
        public let experiments: Int
        /// Samples without an interval, which the coverage leaves out.
        public internal(set) var undefined = 0
        /// Intervals that contain the truth.
        public internal(set) var covered = 0
        var widths = 0.0

        mutating func add(_ trial: CoverageTrial) {
            if let interval = trial.interval {
                widths += interval.high - interval.low
                if trial.covers { covered += 1 }
            } else {
                undefined += 1
            }
        }

        public var defined: Int { experiments - undefined }

        /// The share of intervals that contain the truth; `nil` without intervals.
        public var coverage: Double? {
            defined > 0 ? Double(covered) / Double(defined) : nil
        }

        /// √(p(1 − p) / n) of the coverage.
        public var standardError: Double? {
            coverage.map { ($0 * (1 - $0) / Double(defined)).squareRoot() }
        }

        /// In the unit of the values.
        public var meanWidth: Double? { defined > 0 ? widths / Double(defined) : nil }

        /// Whether the coverage is below the level by more than three of its standard errors.
        public var isShort: Bool {
            guard let coverage, let standardError else { return false }
            return coverage + 3 * standardError < CoverageStudy.level
        }
    }

    public static let level = 0.95
    /// How many times as many samples fast intervals get as slow ones.
    static let quickness = 5

    private let seed: UInt64
    private let experiments: Int
    private let jobs: Int

    /// - `experiments`: Samples for each combination of a slow interval, from 1; others get five
    ///   times as many.
    /// - `jobs`: Samples drawn at a time, from 1.
    public init(seed: UInt64 = 1, experiments: Int = 2000, jobs: Int) {
        precondition(experiments >= 1 && jobs >= 1, "\(experiments) experiments, \(jobs) jobs")
        self.seed = seed
        self.experiments = experiments
        self.jobs = jobs
    }

    public func run() async -> [Combination] {
        var filled: [Combination] = []
        for combination in combinations {
            if let done = await self.filled(combination) { filled.append(done) }
        }
        return filled
    }

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
            // Sequential, as a sum of widths depends on the order.
            trials.reduce(into: empty) { $0.add($1) }
        }
    }
}
