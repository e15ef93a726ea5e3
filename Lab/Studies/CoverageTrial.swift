import Experiments
import Kernel
import Statistics

/// An interval and the truth that it should contain.
struct CoverageTrial {
    let interval: ConfidenceInterval?
    let truth: Double

    var covers: Bool { interval?.contains(truth) ?? false }

    init(
        _ kind: StudiedInterval, _ source: SyntheticSource, count: Int, stream: inout RandomStream
    ) {
        switch source {
        case .distribution(let distribution):
            self.init(kind, distribution, count, &stream)
        case .arrivals:
            self.init(arrivalsDuring: Double(count), &stream)
        case .series(let share):
            let start: Double = kind == .truncatedBatchMeans ? 10 : 0
            self.init(series: Self.series(share, from: start, count, &stream), kind)
        }
    }

    private init(_ interval: ConfidenceInterval?, _ truth: Double) {
        self.interval = interval
        self.truth = truth
    }

    private init(
        _ kind: StudiedInterval, _ distribution: SyntheticDistribution, _ count: Int,
        _ stream: inout RandomStream
    ) {
        switch kind {
        case .studentMean:
            let summary = Summary(of: distribution.sample(count, &stream))
            self.init(summary.interval, distribution.mean)
        case .bootstrapMean, .percentileMean:
            self.init(bootstrap: distribution.sample(count, &stream), kind, distribution, &stream)
        case .pairedDifference, .bootstrapDifference, .fiellerRatio, .bootstrapRatio:
            self.init(pairs: SyntheticPairs(distribution, count, &stream), kind, &stream)
        case .hodgesLehmann:
            let differences = (0..<count).map { _ in
                distribution.draw(&stream) - distribution.draw(&stream)
            }
            self.init(HodgesLehmann(differences)?.interval, 0)
        case .binomial:
            let occurrences = distribution.sample(count, &stream).count { $0 == 1 }
            self.init(CountIntervals.share(of: occurrences, in: count), distribution.mean)
        case .sequentialMean, .sequentialDifference:
            self.init(sequential: distribution, kind, atLeast: count, &stream)
        case .poisson, .batchMeans, .truncatedBatchMeans:
            preconditionFailure("\(kind) is not tried on \(distribution)")
        }
    }

    private init(
        bootstrap values: [Double], _ kind: StudiedInterval, _ distribution: SyntheticDistribution,
        _ stream: inout RandomStream
    ) {
        let sample = PairedSample(treatment: values, baseline: values.map { _ in 0 })
        let bootstrap = PairedBootstrap(sample) { stream.next() }
        let interval =
            kind == .bootstrapMean
            ? bootstrap?.differenceInterval : bootstrap?.difference.percentileInterval()
        self.init(interval, distribution.mean)
    }

    private init(
        pairs: SyntheticPairs, _ kind: StudiedInterval, _ stream: inout RandomStream
    ) {
        let sample = pairs.sample
        switch kind {
        case .pairedDifference:
            let paired = PairedDifference(
                treatment: sample.treatment, baseline: sample.baseline)
            self.init(paired.interval, pairs.difference)
        case .fiellerRatio:
            let paired = PairedDifference(
                treatment: sample.treatment, baseline: sample.baseline)
            self.init(paired.ratioInterval, pairs.ratio)
        case .bootstrapDifference:
            self.init(
                PairedBootstrap(sample) { stream.next() }?.differenceInterval, pairs.difference)
        default:
            self.init(PairedBootstrap(sample) { stream.next() }?.ratioInterval, pairs.ratio)
        }
    }

    private init(arrivalsDuring time: Double, _ stream: inout RandomStream) {
        let rate = 0.1
        var (now, count) = (stream.exponential() / rate, 0)
        while now < time {
            count += 1
            now += stream.exponential() / rate
        }
        self.init(CountIntervals.rate(of: count, over: time), rate)
    }

    private init(series: [Double], _ kind: StudiedInterval) {
        let rest =
            kind == .truncatedBatchMeans
            ? Array(series.dropFirst(WarmUp(series)?.truncated ?? 0)) : series
        self.init(BatchMeans(rest)?.interval, 0)
    }

    private static func series(
        _ share: Double, from start: Double, _ count: Int, _ stream: inout RandomStream
    ) -> [Double] {
        let spread = (1 - share * share).squareRoot()
        var value = start == 0 ? stream.normal() : start
        return (0..<count).map { _ in
            defer { value = share * value + spread * stream.normal() }
            return value
        }
    }
}

/// Pairs that share a world, as common random numbers make them.
///
/// The world adds to both; the treatment's own part counts 1.2 times, the baseline's 0.4. All parts
/// have one distribution.
struct SyntheticPairs {
    let sample: PairedSample
    let difference: Double
    let ratio: Double

    init(_ distribution: SyntheticDistribution, _ count: Int, _ stream: inout RandomStream) {
        var (treatment, baseline): ([Double], [Double]) = ([], [])
        for _ in 0..<count {
            let world = distribution.draw(&stream)
            treatment.append(world + 1.2 * distribution.draw(&stream))
            baseline.append(world + 0.4 * distribution.draw(&stream))
        }
        sample = PairedSample(treatment: treatment, baseline: baseline)
        difference = 0.8 * distribution.mean
        ratio = 2.2 / 1.4
    }

