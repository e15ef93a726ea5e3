import Forms
import Kernel

extension DrawRule {
    /// What is wrong with a distribution that is to keep the rule; `nil`: nothing.
    func fault(in distribution: Distribution<Value>) -> DistributionFault? {
        if isDivisor, distribution.least <= .zero { return .canBeZero(what: Value.kind) }
        if distribution.mean < mean {
            return .meanTooSmall(mean: "\(distribution.mean)", least: "\(mean)")
        }
        return nil
    }
}

extension Distribution {
    /// The least value that can be drawn, where the distribution ends abruptly; for the others,
    /// whose draws are above zero, a value above zero.
    fileprivate var least: Value {
        switch self {
        case .constant(let value): value
        case .uniform(let low, _), .triangular(let low, _, _): low
        case .empirical(let values): values.min() ?? .zero
        case .exponential(let mean): mean
        case .lognormal(let median, _): median
        case .weibull(let scale, _), .gamma(let scale, _): scale
        case .mixture(let parts): parts.map(\.distribution.least).min() ?? .zero
        }
    }
}
