/*
 * Which functions of OpenCL C the driver is likely to refuse. A program of many kernels that is
 * refused is built again in parts until each refused kernel is alone: a build of a part for
 * each halving. A kernel whose function was refused before, or is named by the compiler's log, is
 * built alone at once. It only orders the builds: each verdict is that of a build.
 */
#ifndef WGC_WORKER_REFUSED_H
#define WGC_WORKER_REFUSED_H

#include <stdbool.h>
#include <stddef.h>

enum { WGC_REFUSED_MAX = 64 };

struct wgc_refused_function {
    const char *function; /* its name; borrowed from the manifest, which outlives the session */
    unsigned score;       /* kernels refused alone, minus programs built */
};

struct wgc_refused {
    size_t count;
    struct wgc_refused_function
        function[WGC_REFUSED_MAX]; /* the first ones; others are never likely */
};

/* A kernel of the function was refused alone. */
void wgc_refused_note_refusal(struct wgc_refused *refused, const char *function);
/* A program with a kernel of the function was built. */
void wgc_refused_note_build(struct wgc_refused *refused, const char *function);
/* The log of a refused program; makes the function likely if the log names it, quoted or mangled.
 * log may be NULL. Returns whether it does. */
bool wgc_refused_note_log(struct wgc_refused *refused, const char *log, const char *function);
bool wgc_refused_is_likely(const struct wgc_refused *refused, const char *function);

#endif
