/* System calls: those whose form differs from system to system, the clock, and writing. */
#ifndef WGC_BASE_SYSTEM_H
#define WGC_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__linux__)
#include <unistd.h> /* declares environ */
#elif !defined(_WIN32)
extern char **environ;
#endif

/* The value of a variable of the environment; NULL where it is not set, or empty. */
static inline const char *wgc_setting(const char *variable)
{
    const char *value = getenv(variable);

    return value == NULL || value[0] == '\0' ? NULL : value;
}

/* Seconds on the monotonic clock. */
double wgc_now(void);

/* Writes all of the bytes to a descriptor that blocks; false, with errno, on failure. */
bool wgc_write_all(int fd, const void *bytes, size_t size);

/* A signal's name as in signal.h, such as "SIGSEGV", or NULL for one that POSIX does not have. */
const char *wgc_system_signal(int number);

/*
 * Has the system send this process a signal when the process that started it ends. True also where
 * the system has no signal for that: a worker also ends when its requests end. Async-signal-safe.
 */
bool wgc_system_end_with_parent(int signal);

/* The path of this program in path, which has room for size bytes. False, with errno, when it is
 * unknown. */
bool wgc_system_program(char *path, size_t size);

/* A descriptor of a file without a name, closed by exec; -1, with errno, on failure. */
int wgc_system_unnamed_file(void);

/* Resets getopt_long for another list of arguments. */
void wgc_system_begin_options(void);

/* How many cores this process may run on, at least 1. */
unsigned wgc_system_cores(void);

#endif
