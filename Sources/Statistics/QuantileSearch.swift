import CGSL

/// Quantiles by halving: GSL's own inverses of the beta, the F and the chi-squared distribution do
/// not converge for some parameters from some hundred on.
///
/// - Complexity: some 60 evaluations of the distribution each, more for values near 0.
enum QuantileSearch {
    /// Where the beta distribution has the probability `tail` below; `a`, `b` above 0, `tail`
    /// strictly between 0 and 1.
    static func betaLower(_ tail: Double, _ a: Double, _ b: Double) -> Double {
        halving(below: 1) { IncompleteBeta.below($0, a, b) < tail }
    }

    /// Where it has the probability `tail` above: to more digits than 1 less a lower quantile.
    static func betaUpper(_ tail: Double, _ a: Double, _ b: Double) -> Double {
        halving(below: 1) { IncompleteBeta.above($0, a, b) > tail }
    }

    /// Where the F distribution has the probability `tail` above; both degrees of freedom above 0.
    ///
    /// Of F, d₁F / (d₁F + d₂) has the beta distribution of d₁/2 and d₂/2.
    static func fUpper(_ tail: Double, _ upper: Double, _ lower: Double) -> Double {
        let share = betaUpper(tail, upper / 2, lower / 2)
        return lower * share / (upper * (1 - share))
    }

    /// Where the chi-squared distribution has the probability `tail` below; `degrees` above 0.
    static func chiSquaredLower(_ tail: Double, _ degrees: Double) -> Double {
        let isBelow = { (x: Double) in
            GSL.value("the chi-squared distribution at \(x), \(degrees)") {
                gsl_cdf_chisq_P(x, degrees)
            } < tail
        }
        return halving(below: border(from: degrees, isBelow), isBelow)
    }

    /// Where it has the probability `tail` above.
    static func chiSquaredUpper(_ tail: Double, _ degrees: Double) -> Double {
        let isBelow = { (x: Double) in
            GSL.value("the chi-squared distribution above \(x), \(degrees)") {
                gsl_cdf_chisq_Q(x, degrees)
            } > tail
        }
        return halving(below: border(from: degrees, isBelow), isBelow)
    }

    /// A value that the quantile is below.
    private static func border(from start: Double, _ isBelow: (Double) -> Bool) -> Double {
        var border = start
        while isBelow(border) { border *= 2 }
        return border
    }

    /// The border between 0 and `high` below which `isBelow` holds, to the last digit.
    private static func halving(below high: Double, _ isBelow: (Double) -> Bool) -> Double {
        var (low, high) = (0.0, high)
        while true {
            let middle = (low + high) / 2
            guard middle > low && middle < high else { return middle }
            if isBelow(middle) { low = middle } else { high = middle }
        }
    }
}
