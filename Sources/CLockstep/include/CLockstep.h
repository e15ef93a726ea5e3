#include <stdint.h>

/// Runs of one phone in step: each lane of a vector is one run.
///
/// Times are whole nanoseconds and amounts whole bytes, in doubles: they are exact below 2^53. A
/// lane that meets anything else gives up, and its run is simulated alone.
enum {
    /// The most runs that one call simulates.
    lockstep_lanes = 16,
    lockstep_most_sources = 8,
    lockstep_most_stages = 6
};

enum lockstep_kind { lockstep_constant, lockstep_exponential, lockstep_uniform };

/// How a number is drawn: first, first * (an exponential), or first + width * (a uniform).
struct lockstep_law {
    enum lockstep_kind kind;
    double first, width;
};

enum lockstep_work { lockstep_transfers, lockstep_works };

/// What recurs, and draws its numbers in this order: transfers, or work of the processor alone.
struct lockstep_source {
    enum lockstep_work what;
    double round_trips;                   /* ns; of transfers, as the next */
    struct lockstep_law uplink, downlink; /* bytes */
    struct lockstep_law lasts;            /* s; of work, after which the next gap begins */
    struct lockstep_law every;            /* s */
};

/// A rest of the radio: after its last transfer it passes through the stages in order.
struct lockstep_stage {
    double begins;    /* ns after the transfer */
    double lasts;     /* ns; of the last stage: infinite */
    double promotion; /* ns until data is carried */
    /// More bytes than one of these lead to the promotion, fewer are not followed. -1: any do.
    double uplink_over, downlink_over;
};

struct lockstep_model {
    double horizon, wake_up;           /* ns */
    double uplink_byte, downlink_byte; /* ns */
    int source_count, stage_count;
    const struct lockstep_source *sources;
    const struct lockstep_stage *stages;
    /// The ziggurat of the exponential: the edges of its 256 layers, and the density there.
    const double *edges, *heights;
    double (*density)(double);
};

/// What a run came to; one row has a number for each lane.
enum {
    lockstep_gave_up, /* not 0: the run must be simulated alone */
    lockstep_air,     /* ns */
    lockstep_uplink,
    lockstep_downlink,
    lockstep_wake_ups,
    lockstep_asleep, /* ns */
    lockstep_awake,  /* 1: the processor is awake at the end */
    lockstep_rests,  /* ns; by stage, as are the next three */
    lockstep_expiries = lockstep_rests + lockstep_most_stages,
    lockstep_promotions = lockstep_expiries + lockstep_most_stages,
    lockstep_cuts = lockstep_promotions + lockstep_most_stages, /* ns that the horizon cuts off */
    lockstep_rows = lockstep_cuts + lockstep_most_stages
};

/// The width of the vectors of this processor: 8 (AVX-512), 4 (AVX2), or 0: too small.
///
/// TAILWATT_LANES in the environment sets a smaller one, to try the other ways.
int lockstep_width(void);

/// Simulates `runs`, from 1 to `lockstep_lanes`, from the start to the horizon.
///
/// `width`: 4 or 8, and at most `lockstep_width()`. `streams`: the words of the random streams by
/// source, word and lane. `complements`: by lane, all ones for antithetic streams, otherwise 0.
/// `books`: by row and lane.
void lockstep_run(
    int width, const struct lockstep_model *model, int runs, const uint64_t *streams,
    const uint64_t *complements, double *books);
