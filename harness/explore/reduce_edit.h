/* The steps that make a program simpler. Pure. */
#ifndef WGC_EXPLORE_REDUCE_EDIT_H
#define WGC_EXPLORE_REDUCE_EDIT_H

#include "explore/node.h"

enum wgc_edit_kind {
    WGC_EDIT_GROUPS,    /* number of work-groups: with */
    WGC_EDIT_LOCAL,     /* local size in dimension at: with */
    WGC_EDIT_REMOVE,    /* with statements from at on; before: the one in front of it or WGC_NONE */
    WGC_EDIT_UNWRAP,    /* statement at becomes its body number with */
    WGC_EDIT_NO_ELSE,   /* the else of at is removed */
    WGC_EDIT_ONE_ROUND, /* loop at has one round */
    WGC_EDIT_PARAMETER, /* parameter at is dropped */
    WGC_EDIT_INLINE,    /* call at becomes the function's statements */
    WGC_EDIT_NO_CALL,   /* call at becomes an assignment of 0 */
    WGC_EDIT_CONST,     /* expression at becomes the number with */
    WGC_EDIT_OPERAND,   /* expression at becomes its operand number with, converted */
    WGC_EDIT_LENGTH,    /* array at is shorter: with */
};

struct wgc_edit {
    enum wgc_edit_kind kind;
    int32_t at, before;
    uint32_t with;
    /* Of REMOVE: the list's owner: field (1: b, 2: c, 3: d) of node owner, or the body of function
     * number owner (0). */
    int32_t owner;
    unsigned field;
};

/* Edit number index of a program; false at the end. Many lead to programs that are not well
 * defined, or no simpler. */
bool wgc_edit_find(const struct wgc_program *program, size_t index, struct wgc_edit *edit);

/* Changes the program; nodes that nothing uses any more stay. */
void wgc_edit_apply(struct wgc_program *program, const struct wgc_edit *edit);

#endif
