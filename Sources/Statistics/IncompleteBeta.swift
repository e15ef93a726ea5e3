import CGSL

/// The regularized incomplete beta function: the beta distribution's probability below a value.
///
/// By the continued fraction of DLMF 8.17.22 (https://dlmf.nist.gov/8.17#E22), evaluated with the
/// modified Lentz method (W. J. Lentz, Applied Optics 15, 1976). GSL has the same function, but
/// gives up after 512 terms, which is too few from some hundred thousand on.
enum IncompleteBeta {
    /// The probability below `x`.
    ///
    /// - Parameters:
    ///   - x: from 0 to 1.
    ///   - a: above 0.
    ///   - b: above 0.
    /// - Complexity: O(√max(a, b)).
    static func below(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        return x < (a + 1) / (a + b + 2) ? tail(x, a, b) : 1 - tail(1 - x, b, a)
    }

    /// The probability above `x`.
    static func above(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 1 }
        if x >= 1 { return 0 }
        return x < (a + 1) / (a + b + 2) ? 1 - tail(x, a, b) : tail(1 - x, b, a)
    }

    /// The probability below `x` on the side where the fraction converges fast.
    private static func tail(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let factor = GSL.value("the beta density at \(x), \(a), \(b)") {
            exp(-gsl_sf_lnbeta(a, b) + a * log(x) + b * gsl_log1p(-x))
        }
        return factor / a * fraction(x, a, b)
    }

    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func kept(_ value: Double) -> Double { value.magnitude < tiny ? tiny : value }
        var numerator = 1.0
        var denominator = 1 / kept(1 - (a + b) * x / (a + 1))
        var product = denominator
        var term = 1.0
        while true {
            let even = term * (b - term) * x / ((a + 2 * term - 1) * (a + 2 * term))
            let odd = -(a + term) * (a + b + term) * x / ((a + 2 * term) * (a + 2 * term + 1))
            let before = product
            for coefficient in [even, odd] {
                denominator = 1 / kept(1 + coefficient * denominator)
                numerator = kept(1 + coefficient / numerator)
                product *= denominator * numerator
            }
            if (product - before).magnitude <= 1e-15 * product.magnitude { return product }
            term += 1
        }
    }
}
