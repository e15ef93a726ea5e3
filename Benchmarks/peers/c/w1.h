/* Workload W1, as docs/performance.md specifies it: parameters, random streams, what comes out. */
#ifndef W1_H
#define W1_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum state { IDLE, PROMOTION, DCH, FACH, STATES };
enum event { KEEP_ALIVE, BACKGROUND, PROMOTED, TRANSFERRED, T1_FIRED, T2_FIRED, EVENTS };

#define PROMOTION_TIME 2.0     /* s, IDLE to DCH */
#define T1 5.0                 /* s without data, DCH to FACH */
#define T2 12.0                /* s without data, FACH to IDLE */
#define SECONDS_A_BYTE 8e-6    /* 1 Mbit/s */
#define KEEP_ALIVE_BYTES 200.0
#define BACKGROUND_GAP 120.0   /* s, mean */
#define BACKGROUND_BYTES 8192.0 /* mean, in each direction */

static const double POWER[STATES] = {0.010, 0.550, 0.800, 0.460}; /* W */

/* One stream of xoshiro256++ (Blackman and Vigna, 2021), its state filled by SplitMix64. */
struct stream { uint64_t word[4]; };

static inline uint64_t rotated(uint64_t x, int by) { return x << by | x >> (64 - by); }

static inline struct stream stream_of(uint64_t seed, uint64_t number) {
    struct stream stream;
    uint64_t x = seed * 0x9E3779B97F4A7C15u + (number + 1) * 0xD1342543DE82EF95u;
    for (int i = 0; i < 4; i++) {
        uint64_t z = x += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        stream.word[i] = z ^ z >> 31;
    }
    return stream;
}

static inline double uniform(struct stream *stream) {
    uint64_t *w = stream->word;
    uint64_t result = rotated(w[0] + w[3], 23) + w[0], shifted = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= shifted;
    w[3] = rotated(w[3], 45);
    return (double)(result >> 11) * 0x1p-53;
}

static inline double exponential(struct stream *stream, double mean) {
    return -mean * log(1 - uniform(stream));
}

static inline double keep_alive_gap(struct stream *stream) { return 540 + 120 * uniform(stream); }

/* Up, then down: the order of the draws is part of the specification. */
static inline double background_bytes(struct stream *stream) {
    double up = exponential(stream, BACKGROUND_BYTES);
    return up + exponential(stream, BACKGROUND_BYTES);
}

/* What a device, or all of them, came to. */
struct result {
    double residence[STATES]; /* s */
    double joules, joules_squared;
    uint64_t promotions, returns; /* into DCH, from IDLE and from FACH */
    uint64_t happened[EVENTS];
};

static inline void add(struct result *all, const struct result *device) {
    double joules = 0;
    for (int i = 0; i < STATES; i++) {
        joules += POWER[i] * device->residence[i];
        all->residence[i] += device->residence[i];
    }
    all->joules += joules;
    all->joules_squared += joules * joules;
    all->promotions += device->promotions;
    all->returns += device->returns;
    for (int i = 0; i < EVENTS; i++) all->happened[i] += device->happened[i];
}

static inline void print(const char *engine, const struct result *all, long devices, double hours) {
    uint64_t events = 0;
    for (int i = 0; i < EVENTS; i++) events += all->happened[i];
    double spread = all->joules_squared - all->joules * all->joules / devices;
    double deviation = devices > 1 && spread > 0 ? sqrt(spread / (devices - 1)) : 0;
    printf("engine=%s devices=%ld hours=%g events=%llu\n", engine, devices, hours,
           (unsigned long long)events);
    printf("IDLE=%.9f PROMOTION=%.9f DCH=%.9f FACH=%.9f s a device\n",
           all->residence[IDLE] / devices, all->residence[PROMOTION] / devices,
           all->residence[DCH] / devices, all->residence[FACH] / devices);
    printf("energy=%.9f J a device, standard deviation %.4f\n", all->joules / devices, deviation);
    printf("promotions=%llu returns=%llu", (unsigned long long)all->promotions,
           (unsigned long long)all->returns);
    static const char *const names[EVENTS] = {
        "keep-alive", "background", "promoted", "transferred", "T1", "T2"};
    for (int i = 0; i < EVENTS; i++)
        printf(" %s=%llu", names[i], (unsigned long long)all->happened[i]);
    printf("\n");
}

#endif
