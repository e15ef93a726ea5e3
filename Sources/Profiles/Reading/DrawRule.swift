import EventKernel
import Forms
import Quantities

/// What draws from a distribution must be like, so that a run that uses them comes to an end.
struct DrawRule<Value: Quantity> {
    /// The least mean.
    let mean: Value
    /// Whether each draw must be greater than zero, because something is divided by it.
    let isDivisor: Bool

    /// Any draw that is not negative.
    static var zeroOrMore: DrawRule { DrawRule(mean: .zero, isDivisor: false) }

    static var divisor: DrawRule { DrawRule(mean: .zero, isDivisor: true) }

    static func mean(atLeast mean: Value) -> DrawRule { DrawRule(mean: mean, isDivisor: false) }

    func fault(in distribution: Distribution<Value>) -> DistributionFault? {
        if isDivisor, distribution.least <= .zero { return .canBeZero(what: Value.kind) }
        if distribution.mean < mean {
            return .meanTooSmall(mean: "\(distribution.mean)", least: "\(mean)")
        }
        return nil
    }
}

extension DrawRule<Seconds> {
    /// From one event to the next: a millisecond or more in the mean.
    static var betweenEvents: DrawRule { .mean(atLeast: Seconds(1e-3)) }
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
