/* What a run has to know of programs and devices: local size and features of a program, and the
 * choices of the generator for a device. */
#ifndef WGC_EXPLORE_RUN_PROGRAM_FACTS_H
#define WGC_EXPLORE_RUN_PROGRAM_FACTS_H

#include "base/err.h"
#include "explore/generate.h"
#include "suite/manifest.h"
#include "wire/protocol.h"

/* Fills the sides and the rank of *shape, and the required features of *signature, from the
 * program's text. */
enum wgc_status wgc_program_facts(const char *text, size_t size, struct wgc_shape *shape,
                                  struct wgc_signature *signature, struct wgc_err *err);

/* The families that a program may use on the device: bits 1 << enum wgc_family. */
uint32_t wgc_device_families(const struct wgc_device_info *info, enum wgc_impl impl);

/* Sets the families and the local size of the generator's options for the device. */
void wgc_generate_for_device(const struct wgc_device_info *info, enum wgc_impl impl,
                             struct wgc_generate_options *options);

#endif
