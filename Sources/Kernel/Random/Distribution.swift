/// The distribution of a random quantity, or a constant.
public enum Distribution<Value: Quantity>: Hashable, Sendable {
    case constant(Value)
    /// Greater than zero.
    case exponential(mean: Value)
    /// low ≤ high.
    case uniform(low: Value, high: Value)
    /// Median and standard deviation of the logarithm, both greater than zero.
    case lognormal(median: Value, sigma: Double)
    /// low ≤ mode ≤ high.
    case triangular(low: Value, mode: Value, high: Value)
    /// Scale and shape greater than zero.
    case weibull(scale: Value, shape: Double)
    /// Scale and shape greater than zero; the mean is their product.
    case gamma(scale: Value, shape: Double)
    /// Equally likely values; at least one.
    case empirical([Value])
    /// One of several distributions, chosen by weight; at least one.
    case mixture([WeightedDistribution<Value>])

    /// A constant draws nothing from the stream.
    @inlinable
    public func sample(_ stream: inout RandomStream) -> Value {
        switch self {
        case .constant(let value): return value
        case .exponential(let mean): return mean * stream.exponential()
        case .uniform(let low, let high): return low + (high - low) * stream.uniform()
        case .lognormal(let median, let sigma):
            return median * PortableMath.exp(sigma * stream.normal())
        case .triangular(let low, let mode, let high):
            return Self.triangular(low, mode, high, at: stream.uniform())
        case .weibull(let scale, let shape):
            return scale * PortableMath.power(max(stream.exponential(), 1e-300), 1 / shape)
        case .gamma(let scale, let shape): return scale * stream.gamma(shape: shape)
        case .empirical(let values): return values[Int(stream.next() % UInt64(values.count))]
        case .mixture(let parts): return Self.part(of: parts, at: stream.uniform()).sample(&stream)
        }
    }

    /// The mean, by formula; for a lognormal, median · e^(σ²/2).
    public var mean: Value {
        switch self {
        case .constant(let value): value
        case .exponential(let mean): mean
        case .uniform(let low, let high): (low + high) * 0.5
        case .lognormal(let median, let sigma): median * PortableMath.exp(sigma * sigma / 2)
        case .triangular(let low, let mode, let high): (low + mode + high) * (1.0 / 3)
        case .weibull(let scale, let shape): scale * Self.gammaFunction(1 + 1 / shape)
        case .gamma(let scale, let shape): scale * shape
        case .empirical(let values):
            Value(values.reduce(0) { $0 + $1.magnitude } / Double(values.count))
        case .mixture(let parts):
            parts.reduce(Value(0)) { $0 + $1.distribution.mean * $1.weight }
                * (1 / WeightedDistribution.sum(parts))
        }
    }

    /// The part at a share `u` of the weights, 0 to 1.
    @inlinable
    static func part(of parts: [WeightedDistribution<Value>], at u: Double) -> Distribution {
        var left = u * WeightedDistribution.sum(parts)
        for part in parts {
            if left < part.weight { return part.distribution }
            left -= part.weight
        }
        return parts[parts.count - 1].distribution
    }

    /// The inverse triangular distribution function.
    @inlinable
    static func triangular(_ low: Value, _ mode: Value, _ high: Value, at u: Double) -> Value {
        let width = (high - low).magnitude
        guard width > 0 else { return low }
        let left = (mode - low).magnitude
        if u * width < left { return low + Value((u * width * left).squareRoot()) }
        return high - Value(((1 - u) * width * (width - left)).squareRoot())
    }

    /// Γ(x) for x > 0 by Stirling's series after shifting x above 10: error below 1e-13.
    static func gammaFunction(_ x: Double) -> Double {
        var shifted = x
        var product = 1.0
        while shifted < 10 {
            product *= shifted
            shifted += 1
        }
        let inverse = 1 / shifted
        let square = inverse * inverse
        let correction =
            inverse
            * (1.0 / 12 - square
                * (1.0 / 360 - square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188))))
        let logarithm =
            (shifted - 0.5) * PortableMath.log(shifted) - shifted + 0.91893853320467274 + correction
        return PortableMath.exp(logarithm) / product
    }
}

public struct WeightedDistribution<Value: Quantity>: Hashable, Sendable {
    /// Relative to the others; greater than zero.
    public let weight: Double
    public let distribution: Distribution<Value>

    public init(weight: Double, _ distribution: Distribution<Value>) {
        precondition(weight > 0 && weight.isFinite, "a weight of \(weight)")
        (self.weight, self.distribution) = (weight, distribution)
    }

    @inlinable
    static func sum(_ parts: [WeightedDistribution]) -> Double {
        parts.reduce(0) { $0 + $1.weight }
    }
}

extension RandomStream {
    /// Gamma with scale 1.
    ///
    /// Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000);
    /// for a shape below one by the power of a uniform.
    @inlinable
    mutating func gamma(shape: Double) -> Double {
        if shape < 1 {
            let boost = PortableMath.power(1 - uniform(), 1 / shape)
            return gamma(shape: shape + 1) * boost
        }
        let d = shape - 1.0 / 3
        let c = 1 / (9 * d).squareRoot()
        while true {
            let x = normal()
            let t = 1 + c * x
            guard t > 0 else { continue }
            let v = t * t * t
            if PortableMath.log(1 - uniform()) < 0.5 * x * x + d - d * v + d * PortableMath.log(v) {
                return d * v
            }
        }
    }
}
