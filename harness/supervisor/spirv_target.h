/* The device properties that select a SPIR-V module (suite/spirv.h), and the module's version in
 * results. */
#ifndef WGC_SUPERVISOR_SPIRV_TARGET_H
#define WGC_SUPERVISOR_SPIRV_TARGET_H

#include "plan/plan.h"
#include "record/record.h"
#include "suite/spirv.h"
#include "wire/protocol.h"

struct wgc_supervisor;

/* From the device; of one that is all zero: no version and 64-bit addresses. */
void wgc_spirv_target_of(const struct wgc_record_device *device, struct wgc_spirv_target *target);

/* Notes the module's version in the result of a SPIR-V case that failed; 0 in others, and in those
 * whose module cannot be read. */
void wgc_spirv_note_version(struct wgc_supervisor *supervisor, const struct wgc_case *item,
                            struct wgc_result *result);

#endif
