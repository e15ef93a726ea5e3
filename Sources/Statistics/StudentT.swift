import CGSL

/// Student's *t* distribution, whose quantiles make the intervals of small samples.
///
/// Values come from GSL; the test suite holds them against the printed tables.
public struct StudentT: Equatable, Sendable {
    /// The degrees of freedom ν ≥ 1; n − 1 for the mean of n values.
    public let degreesOfFreedom: Int

    public init(degreesOfFreedom: Int) {
        precondition(
            degreesOfFreedom >= 1, "Student's t needs 1 degree of freedom, not \(degreesOfFreedom)")
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// The probability that a *t* variate is at most `value`.
    public func cdf(_ value: Double) -> Double {
        GSL.value("the t distribution at \(value), \(degreesOfFreedom) degrees of freedom") {
            gsl_cdf_tdist_P(value, Double(degreesOfFreedom))
        }
    }

    /// The value below which a *t* variate stays with `probability`, strictly between 0 and 1.
    public func quantile(_ probability: Double) -> Double {
        precondition(
            probability > 0 && probability < 1, "a quantile at \(probability) is not finite")
        return GSL.value("the t quantile \(probability), \(degreesOfFreedom) degrees of freedom") {
            gsl_cdf_tdist_Pinv(probability, Double(degreesOfFreedom))
        }
    }

    /// The factor on the standard error that gives a two-sided interval its `level`:
    /// the quantile at (1 + level) / 2.
    public func factor(forLevel level: Double) -> Double {
        quantile((1 + level) / 2)
    }

    /// The probability of a *t* variate at least as far from 0, on either side, as `value`.
    ///
    /// Computed from the upper tail, so small probabilities keep their digits.
    public func twoSidedPValue(_ value: Double) -> Double {
        let tail = GSL.value("the t tail at \(value), \(degreesOfFreedom) degrees of freedom") {
            gsl_cdf_tdist_Q(value.magnitude, Double(degreesOfFreedom))
        }
        return min(1, 2 * tail)
    }
}
