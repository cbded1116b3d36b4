/* Simpler programs than a given one. Pure. */
#ifndef WGC_EXPLORE_REDUCE_H
#define WGC_EXPLORE_REDUCE_H

#include "explore/program.h"

/*
 * The next candidate, from *position on (0 at first): a program that is smaller and well defined
 * (wgc_program_check). Candidates come in delta-debugging order, the largest steps first. Sets
 * *position to the place after it and *candidate (overwritten, owned by the caller).
 * False, with nothing in *candidate, at the end or without memory (then err->status is
 * WGC_ERR_MEMORY, else WGC_OK).
 *
 * After a candidate that still fails, take it as the program and continue from the same *position
 * minus 1, or from 0; when a whole pass from 0 to the end finds none, the program is reduced.
 * The same program gives the same candidates.
 */
bool wgc_program_candidate(const struct wgc_program *program, size_t *position,
                           struct wgc_program *candidate, struct wgc_err *err);

/*
 * The program without one of its constructs, wherever that is: a collective function with its
 * operator, an operator, an id, a kind of statement. An expression becomes its first operand, a
 * condition always takes the first arm, a loop has one round, other statements are removed. Starts
 * at *place (0 at first), and sets it past the construct; *variant (overwritten, owned by the
 * caller) is well defined, and the construct's name, as "non_uniform_reduce:add" or "return", is
 * appended to name. False, with nothing in *variant, at the end or without memory (then
 * err->status is WGC_ERR_MEMORY, else WGC_OK).
 */
bool wgc_program_leave_out(const struct wgc_program *program, size_t *place,
                           struct wgc_program *variant, struct wgc_buf *name, struct wgc_err *err);

/* A measure that every candidate has less of. */
uint64_t wgc_program_weight(const struct wgc_program *program);

#endif
