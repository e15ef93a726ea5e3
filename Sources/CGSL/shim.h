// The parts of the GNU Scientific Library that `Statistics` uses: distribution functions,
// estimators over arrays, least squares, and the switch that keeps the library from aborting the
// process.
//
// Swift 6 refuses C globals that can be written to, `gsl_multifit_robust_bisquare` among them: a
// `static inline` function returns each that is needed.
#ifndef TAILWATT_CGSL_SHIM_H
#define TAILWATT_CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_statistics_double.h>

/// Tukey's bisquare weights, with GSL's tuning constant 4.685.
static inline const gsl_multifit_robust_type *tailwatt_bisquare(void) {
    return gsl_multifit_robust_bisquare;
}

#endif
