// Runs in step, for each kind of vector. docs/background/performance.md says which are eligible.
#include <stdbool.h>
#include <stdlib.h>

#include "CLockstep.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDTH 8
#define NAME(x) x##_8
#define TARGET __attribute__((target("avx512f,avx512dq")))
#include "lanes.inc"

#define WIDTH 4
#define NAME(x) x##_4
#define TARGET __attribute__((target("avx2")))
#include "lanes.inc"

static int widest(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return 8;
    return __builtin_cpu_supports("avx2") ? 4 : 0;
}

int lockstep_width(void) {
    const char *most = getenv("TAILWATT_LANES");
    int width = most ? atoi(most) : 8;
    return width >= 8 ? widest() : width >= 4 && widest() ? 4 : 0;
}

void lockstep_run(
    int width, const struct lockstep_model *model, int runs, const uint64_t *streams,
    const uint64_t *complements, double *books) {
    (width >= 8 ? run_8 : run_4)(model, runs, streams, complements, books);
}

#else

int lockstep_width(void) { return 0; }

void lockstep_run(
    int width, const struct lockstep_model *model, int runs, const uint64_t *streams,
    const uint64_t *complements, double *books) {
    (void)width, (void)model, (void)runs, (void)streams, (void)complements, (void)books;
    __builtin_trap();
}

#endif