    /// The standard deviation of a difference divided by its mean.
    static func relativeDeviation(_ distribution: SyntheticDistribution) -> Double {
        (1.2 * 1.2 + 0.4 * 0.4).squareRoot() * distribution.deviation / (0.8 * distribution.mean)
    }
}

extension CoverageTrial {
    /// The stopping rule of experiments, with a goal that takes about 400 values.
    fileprivate init(
        sequential distribution: SyntheticDistribution, _ kind: StudiedInterval, atLeast: Int,
        _ stream: inout RandomStream
    ) {
        let isMean = kind == .sequentialMean
        let deviation =
            isMean
            ? distribution.deviation / distribution.mean
            : SyntheticPairs.relativeDeviation(distribution)
        let rule = StoppingRule(
            relativeHalfWidth: 1.96 * deviation / 20, atLeast: atLeast, atMost: 2000)
        var (treatment, baseline): ([Double], [Double]) = ([], [])
        var interval: ConfidenceInterval?
        for size in rule.checkpoints {
            let more = size - treatment.count
            if isMean {
                treatment += distribution.sample(more, &stream)
                let summary = Summary(of: treatment)
                interval = summary.interval
                if rule.isPrecise(summary) { break }
            } else {
                let pairs = SyntheticPairs(distribution, more, &stream).sample
                treatment += pairs.treatment
                baseline += pairs.baseline
                let paired = PairedDifference(treatment: treatment, baseline: baseline)
                interval = paired.interval
                if rule.isPrecise(paired, within: 0) { break }
            }
        }
        self.init(interval, isMean ? distribution.mean : 0.8 * distribution.mean)
    }
}

/// The intervals whose coverage is measured.
public enum StudiedInterval: String, CaseIterable, Sendable {
    case studentMean = "student-t-mean"
    case bootstrapMean = "bca-mean"
    case percentileMean = "percentile-mean"
    case pairedDifference = "paired-t"
    case bootstrapDifference = "bca-difference"
    case hodgesLehmann = "hodges-lehmann"
    case fiellerRatio = "fieller-ratio"
    case bootstrapRatio = "bca-ratio"
    case binomial = "clopper-pearson"
    case poisson = "garwood"
    case batchMeans = "batch-means"
    case truncatedBatchMeans = "mser-5-batch-means"
    case sequentialMean = "sequential-mean"
    case sequentialDifference = "sequential-difference"

    public var meaning: String {
        switch self {
        case .studentMean: "Student's t interval of a mean"
        case .bootstrapMean: "bootstrap interval (BCa) of a mean"
        case .percentileMean: "bootstrap interval (percentile) of a mean"
        case .pairedDifference: "Student's t interval of a paired difference"
        case .bootstrapDifference: "bootstrap interval (BCa) of a paired difference"
        case .hodgesLehmann: "Hodges and Lehmann's interval of symmetric differences"
        case .fiellerRatio: "Fieller's interval of a ratio of means"
        case .bootstrapRatio: "bootstrap interval (BCa) of a ratio of means"
        case .binomial: "Clopper and Pearson's interval of a probability"
        case .poisson: "Garwood's interval of a rate"
        case .batchMeans: "batch means of a series whose neighbours are alike"
        case .truncatedBatchMeans: "the same after MSER-5, of a series that starts far off"
        case .sequentialMean: "t interval of a mean where the stopping rule ended"
        case .sequentialDifference: "t interval of a difference where the stopping rule ended"
        }
    }

    /// Whether each experiment draws many resamples, and so has fewer experiments.
    var isSlow: Bool {
        switch self {
        case .bootstrapMean, .percentileMean, .bootstrapDifference, .bootstrapRatio,
            .batchMeans, .truncatedBatchMeans, .sequentialMean, .sequentialDifference:
            true
        case .studentMean, .pairedDifference, .hodgesLehmann, .fiellerRatio, .binomial, .poisson:
            false
        }
    }

    var sources: [SyntheticSource] {
        switch self {
        case .binomial: [.distribution(.rare)]
        case .poisson: [.arrivals]
        case .batchMeans: [.series(0), .series(0.5), .series(0.9)]
        case .truncatedBatchMeans: [.series(0.5), .series(0.9)]
        default: SyntheticDistribution.allCases.map { .distribution($0) }
        }
    }

    var sizes: [Int] {
        switch self {
        case .batchMeans, .truncatedBatchMeans: [100, 300, 1000]
        default: [10, 30, 100]
        }
    }
}

/// The source of a trial's values.
public enum SyntheticSource: Equatable, Sendable {
    case distribution(SyntheticDistribution)
    /// Events at a rate of 0.1 a unit of time, with exponential gaps.
    case arrivals
    /// A stationary normal series with mean 0 and this autoregressive coefficient.
    case series(Double)

    public var name: String {
        switch self {
        case .distribution(let distribution): distribution.rawValue
        case .arrivals: "poisson-0.1"
        case .series(let share): "ar1-\(share)"
        }
    }
}
