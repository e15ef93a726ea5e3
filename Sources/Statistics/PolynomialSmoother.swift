/// A polynomial through noisy values of a curve by least squares, at many places at once.
///
/// The response surface of G. E. P. Box and K. B. Wilson, "On the experimental attainment of
/// optimum conditions", Journal of the Royal Statistical Society B 13 (1951), for one variable.
/// Linear in the values, so that what it takes to fit is worked out once and holds for every
/// resample of them.
public struct PolynomialSmoother: Equatable, Sendable {
    /// Where the curve is wanted.
    public let mesh: [Double]
    /// By place of the mesh, then by value.
    private let weights: [[Double]]

    /// - Parameters:
    ///   - places: where values are known; finite, more of them different than the degree.
    ///   - degree: of the polynomial, at least 0.
    ///   - mesh: where the curve is wanted; finite.
    /// - Returns: `nil` where the places do not determine the polynomial and an error.
    public init?(places: [Double], degree: Int, mesh: [Double]) {
        precondition(degree >= 0 && !mesh.isEmpty, "degree \(degree), \(mesh.count) places")
        guard let least = places.min(), let most = places.max(), most > least else { return nil }
        // Powers of numbers within -1...1 do not outgrow each other.
        func powers(_ place: Double) -> [Double] {
            let scaled = (2 * place - least - most) / (most - least)
            return (0..<degree).reduce(into: [1.0]) { powers, _ in
                powers.append((powers.last ?? 1) * scaled)
            }
        }
        let design = places.map(powers)
        var columns: [[Double]] = []
        for index in places.indices {
            var unit = [Double](repeating: 0, count: places.count)
            unit[index] = 1
            guard let fit = LinearFit(design: design, response: unit) else { return nil }
            columns.append(fit.coefficients)
        }
        self.mesh = mesh
        weights = mesh.map { place in
            let row = powers(place)
            return columns.map { column in zip(row, column).reduce(0) { $0 + $1.0 * $1.1 } }
        }
    }

    /// The curve at the places of the mesh.
    ///
    /// - Parameter values: in the order of the places; finite.
    public func curve(through values: [Double]) -> [Double] {
        weights.map { row in zip(row, values).reduce(0) { $0 + $1.0 * $1.1 } }
    }
}
