/* The parts of a case's name: LANGUAGE.FUNCTION.TYPE.SHAPE.FORM, GROUP.NAME for capability checks,
 * c.program.NAME and c.explore.SEED for programs. */
#ifndef WGC_RECORD_CASE_NAME_H
#define WGC_RECORD_CASE_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct wgc_case_name {
    const char *text;             /* the whole name, not owned */
    size_t language_length;       /* of LANGUAGE or GROUP, with which the name begins */
    size_t suite_length;          /* of "LANGUAGE.FUNCTION", "GROUP" or "c.program" */
    const char *rest;             /* "TYPE.SHAPE.FORM", or "NAME" */
    size_t type_length;           /* of TYPE, with which rest begins; 0 where there is none */
    const char *function, *shape; /* FUNCTION, SHAPE and what follows; "" where there is no TYPE */
    const char *form;             /* FORM; "" where there is no TYPE */
    unsigned dimensions;          /* of SHAPE: 1 to 3 ("max" is 1); 0 where there is none */
};

/* A name without a dot is its own suite, with an empty rest. */
struct wgc_case_name wgc_case_name_split(const char *name);

/* The length of the suite of another runner, which calls the name's last part a test: FORM of
 * "LANGUAGE.FUNCTION.TYPE.SHAPE", or NAME. 0 where the name has no dot. */
size_t wgc_case_name_test_suite(const char *name);

/* Whether the case is a program: c.program.NAME or c.explore.SEED. */
bool wgc_case_name_is_program(const char *name);
/* Whether it is a program of the command explore: c.explore.SEED. */
bool wgc_case_name_is_explored(const char *name);
/* The SEED of that program, a part of name; NULL: it is none. */
const char *wgc_case_name_seed(const char *name);

/* Orders by suite. */
int wgc_case_name_compare_suites(const struct wgc_case_name *a, const struct wgc_case_name *b);

#endif
