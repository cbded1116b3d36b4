/* The parts of a program's source: print.c has the kernel, print_expression.c expressions. Pure. */
#ifndef WGC_EXPLORE_PRINT_PARTS_H
#define WGC_EXPLORE_PRINT_PARTS_H

#include "explore/node.h"
#include "explore/print.h"

struct wgc_printer {
    const struct wgc_program *program;
    const struct wgc_print_options *options;
    struct wgc_buf *out;
    bool has_sub_groups, counts_lanes;
};

/* An expression, in parentheses where that matters. */
void wgc_print_expression(const struct wgc_printer *printer, int32_t at);
/* As operand of % or &: "x % 12u" or "x & 15u". */
void wgc_print_modulo(const struct wgc_printer *printer, int32_t at, uint32_t modulus);
/* A variable's name: one letter for its kind, and its number. */
void wgc_print_var(const struct wgc_printer *printer, unsigned var);
/* A call. */
void wgc_print_collective(const struct wgc_printer *printer, const struct wgc_node *node);
/* An element of own: "a3[item]" or "a3[item + 32u]". */
void wgc_print_own(const struct wgc_printer *printer, const struct wgc_node *node);

/* Pragmas of the extensions that the program uses. */
void wgc_print_extensions(const struct wgc_printer *printer);
/* The declaration of item, the linear local id. */
void wgc_print_item(const struct wgc_printer *printer);
/* The kernel's head, its arguments, its local memory and what it records. */
void wgc_print_prologue(const struct wgc_printer *printer);

#endif
