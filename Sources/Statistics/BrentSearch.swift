import CGSL

/// The search for a minimum between two ends, by Brent's method of parabolas and golden sections.
///
/// R. P. Brent, *Algorithms for Minimization without Derivatives*, 1973, chapter 5, as GSL's
/// `gsl_min_fminimizer_brent`. Finds a local minimum; of a function with steps or noise, one of
/// the deeper dents.
///
/// The function is not called: the search says where it wants to know it, and goes on once that is
/// known. So it may take a simulation on many threads to find a value.
public struct BrentSearch: Sendable {
    /// The range searched.
    public let low: Double
    public let high: Double
    /// A point between the ends where the function is below its values at both.
    public let middle: Double
    /// The search ends once the minimum is known to this share of itself.
    public let tolerance: Double
    /// Or after so many steps.
    public let mostSteps: Int

    /// What the search wants.
    public enum Step: Equatable, Sendable {
        /// To know the function there.
        case evaluate(Double)
        /// Nothing: the minimum is there.
        case minimum(Double)
    }

    /// A value of the function.
    public struct Point: Equatable, Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// - Parameters:
    ///   - low: one end.
    ///   - middle: between the ends; lower than both.
    ///   - high: the other end.
    ///   - tolerance: above zero, as a share of the place of the minimum.
    ///   - mostSteps: at least 1.
    public init(low: Double, middle: Double, high: Double, tolerance: Double, mostSteps: Int) {
        precondition(low < middle && middle < high, "\(middle) is not between \(low) and \(high)")
        precondition(tolerance > 0 && mostSteps >= 1, "\(tolerance), \(mostSteps) steps")
        (self.low, self.middle, self.high) = (low, middle, high)
        (self.tolerance, self.mostSteps) = (tolerance, mostSteps)
    }

    /// The next step, given what is known already, in any order.
    ///
    /// Steps through the search anew up to the first unknown value, which is cheap.
    /// - Parameter known: values of the function, at the ends and in the middle at least.
    public func next(_ known: [Point]) -> Step {
        GSL.switchErrorsToValues()
        let table = Table(known)
        guard let minimizer = gsl_min_fminimizer_alloc(tailwatt_brent()) else {
            preconditionFailure("no memory for a search")
        }
        defer { gsl_min_fminimizer_free(minimizer) }
        return withExtendedLifetime(table) {
            var function = gsl_function(
                function: { x, table in
                    Unmanaged<Table>.fromOpaque(table!).takeUnretainedValue().value(at: x)
                },
                params: Unmanaged.passUnretained(table).toOpaque())
            return search(minimizer, &function, table)
        }
    }

    private func search(
        _ minimizer: UnsafeMutablePointer<gsl_min_fminimizer>, _ function: inout gsl_function,
        _ table: Table
    ) -> Step {
        let status = gsl_min_fminimizer_set(minimizer, &function, middle, low, high)
        if let wanted = table.wanted { return .evaluate(wanted) }
        // The middle is not below the ends: it stays the best that is known.
        guard Int(status) == GSL_SUCCESS else { return .minimum(middle) }
        for _ in 0..<mostSteps {
            let status = gsl_min_fminimizer_iterate(minimizer)
            if let wanted = table.wanted { return .evaluate(wanted) }
            let isNear =
                gsl_min_test_interval(
                    gsl_min_fminimizer_x_lower(minimizer), gsl_min_fminimizer_x_upper(minimizer), 0,
                    tolerance) == Int32(GSL_SUCCESS)
            if isNear || Int(status) != GSL_SUCCESS { break }
        }
        return .minimum(gsl_min_fminimizer_x_minimum(minimizer))
    }

    /// What is known, as GSL asks for it.
    private final class Table {
        private let known: [Point]
        /// The first place that was asked for in vain.
        private(set) var wanted: Double?

        init(_ known: [Point]) { self.known = known }

        func value(at x: Double) -> Double {
            if let point = known.first(where: { $0.x == x }) { return point.y }
            if wanted == nil { wanted = x }
            return .nan
        }
    }
}
