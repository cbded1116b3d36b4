/* The device that a program uses when it is told none, and how it was seen. */
#ifndef WGC_REPRO_REPRO_DEVICE_H
#define WGC_REPRO_REPRO_DEVICE_H

#include "repro/repro.h"

/* Appends usual_device as C, and a comment with what stood before the program in the shell. */
void wgc_repro_put_device(const struct wgc_repro_spec *spec, struct wgc_buf *out);

#endif
