/*
 * The modules of a crash's addresses, from /proc/self/maps. All but wgc_crash_modules_init may be
 * called by a handler of a signal: no memory is allocated, no lock taken, no loop without bound.
 */
#ifndef WGC_WORKER_CRASH_MODULES_H
#define WGC_WORKER_CRASH_MODULES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/crash_line.h"

enum { WGC_CRASH_ADDRESSES = 40, WGC_CRASH_FOLDERS = 3 };

struct wgc_crash_module {
    uintptr_t address;
    char name[WGC_FRAME_MODULE_MOST + 1]; /* ""; in no file of the system */
    uint64_t offset;                      /* in the file */
};

struct wgc_crash_modules {
    char generated[WGC_CRASH_FOLDERS][PATH_MAX]; /* folders of generated code; "": none */
    size_t count;
    struct wgc_crash_module item[WGC_CRASH_ADDRESSES]; /* innermost first */
    char line[PATH_MAX + 128];                         /* of the file */
};

/* Makes it empty, and enters the folders that the environment names for drivers' files. */
void wgc_crash_modules_init(struct wgc_crash_modules *modules);

/* Adds an address; does nothing when there is no room. */
void wgc_crash_modules_add(struct wgc_crash_modules *modules, uintptr_t address);

/*
 * Finds the modules and writes the line, if there are frames. sent: a call sent the signal, as
 * abort(); then the first frames that are all in the same module (the C library) are left out.
 */
void wgc_crash_modules_write(struct wgc_crash_modules *modules, bool sent, int fd);

#endif
