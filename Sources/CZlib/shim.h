// The parts of zlib that `Traces` uses: unpacking gzip piece by piece.
#ifndef TAILWATT_CZLIB_SHIM_H
#define TAILWATT_CZLIB_SHIM_H

#include <zlib.h>

#endif
