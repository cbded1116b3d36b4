/* Several reports as one: the shards of a run. Pure. */
#ifndef WGC_COMPARE_MERGE_H
#define WGC_COMPARE_MERGE_H

#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

/*
 * Makes one record of count reports, one or more, whose results and warnings move into it. They
 * must agree in device (name, vendor, platform and versions; its number may differ), tool, suite,
 * profile, implementation and seed, and no case may be in two: else an error of status
 * WGC_ERR_INPUT that names the field and the two paths.
 *
 * The results have the order of the run without shards, whatever the order of the reports. started
 * is the first, finished the last, seconds the sum, the command that of the first report. The
 * record is complete when each report is and no shard of --shard I/N in their commands is missing;
 * a warning names missing shards. The host is left out where the reports have several.
 * merge_parts.c merges the audit and the unadvertised functions.
 */
enum wgc_status wgc_merge(struct wgc_record *const *record, const char *const *path, size_t count,
                          struct wgc_record **out, struct wgc_err *err);

#endif
