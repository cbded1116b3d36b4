/* The walk that wgc_program_check makes: how far the way to each statement is the same. Pure. */
#ifndef WGC_EXPLORE_CHECK_H
#define WGC_EXPLORE_CHECK_H

#include "explore/node.h"

/* The way to a statement or an expression. */
struct wgc_flow {
    enum wgc_level level;
    bool structured; /* if and else alone decide which work-items come here */
};

struct wgc_check {
    const struct wgc_program *program;
    const struct wgc_node *statement; /* for messages */
    unsigned function;
    uint32_t families;
    bool needs_structure[WGC_PROGRAM_MAX_FUNCTIONS]; /* a call at level ITEM has to be structured */
    struct wgc_accesses accesses;                    /* since the last barrier */
    struct wgc_accesses left;                        /* at break and continue of the loop around */
    struct wgc_err *err;
};

/* The error, with the statement; false. */
bool wgc_check_fail(const struct wgc_check *check, const char *reason);

static inline enum wgc_level wgc_lower(enum wgc_level a, enum wgc_level b)
{
    return a < b ? a : b;
}

/* Checks an expression that is evaluated there; *level: how far its value is the same. */
bool wgc_check_expression(struct wgc_check *check, int32_t at, struct wgc_flow flow,
                          enum wgc_level *level);

#endif
