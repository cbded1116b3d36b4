/* The member "explore" of a saved report of explore, after other waivers were applied to its
 * results. */
#ifndef WGC_EXPLORE_RUN_RELABEL_H
#define WGC_EXPLORE_RUN_RELABEL_H

#include "base/err.h"
#include "record/record.h"

/*
 * Gives each cause in record->explore the id, title, state, waiver, number and seeds that its
 * results have now, and the causes their order; the reduced programs stay. In the report of another
 * version, whose ids differ, a cause is found by its reduced program. A program of a cause that has
 * not failed is an error of status WGC_ERR_INPUT: the report was edited.
 */
enum wgc_status wgc_explore_relabel(struct wgc_record *record, struct wgc_err *err);

#endif
