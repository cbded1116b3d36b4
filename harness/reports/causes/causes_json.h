/* The causes as a part of the report's JSON. */
#ifndef WGC_REPORTS_CAUSES_CAUSES_JSON_H
#define WGC_REPORTS_CAUSES_CAUSES_JSON_H

#include "base/buf.h"
#include "reports/causes/causes.h"

/* Appends `,"causes":[...]`, an object a cause in their order, each on a line of its own. */
void wgc_causes_json(struct wgc_buf *out, const struct wgc_causes *causes);

#endif
