/* W1 as a textbook simulation: the events of all devices in one binary heap. */
#include <stdlib.h>

#include "w1.h"

struct event_entry {
    double time;
    uint64_t number; /* of its insertion: events of one time happen in this order */
    uint32_t device;
    enum event kind;
};

struct heap {
    struct event_entry *entries;
    size_t count, capacity;
    uint64_t insertions;
};

/* One device. `waiting` holds durations of transfers; it is compacted when it runs empty. */
struct device {
    struct stream keep_alives, background;
    enum state state;
    int is_busy;
    double since;
    uint64_t timer; /* the number of the timer's event that counts; earlier ones are void */
    double *waiting;
    size_t first, end, capacity;
    struct result result;
};

static void *allocated(void *memory) {
    if (!memory) {
        fprintf(stderr, "w1: out of memory\n");
        exit(71);
    }
    return memory;
}

static int is_before(const struct event_entry *a, const struct event_entry *b) {
    return a->time < b->time || (a->time == b->time && a->number < b->number);
}

static uint64_t push(struct heap *heap, double time, uint32_t device, enum event kind) {
    if (heap->count == heap->capacity) {
        heap->capacity = heap->capacity ? 2 * heap->capacity : 64;
        heap->entries =
            allocated(realloc(heap->entries, heap->capacity * sizeof *heap->entries));
    }
    struct event_entry entry = {time, heap->insertions++, device, kind};
    size_t place = heap->count++;
    while (place > 0 && is_before(&entry, &heap->entries[(place - 1) / 2])) {
        heap->entries[place] = heap->entries[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    heap->entries[place] = entry;
    return entry.number;
}

static struct event_entry pop(struct heap *heap) {
    struct event_entry *entries = heap->entries, top = entries[0];
    struct event_entry last = entries[--heap->count];
    size_t place = 0;
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= heap->count) break;
        if (child + 1 < heap->count && is_before(&entries[child + 1], &entries[child])) child++;
        if (!is_before(&entries[child], &last)) break;
        entries[place] = entries[child];
        place = child;
    }
    entries[place] = last;
    return top;
}

static void enter(struct device *device, enum state state, double now) {
    device->result.residence[device->state] += now - device->since;
    device->since = now;
    device->state = state;
}

static void wait_in_line(struct device *device, double duration) {
    if (device->end == device->capacity) {
        device->capacity = device->capacity ? 2 * device->capacity : 8;
        device->waiting =
            allocated(realloc(device->waiting, device->capacity * sizeof *device->waiting));
    }
    device->waiting[device->end++] = duration;
}

static int is_waited_for(const struct device *device) { return device->first < device->end; }

static double next_in_line(struct device *device) {
    double duration = device->waiting[device->first++];
    if (device->first == device->end) device->first = device->end = 0;
    return duration;
}

static void arrive(struct heap *heap, struct device *device, uint32_t number, double now,
                   double duration) {
    if (device->state == IDLE) {
        enter(device, PROMOTION, now);
        device->result.promotions++;
        wait_in_line(device, duration);
        push(heap, now + PROMOTION_TIME, number, PROMOTED);
    } else if (device->state == PROMOTION || device->is_busy) {
        wait_in_line(device, duration);
    } else {
        if (device->state == FACH) {
            enter(device, DCH, now);
            device->result.returns++;
        }
        device->timer = UINT64_MAX;
        device->is_busy = 1;
        push(heap, now + duration, number, TRANSFERRED);
    }
}

static void happen(struct heap *heap, struct device *device, struct event_entry event) {
    double now = event.time;
    if ((event.kind == T1_FIRED || event.kind == T2_FIRED) && device->timer != event.number) return;
    device->result.happened[event.kind]++;
    switch (event.kind) {
    case KEEP_ALIVE:
        push(heap, now + keep_alive_gap(&device->keep_alives), event.device, KEEP_ALIVE);
        arrive(heap, device, event.device, now, KEEP_ALIVE_BYTES * SECONDS_A_BYTE);
        break;
    case BACKGROUND: {
        double bytes = background_bytes(&device->background);
        double gap = exponential(&device->background, BACKGROUND_GAP);
        push(heap, now + gap, event.device, BACKGROUND);
        arrive(heap, device, event.device, now, bytes * SECONDS_A_BYTE);
        break;
    }
    case PROMOTED:
        enter(device, DCH, now);
        device->is_busy = 1;
        push(heap, now + next_in_line(device), event.device, TRANSFERRED);
        break;
    case TRANSFERRED:
        if (is_waited_for(device)) {
            push(heap, now + next_in_line(device), event.device, TRANSFERRED);
        } else {
            device->is_busy = 0;
            device->timer = push(heap, now + T1, event.device, T1_FIRED);
        }
        break;
    case T1_FIRED:
        enter(device, FACH, now);
        device->timer = push(heap, now + T2, event.device, T2_FIRED);
        break;
    case T2_FIRED: enter(device, IDLE, now); break;
    case EVENTS: break;
    }
}

struct result heap_of_all(uint64_t seed, long count, double horizon) {
    struct device *devices = allocated(calloc((size_t)count, sizeof *devices));
    struct heap heap = {0};
    for (long i = 0; i < count; i++) {
        devices[i].keep_alives = stream_of(seed, 2 * (uint64_t)i);
        devices[i].background = stream_of(seed, 2 * (uint64_t)i + 1);
        push(&heap, keep_alive_gap(&devices[i].keep_alives), (uint32_t)i, KEEP_ALIVE);
        double gap = exponential(&devices[i].background, BACKGROUND_GAP);
        push(&heap, gap, (uint32_t)i, BACKGROUND);
    }
    while (heap.count > 0 && heap.entries[0].time <= horizon) {
        struct event_entry event = pop(&heap);
        happen(&heap, &devices[event.device], event);
    }
    struct result all = {0};
    for (long i = 0; i < count; i++) {
        enter(&devices[i], devices[i].state, horizon);
        add(&all, &devices[i].result);
        free(devices[i].waiting);
    }
    free(heap.entries);
    free(devices);
    return all;
}
