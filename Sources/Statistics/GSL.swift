import CGSL

/// The only access of this target to the GNU Scientific Library.
///
/// GSL aborts on a bad argument; with its handler off, distribution functions yield NaN instead.
/// Every value is therefore checked: one that is not finite is a bug in tailwatt.
package enum GSL {
    private static let errorsAreReturned: Void = { _ = gsl_set_error_handler_off() }()

    static func switchErrorsToValues() { _ = errorsAreReturned }

    /// The value of a GSL function; traps if it is not finite.
    package static func value(_ name: @autoclosure () -> String, _ compute: () -> Double) -> Double
    {
        _ = errorsAreReturned
        let value = compute()
        precondition(value.isFinite, "GSL gave \(value) for \(name())")
        return value
    }

    package static func mean(_ values: [Double]) -> Double {
        value("the mean of \(values.count) values") { gsl_stats_mean(values, 1, values.count) }
    }

    /// Divisor n − 1, about a known `mean`; n ≥ 2.
    package static func variance(_ values: [Double], about mean: Double) -> Double {
        value("the variance of \(values.count) values about \(mean)") {
            gsl_stats_variance_m(values, 1, values.count, mean)
        }
    }

    /// Divisor n − 1, about known means; n ≥ 2.
    package static func covariance(
        _ first: [Double], about firstMean: Double, _ second: [Double], about secondMean: Double
    ) -> Double {
        value("the covariance of \(first.count) pairs") {
            gsl_stats_covariance_m(first, 1, second, 1, first.count, firstMean, secondMean)
        }
    }

    /// Type 7 of Hyndman and Fan (1996), of ascending values.
    static func quantile(ofSorted values: [Double], _ fraction: Double) -> Double {
        value("the quantile \(fraction) of \(values.count) values") {
            gsl_stats_quantile_from_sorted_data(values, 1, values.count, fraction)
        }
    }
}

package func requireFinite(_ values: [Double], _ what: String) {
    for (index, value) in values.enumerated() {
        precondition(value.isFinite, "\(what): value \(index) is \(value), not a finite number")
    }
}
