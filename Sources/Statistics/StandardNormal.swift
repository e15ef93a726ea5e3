import CGSL

/// The normal distribution with mean 0 and standard deviation 1, by GSL.
public enum StandardNormal {
    /// Φ, the probability of a value of at most `value`.
    public static func cdf(_ value: Double) -> Double {
        GSL.value("the normal distribution at \(value)") { gsl_cdf_ugaussian_P(value) }
    }

    /// Φ⁻¹, the value below which a variate stays with `probability`, strictly between 0 and 1.
    public static func quantile(_ probability: Double) -> Double {
        precondition(
            probability > 0 && probability < 1, "a quantile at \(probability) is not finite")
        return GSL.value("the normal quantile at \(probability)") {
            gsl_cdf_ugaussian_Pinv(probability)
        }
    }
}
