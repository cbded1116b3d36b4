/* The state of the generator, and its parts: expressions, statements, functions. Pure. */
#ifndef WGC_EXPLORE_GENERATOR_H
#define WGC_EXPLORE_GENERATOR_H

#include "explore/parts.h"
#include "explore/generate.h"
#include "patterns/random.h"

enum { WGC_MAX_COUNTERS = 8 };

/* Where the generator writes: it changes from list to list. */
struct wgc_place {
    enum wgc_level flow;
    unsigned function;
    unsigned depth;         /* of lists */
    unsigned loops;         /* around */
    bool can_break;         /* the innermost loop allows it here */
    bool can_continue;      /* there is a loop around */
    enum wgc_level loop;    /* of the innermost loop's body */
    enum wgc_level leaving; /* a return must not differ more than this; ITEM: any */
    bool can_leave;         /* return is possible */
};

struct wgc_generator {
    const struct wgc_generate_options *options;
    struct wgc_random random;
    struct wgc_program *program;
    struct wgc_place place;
    uint32_t families;                  /* of this program */
    uint32_t types;                     /* bits 1 << enum wgc_type */
    unsigned budget;                    /* statements that are left */
    uint16_t counter[WGC_MAX_COUNTERS]; /* of the loops around */
    unsigned counters, rounds;          /* rounds: of all loops around together */
    /* Work-items of a sub-group may have been divided on the way here: a call that parts of it may
     * make differs from item to item. plain: no choice of this statement divides them. */
    bool divided, plain;
    unsigned calls; /* that parts of a sub-group may make */
    bool own_phase; /* local and global memory cannot be read: between a write and its barrier */
    bool touched[WGC_MAX_SHARED_VARS + 1]; /* by place: read since the last barrier */
    unsigned shared;                       /* LOCAL and GLOBAL variables */
    uint16_t shared_var[WGC_MAX_SHARED_VARS];
    unsigned stores;
    bool indexing; /* in the index of an element, which has none itself */
    bool failed;   /* no room */
};

/* A node of the program; valid until another one is made. */
static inline struct wgc_node *wgc_node_at(struct wgc_generator *generator, int32_t at)
{
    return &generator->program->node[at];
}

/* From 0 to bound - 1. */
static inline unsigned wgc_pick(struct wgc_generator *generator, unsigned bound)
{
    return (unsigned)wgc_random_below(&generator->random, bound);
}

/* True in percent of all calls. */
static inline bool wgc_chance(struct wgc_generator *generator, unsigned percent)
{
    return wgc_pick(generator, 100) < percent;
}

/* A node in the program; one that has no room fails the generator and is node 0. */
int32_t wgc_make(struct wgc_generator *generator, unsigned kind, unsigned type);

/* A type of this program. */
unsigned wgc_pick_type(struct wgc_generator *generator);
/* A choice at that level divides the work-items of a sub-group. */
static inline void wgc_note_choice(struct wgc_generator *generator, enum wgc_level level)
{
    generator->divided = generator->divided || level == WGC_LEVEL_ITEM;
}

/* A level up to most that makes a difference in this program. */
enum wgc_level wgc_pick_level(struct wgc_generator *generator, enum wgc_level most);

/* An expression of the type whose value is the same at least in level, for the place. */
int32_t wgc_make_expression(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                            unsigned depth);
/* The same, small enough to be assigned to a variable. */
int32_t wgc_make_value(struct wgc_generator *generator, unsigned type, enum wgc_level level,
                       unsigned depth);
/* A number; often a small one, a power of two, or an extreme. */
int32_t wgc_make_literal(struct wgc_generator *generator, unsigned type);
/* The value as one of the type: a conversion, or the value itself where it is of the type. */
int32_t wgc_make_converted(struct wgc_generator *generator, unsigned type, int32_t from);
/* An int that is rarely always the same. */
int32_t wgc_make_condition(struct wgc_generator *generator, enum wgc_level level, unsigned depth);
/* A call of a collective function that may be at the place, its result the same at least in
 * level and of the type (or of any type for -1); WGC_NONE when there is none. */
int32_t wgc_make_collective(struct wgc_generator *generator, int type, enum wgc_level level,
                            unsigned depth);

/* A function of the work-item's place in its sub-group, or in its work-group where there are none.
 */
int32_t wgc_make_place(struct wgc_generator *generator, unsigned type);
/* An operand that shows for many operators which work-items took part. */
int32_t wgc_make_revealing(struct wgc_generator *generator, unsigned op, unsigned type);
/* The same call with the same operand before, in and after the arms of a condition, and an int that
 * a work-item learns from a call and leaves a loop by; WGC_NONE when there is none. */
int32_t wgc_make_same_call(struct wgc_generator *generator);
int32_t wgc_make_learned(struct wgc_generator *generator);

/* A scalar variable of the function that may be assigned at the place, and whose level is at most
 * level; it may be new. */
unsigned wgc_pick_scalar(struct wgc_generator *generator, unsigned type, enum wgc_level level);
/* A new variable of the function; 0, and the generator failed, where there is no room. */
unsigned wgc_make_variable(struct wgc_generator *generator, unsigned kind, unsigned type,
                           enum wgc_level level, uint32_t length);
/* var = value */
int32_t wgc_make_assignment(struct wgc_generator *generator, unsigned var, int32_t value);

/* Statements, at least one and about count: the first node. *escape is lowered to the lowest level
 * on which one leaves the loop or function around. */
int32_t wgc_make_list(struct wgc_generator *generator, unsigned count, enum wgc_level *escape);

/* The call of a helper function, old or new. */
int32_t wgc_make_call(struct wgc_generator *generator);
/* Several statements around a use of local or global memory, linked; WGC_NONE when it cannot be
 * here. */
int32_t wgc_make_shared(struct wgc_generator *generator, bool atomic);
/* A value for the output. */
int32_t wgc_make_store(struct wgc_generator *generator, int32_t value);

#endif
