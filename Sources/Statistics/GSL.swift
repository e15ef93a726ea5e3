import CGSL

/// The only access of this target to the GNU Scientific Library.
///
/// By default GSL aborts the process on a bad argument. Its distribution functions return no
/// status, so with the handler off a bad argument yields NaN. Every value is therefore checked
/// here: a value that is not finite is a bug in tailwatt.
package enum GSL {
    /// Switches GSL's aborting error handler off, once per process, before the first use.
    private static let errorsAreReturned: Void = { _ = gsl_set_error_handler_off() }()

    /// Makes GSL's functions return a status instead of aborting the process.
    static func switchErrorsToValues() { _ = errorsAreReturned }

    /// The value of a GSL function; traps if it is not finite.
    package static func value(_ name: @autoclosure () -> String, _ compute: () -> Double) -> Double
    {
        _ = errorsAreReturned
        let value = compute()
        precondition(value.isFinite, "GSL gave \(value) for \(name())")
        return value
    }

    /// The arithmetic mean; `values` must not be empty.
    package static func mean(_ values: [Double]) -> Double {
        value("the mean of \(values.count) values") { gsl_stats_mean(values, 1, values.count) }
    }

    /// The sample variance with divisor n − 1, about a known `mean`; n ≥ 2.
    package static func variance(_ values: [Double], about mean: Double) -> Double {
        value("the variance of \(values.count) values about \(mean)") {
            gsl_stats_variance_m(values, 1, values.count, mean)
        }
    }

    /// The sample covariance with divisor n − 1, about known means; n ≥ 2.
    package static func covariance(
        _ first: [Double], about firstMean: Double, _ second: [Double], about secondMean: Double
    ) -> Double {
        value("the covariance of \(first.count) pairs") {
            gsl_stats_covariance_m(first, 1, second, 1, first.count, firstMean, secondMean)
        }
    }

    /// The quantile of type 7 in Hyndman and Fan (1996) of values in ascending order.
    static func quantile(ofSorted values: [Double], _ fraction: Double) -> Double {
        value("the quantile \(fraction) of \(values.count) values") {
            gsl_stats_quantile_from_sorted_data(values, 1, values.count, fraction)
        }
    }
}

/// Traps on the first value that is not finite, naming it and its index.
package func requireFinite(_ values: [Double], _ what: String) {
    for (index, value) in values.enumerated() {
        precondition(value.isFinite, "\(what): value \(index) is \(value), not a finite number")
    }
}
