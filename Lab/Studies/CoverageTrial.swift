import Experiments
import Kernel
import Statistics

/// One interval and the truth that it should hold.
struct CoverageTrial {
    let interval: ConfidenceInterval?
    let truth: Double

    var covers: Bool { interval?.contains(truth) ?? false }

    /// - Parameters:
    ///   - kind: which interval.
    ///   - source: where the values come from; one that the interval is tried on.
    ///   - count: how many values, or the fewest of the stopping rule.
    ///   - stream: of this trial alone.
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

/// Pairs as common random numbers make them: what the world adds to both, and what is each one's
/// own, all from one distribution. The treatment's own part counts 1.2 times, the baseline's 0.4.
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

    /// The standard deviation of a difference, over its mean.
    static func relativeDeviation(_ distribution: SyntheticDistribution) -> Double {
        (1.2 * 1.2 + 0.4 * 0.4).squareRoot() * distribution.deviation / (0.8 * distribution.mean)
    }
}

extension CoverageTrial {
    /// The stopping rule as experiments follow it, with a goal that takes about 400 values.
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
