/*
 * Which failures without words of the driver have one cause: for each, whether its function or its
 * form is wrong. Pure.
 *
 * FORM_WAY is a form that is built in another way. Where FORM fails too, and the result is as
 * wrong, both are in one group.
 *
 * A cell is the failures of one family of functions in one group of forms. Where the form plain
 * fails, the function is wrong, and all cells of the family have that cause. Several other cells
 * whose values are all wrong in one special way, such as NaN, have one cause. The other cells get
 * the fewest causes that explain all of them: again and again the family or the group of forms with
 * the most cells left, the group where both have as many. Of a group those count that are wrong in
 * its most frequent way: a value, or nothing written. Cells that are left alone, with neither
 * family nor group in common, have one cause where all of their values show one distinctive damage
 * (judge/damage.def).
 */
#ifndef WGC_CAUSES_MERGE_H
#define WGC_CAUSES_MERGE_H

#include <stddef.h>

#include "causes/signature.h"

/* Completes the signatures whose scope is WGC_SCOPE_OPEN: scope and key. The array is sorted.
 * False without memory. */
bool wgc_causes_merge(struct wgc_signature **signature, size_t count);

/* Crashes without a word of the driver: causes whose cases all crashed at one place of the driver,
 * the same in each of them, are one. Sorts the signatures, which are decided. False without memory.
 */
bool wgc_causes_join_places(struct wgc_signature **signature, size_t count);

#endif
