/* Whether the program of a run is an official build. Pure. */
#ifndef WGC_PACKAGE_OFFICIAL_H
#define WGC_PACKAGE_OFFICIAL_H

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends a line to *problems for each reason why the program of the run cannot be built again: its
 * commit is unknown, or its sources differ from the commit. Appends nothing for an official build.
 */
void wgc_official_check(const struct wgc_record *record, struct wgc_buf *problems);

#endif
