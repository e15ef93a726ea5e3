/* spend TIMES COMMAND...: what each command takes, run TIMES times in turn.

   COMMANDs are single words of the shell's: "tailwatt --help". They run alternately, so that a slow
   minute of the machine hits all alike. One line for each: median, least and most of its CPU time
   (user and system, of it and its children), its least wall time, all in milliseconds, and
   its peak memory in KiB. Its output goes nowhere; if it fails, so does spend. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cost {
    double cpu, wall; /* ms */
    long peak;        /* KiB */
};

static double milliseconds(struct timeval time) { return time.tv_sec * 1e3 + time.tv_usec * 1e-3; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static struct cost run(const char *command) {
    char line[4096];
    /* The shell becomes the command, and costs next to nothing before that. */
    snprintf(line, sizeof line, "exec %s >/dev/null", command);
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status)
        || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "spend: this failed: %s\n", command);
        exit(70);
    }
    return (struct cost){milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
                         now() - start, usage.ru_maxrss};
}

static int by_cpu(const void *a, const void *b) {
    double x = ((const struct cost *)a)->cpu, y = ((const struct cost *)b)->cpu;
    return (x > y) - (x < y);
}

static int by_wall(const void *a, const void *b) {
    double x = ((const struct cost *)a)->wall, y = ((const struct cost *)b)->wall;
    return (x > y) - (x < y);
}

int main(int count, char **words) {
    int times = count > 2 ? atoi(words[1]) : 0;
    if (times < 1) {
        fprintf(stderr, "usage: spend TIMES COMMAND...\n");
        return 64;
    }
    int commands = count - 2;
    struct cost *costs = calloc((size_t)commands * (size_t)times, sizeof *costs);
    if (!costs) return 71;
    for (int turn = 0; turn < times; turn++)
        for (int i = 0; i < commands; i++) costs[i * times + turn] = run(words[i + 2]);
    for (int i = 0; i < commands; i++) {
        struct cost *of = &costs[i * times];
        long peak = 0;
        for (int turn = 0; turn < times; turn++) peak = of[turn].peak > peak ? of[turn].peak : peak;
        qsort(of, (size_t)times, sizeof *of, by_wall);
        double wall = of[0].wall;
        qsort(of, (size_t)times, sizeof *of, by_cpu);
        printf("%.3f %.3f %.3f %.3f %ld\n", of[times / 2].cpu, of[0].cpu, of[times - 1].cpu, wall,
               peak);
    }
    free(costs);
    return 0;
}
