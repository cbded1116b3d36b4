/* The parts of a stand-alone program that depend on how a form's kernel is built and launched. */
#ifndef WGC_REPRO_REPRO_WAYS_H
#define WGC_REPRO_REPRO_WAYS_H

#include "base/buf.h"
#include "suite/manifest.h"

/* The part that builds the program. */
const char *wgc_repro_build_part(const struct wgc_form *form);

/* Macros: how many contexts there are, and how often and in which queues the kernel is launched. */
void wgc_repro_put_launches(const struct wgc_form *form, struct wgc_buf *out);

#endif
