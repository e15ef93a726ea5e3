import CGSL

/// Student's *t* distribution, by GSL; tested against the printed tables.
public struct StudentT: Equatable, Sendable {
    /// The degrees of freedom ν ≥ 1; n − 1 for the mean of n values.
    public let degreesOfFreedom: Int

    public init(degreesOfFreedom: Int) {
        precondition(
            degreesOfFreedom >= 1, "Student's t needs 1 degree of freedom, not \(degreesOfFreedom)")
        self.degreesOfFreedom = degreesOfFreedom
    }

    public func cdf(_ value: Double) -> Double {
        GSL.value("the t distribution at \(value), \(degreesOfFreedom) degrees of freedom") {
            gsl_cdf_tdist_P(value, Double(degreesOfFreedom))
        }
    }

    public func quantile(_ probability: Double) -> Double {
        precondition(
            probability > 0 && probability < 1, "a quantile at \(probability) is not finite")
        return GSL.value("the t quantile \(probability), \(degreesOfFreedom) degrees of freedom") {
            gsl_cdf_tdist_Pinv(probability, Double(degreesOfFreedom))
        }
    }

    public func factor(forLevel level: Double) -> Double { quantile((1 + level) / 2) }

    /// Uses the upper tail, so small probabilities keep their digits.
    public func twoSidedPValue(_ value: Double) -> Double {
        let tail = GSL.value("the t tail at \(value), \(degreesOfFreedom) degrees of freedom") {
            gsl_cdf_tdist_Q(value.magnitude, Double(degreesOfFreedom))
        }
        return min(1, 2 * tail)
    }
}

/// The normal distribution with mean 0 and standard deviation 1, by GSL.
public enum StandardNormal {
    public static func cdf(_ value: Double) -> Double {
        GSL.value("the normal distribution at \(value)") { gsl_cdf_ugaussian_P(value) }
    }

    public static func quantile(_ probability: Double) -> Double {
        precondition(
            probability > 0 && probability < 1, "a quantile at \(probability) is not finite")
        return GSL.value("the normal quantile at \(probability)") {
            gsl_cdf_ugaussian_Pinv(probability)
        }
    }
}

/// The regularized incomplete beta function: the beta distribution's probability below a value.
///
/// Uses the continued fraction of DLMF 8.17.22 (https://dlmf.nist.gov/8.17#E22) with the modified
/// Lentz method (W. J. Lentz, Applied Optics 15, 1976). GSL's version gives up after 512 terms, too
/// few for parameters from some hundred thousand on.
enum IncompleteBeta {
    /// `x` is from 0 to 1, `a` and `b` above 0; O(√max(a, b)).
    static func below(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        return x < (a + 1) / (a + b + 2) ? tail(x, a, b) : 1 - tail(1 - x, b, a)
    }

    static func above(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 1 }
        if x >= 1 { return 0 }
        return x < (a + 1) / (a + b + 2) ? 1 - tail(x, a, b) : tail(1 - x, b, a)
    }

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

/// Quantiles by bisection, each with probability `tail` below or above it.
///
/// GSL's inverse beta, F and chi-squared distributions do not converge for some parameters above
/// some hundred. Each quantile takes some 60 evaluations, more near 0.
enum QuantileSearch {
    static func betaLower(_ tail: Double, _ a: Double, _ b: Double) -> Double {
        halving(below: 1) { IncompleteBeta.below($0, a, b) < tail }
    }

    /// It has more digits than 1 − a lower quantile.
    static func betaUpper(_ tail: Double, _ a: Double, _ b: Double) -> Double {
        halving(below: 1) { IncompleteBeta.above($0, a, b) > tail }
    }

    /// d₁F / (d₁F + d₂) has the beta distribution of d₁/2 and d₂/2.
    static func fUpper(_ tail: Double, _ upper: Double, _ lower: Double) -> Double {
        let share = betaUpper(tail, upper / 2, lower / 2)
        return lower * share / (upper * (1 - share))
    }

    static func chiSquaredLower(_ tail: Double, _ degrees: Double) -> Double {
        let isBelow = { (x: Double) in
            GSL.value("the chi-squared distribution at \(x), \(degrees)") {
                gsl_cdf_chisq_P(x, degrees)
            } < tail
        }
        return halving(below: border(from: degrees, isBelow), isBelow)
    }

    static func chiSquaredUpper(_ tail: Double, _ degrees: Double) -> Double {
        let isBelow = { (x: Double) in
            GSL.value("the chi-squared distribution above \(x), \(degrees)") {
                gsl_cdf_chisq_Q(x, degrees)
            } > tail
        }
        return halving(below: border(from: degrees, isBelow), isBelow)
    }

    private static func border(from start: Double, _ isBelow: (Double) -> Bool) -> Double {
        var border = start
        while isBelow(border) { border *= 2 }
        return border
    }

    /// The value between 0 and `high` up to which `isBelow` holds, to the last digit.
    private static func halving(below high: Double, _ isBelow: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, high)
        while true {
            let middle = (low + high) / 2
            guard middle > low && middle < high else { return middle }
            if isBelow(middle) { low = middle } else { high = middle }
        }
    }
}
