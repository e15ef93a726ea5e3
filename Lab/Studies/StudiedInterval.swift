import Experiments
import Kernel
import Statistics

/// The intervals whose coverage is measured, each on samples for which the truth is known.
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

    /// What is measured, in words.
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

    /// Whether each experiment draws many resamples: there are fewer experiments then.
    var isSlow: Bool {
        switch self {
        case .bootstrapMean, .percentileMean, .bootstrapDifference, .bootstrapRatio,
            .batchMeans, .truncatedBatchMeans, .sequentialMean, .sequentialDifference:
            true
        case .studentMean, .pairedDifference, .hodgesLehmann, .fiellerRatio, .binomial, .poisson:
            false
        }
    }

    /// What it is tried on.
    var sources: [SyntheticSource] {
        switch self {
        case .binomial: [.distribution(.rare)]
        case .poisson: [.arrivals]
        case .batchMeans: [.series(0), .series(0.5), .series(0.9)]
        case .truncatedBatchMeans: [.series(0.5), .series(0.9)]
        default: SyntheticDistribution.allCases.map { .distribution($0) }
        }
    }

    /// The sizes of the samples.
    var sizes: [Int] {
        switch self {
        case .batchMeans, .truncatedBatchMeans: [100, 300, 1000]
        default: [10, 30, 100]
        }
    }
}

/// Where the values of a trial come from.
public enum SyntheticSource: Equatable, Sendable {
    case distribution(SyntheticDistribution)
    /// Events at a rate of 0.1 a unit of time, as exponential gaps make them.
    case arrivals
    /// A stationary normal series with mean 0, of which each value is this share of the last one.
    case series(Double)

    /// As tables have it.
    public var name: String {
        switch self {
        case .distribution(let distribution): distribution.rawValue
        case .arrivals: "poisson-0.1"
        case .series(let share): "ar1-\(share)"
        }
    }
}
