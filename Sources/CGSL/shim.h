// The parts of the GNU Scientific Library that `Statistics` uses: distribution functions,
// estimators over arrays, and the switch that keeps the library from aborting the process.
//
// Swift 6 refuses C globals that can be written to, `gsl_rng_mt19937` among them. None is needed
// here; should one be, a `static inline` function that returns it belongs in this file.
#ifndef TAILWATT_CGSL_SHIM_H
#define TAILWATT_CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_statistics_double.h>

#endif
