/* The parts of the program that depend on the case: its data, and how it is judged. */
#ifndef WGC_REPRO_REPRO_DATA_H
#define WGC_REPRO_REPRO_DATA_H

#include <stdint.h>

#include "base/buf.h"
#include "suite/manifest.h"
#include "trial/trial.h"

/* A value of 1, 2, 4 or 8 bytes of this machine, as a number. */
uint64_t wgc_repro_load(const unsigned char *at, size_t bytes);

/* Appends the constants and arrays. */
void wgc_repro_put_data(struct wgc_buf *out, const struct wgc_signature *signature,
                        const struct wgc_trial *trial);

/* Appends the conversions of an element to and from a number. */
void wgc_repro_put_type(struct wgc_buf *out, const struct wgc_type_info *type);

/* Appends the expected result of a function of sub-groups that does not use local ids. */
void wgc_repro_put_expect(struct wgc_buf *out, const struct wgc_signature *signature,
                          const struct wgc_trial *trial);

#endif
