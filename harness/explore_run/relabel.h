/* The member "explore" of a saved report of explore, after other waivers were applied to its
 * results. */
#ifndef WGC_EXPLORE_RUN_RELABEL_H
#define WGC_EXPLORE_RUN_RELABEL_H

#include "base/err.h"
#include "record/record.h"

/*
 * Gives each cause in record->explore the title, the state and the waiver that its results have
 * now, and the causes their order. Each is found by its id, which waivers do not change; its
 * reduced program stays. A cause that the results do not have is an error of status WGC_ERR_INPUT:
 * the report was edited.
 */
enum wgc_status wgc_explore_relabel(struct wgc_record *record, struct wgc_err *err);

#endif
