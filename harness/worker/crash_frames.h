/*
 * Where the worker crashes: handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT write the
 * innermost frames as one line (wire/crash_line.h) to standard error. Then the process ends by the
 * same signal, as without them: also when a handler faults itself, and after two seconds at the
 * latest, should the unwinder wait for a lock.
 *
 * A driver that installs handlers of its own replaces these. Not on Windows, and not under a
 * sanitizer, which has its own; without glibc, only the innermost frame.
 */
#ifndef WGC_WORKER_CRASH_FRAMES_H
#define WGC_WORKER_CRASH_FRAMES_H

/*
 * Installs the handlers, once in a process, before a driver is loaded. Code that is mapped from a
 * file below the folders that TMPDIR, POCL_CACHE_DIR and XDG_CACHE_HOME name now is generated code.
 */
void wgc_crash_frames_install(void);

#endif
