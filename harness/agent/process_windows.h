/* The worker's process on Windows: this program again, in a job of its own. */
#ifndef WGC_AGENT_PROCESS_WINDOWS_H
#define WGC_AGENT_PROCESS_WINDOWS_H

#include <stdint.h>
#include <windows.h>

#include "base/err.h"

/* The worker's ends of its pipes; the worker inherits these handles only. */
struct wgc_windows_ends {
    HANDLE request, reply, output;
};

/* All zero: none. */
struct wgc_windows_process {
    HANDLE process;
    /* terminates the worker and its children when it is closed or the agent exits */
    HANDLE job;
};

/*
 * Starts the worker with the arguments that wgc_child_is_worker knows and with its temporary folder
 * in the environment. memory_bytes limits the memory of the job; 0: three quarters of this
 * machine's, at least 4 GiB. The caller closes the handles of *made, also after an error.
 */
enum wgc_status wgc_windows_start(const char *folder, uint64_t memory_bytes,
                                  struct wgc_windows_ends *ends, struct wgc_windows_process *made,
                                  struct wgc_err *err);

#endif
