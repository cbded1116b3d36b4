/* The stand-alone program of a case whose kernel is a program (explore/program.h): its inputs, and
 * all words that a right device writes. Pure. */
#ifndef WGC_REPRO_REPRO_EXPLORED_H
#define WGC_REPRO_REPRO_EXPLORED_H

#include "repro/repro.h"

/*
 * text: the program. Where it uses sub-groups, the expected words are for sub-groups of
 * spec->sub_group_size consecutive work-items (0: one sub-group), and repro.c reports it when the
 * device has others.
 */
enum wgc_status wgc_repro_explored_make(const struct wgc_repro_spec *spec, const char *text,
                                        size_t size, struct wgc_repro *repro, struct wgc_err *err);

#endif
