/* Several reports as one: the shards of a run. Pure. */
#ifndef WGC_REPORTS_MERGE_H
#define WGC_REPORTS_MERGE_H

#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

/*
 * Makes one record of count reports, one or more, whose results and warnings move into it. They
 * have to agree in device (name, vendor, platform and versions; its number may differ), tool,
 * suite, profile, implementation and seed, and no case may be in two: else an error of status
 * WGC_ERR_INPUT that names what differs and, by path, where.
 *
 * The results stand in the order in which the run without shards would have them, whatever the
 * order of the reports. It began with the first and ended with the last; its seconds are their sum,
 * its command is that of the first. It is complete when each report is, and no shard is missing
 * that --shard I/N of their commands tells of; a warning names those that are. The host is left out
 * where it is not one for all.
 */
enum wgc_status wgc_merge(struct wgc_record *const *record, const char *const *path, size_t count,
                          struct wgc_record **out, struct wgc_err *err);

#endif
