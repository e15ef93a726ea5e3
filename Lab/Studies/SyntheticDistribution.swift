import Experiments
import Kernel

/// A distribution of which everything is known, to try statistics on.
public enum SyntheticDistribution: String, CaseIterable, Sendable {
    /// Mean 10, standard deviation 1.
    case normal
    /// Mean 1: skewness 2.
    case exponential
    /// Of a standard normal: skewness 6.2.
    case lognormal = "lognormal-1"
    /// 1 with probability 0.02, else 0.
    case rare = "bernoulli-0.02"

    /// The mean of what is drawn.
    var mean: Double {
        switch self {
        case .normal: 10
        case .exponential: 1
        case .lognormal: PortableMath.exp(0.5)
        case .rare: Self.rareShare
        }
    }

    /// Its standard deviation.
    var deviation: Double {
        switch self {
        case .normal, .exponential: 1
        // √((e − 1) · e)
        case .lognormal: ((PortableMath.exp(1) - 1) * PortableMath.exp(1)).squareRoot()
        case .rare: (Self.rareShare * (1 - Self.rareShare)).squareRoot()
        }
    }

    static let rareShare = 0.02

    func draw(_ stream: inout RandomStream) -> Double {
        switch self {
        case .normal: 10 + stream.normal()
        case .exponential: stream.exponential()
        case .lognormal: PortableMath.exp(stream.normal())
        case .rare: stream.uniform() < Self.rareShare ? 1 : 0
        }
    }

    /// As many values as asked for.
    func sample(_ count: Int, _ stream: inout RandomStream) -> [Double] {
        (0..<count).map { _ in draw(&stream) }
    }

    /// Less its mean, over its standard deviation.
    func standardised(_ stream: inout RandomStream) -> Double {
        (draw(&stream) - mean) / deviation
    }
}
