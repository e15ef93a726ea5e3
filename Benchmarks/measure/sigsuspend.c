/* Valgrind 3.19 writes into the mask that a program hands to sigsuspend. libdispatch's is a constant
   in memory that cannot be written, so Valgrind dies. Preloaded, this hands over a copy. */
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    return (int)syscall(SYS_rt_sigsuspend, &copy, 8 /* bytes that the kernel looks at */);
}
