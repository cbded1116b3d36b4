/* The steps from results to causes. For the modules of this folder. Pure. */
#ifndef WGC_CAUSES_CAUSE_PARTS_H
#define WGC_CAUSES_CAUSE_PARTS_H

#include "causes/causes.h"
#include "causes/common.h"
#include "causes/signature.h"

/* A result and its signature. */
struct wgc_cause_entry {
    const struct wgc_result *result;
    struct wgc_signature signature;
};

/* ---- cause_id.c ---- */

/* What makes a cause of results: of waived cases the waiver, else the key. Explored programs that
 * are waived keep their causes, whose programs are reduced. */
bool wgc_cause_is_known(const struct wgc_cause_entry *entry);

/* The id of the waiver that the result met; "": none. */
const char *wgc_cause_waiver(const struct wgc_result *result);

/* The id of the entry's cause, which the caller frees; number: of earlier causes with the same key.
 * NULL without memory. */
char *wgc_cause_id(const struct wgc_cause_entry *entry, size_t number);

/* ---- cause_make.c ---- */

/* Makes the cause of count entries, whose result is set. False without memory. */
bool wgc_cause_fill(struct wgc_report_cause *cause, const struct wgc_cause_entry *entry,
                    size_t count, size_t number, const struct wgc_suite_runs *runs);
void wgc_report_cause_free(struct wgc_report_cause *cause);

/* ---- cause_order.c ---- */

/* Sorts the causes as wgc_causes_make has them. */
void wgc_causes_sort(struct wgc_causes *causes);

/* ---- related.c ---- */

/* Finds which of the sorted causes are related. False without memory. */
bool wgc_causes_relate(struct wgc_causes *causes);

#endif
