/// The points at which a model is evaluated for its Sobol' indices: radial sampling.
///
/// A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto, S. Tarantola, "Variance based
/// sensitivity analysis of model output. Design and estimator for the total sensitivity index",
/// Computer Physics Communications 181 (2010). Two samples A and B are the two halves of one
/// Sobol' sequence of twice as many dimensions; for each factor i, point j of A takes its i-th
/// coordinate from point j of B.
public struct SobolDesign: Equatable, Sendable {
    /// Base points, N.
    public let baseCount: Int
    /// Factors, k.
    public let factors: Int
    private let pairs: [[Double]]

    /// As many factors as half the dimensions of the sequence.
    public static let mostFactors = LowDiscrepancy.sobol.mostDimensions / 2

    /// - Parameters:
    ///   - baseCount: N, two or more; powers of two fill the cube most evenly.
    ///   - factors: k, from 1 to `mostFactors`.
    public init(baseCount: Int, factors: Int) {
        precondition(baseCount >= 2, "\(baseCount) base points")
        precondition(
            (1...Self.mostFactors).contains(factors),
            "Sobol' indices of 1 to \(Self.mostFactors) factors, not \(factors)")
        self.baseCount = baseCount
        self.factors = factors
        pairs = LowDiscrepancy.sobol.points(count: baseCount, dimensions: 2 * factors)
    }

    /// How often the model is evaluated: N · (k + 2).
    public var count: Int { baseCount * (factors + 2) }

    /// The points of one base point: of A, of B, then of A with each coordinate from B in turn.
    public func points(of base: Int) -> [[Double]] {
        let first = Array(pairs[base][..<factors])
        let second = Array(pairs[base][factors...])
        let mixed = (0..<factors).map { factor in
            var point = first
            point[factor] = second[factor]
            return point
        }
        return [first, second] + mixed
    }
}
