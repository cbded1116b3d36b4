/* The machine that the program runs on. */
#ifndef WGC_BASE_MACHINE_H
#define WGC_BASE_MACHINE_H

#include "base/buf.h"

/* Appends a JSON object: system, release, machine, name, processors, and pointer_bits of this
 * program. */
void wgc_machine_put(struct wgc_buf *out);

#endif
