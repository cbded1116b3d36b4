/* Host threads. host_thread_posix.c is for Unix, host_thread_windows.c for Windows. */
#ifndef WGC_DEVICE_HOST_THREAD_H
#define WGC_DEVICE_HOST_THREAD_H

#include <stdbool.h>
#include <stddef.h>

enum { WGC_HOST_THREADS = 8 };

/*
 * Calls run with each element of data (count of them, at most WGC_HOST_THREADS), each in a host
 * thread of its own, all at once, and waits until all have returned. false: not all threads could
 * be started; those that were have returned.
 */
bool wgc_host_threads_run(void (*run)(void *), void *const *data, size_t count);

#endif
