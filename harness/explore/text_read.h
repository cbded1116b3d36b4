/* Reading the text of a program: the parts of text_read.c and text_expression.c. Pure. */
#ifndef WGC_EXPLORE_TEXT_READ_H
#define WGC_EXPLORE_TEXT_READ_H

#include "explore/node.h"

struct wgc_text {
    const char *name;
    const char *at, *end; /* what is not read yet */
    unsigned line;
    unsigned depth;
    struct wgc_program *program;
    struct wgc_err *err; /* set at the first error */
    bool failed;
};

/* The error at this line, unless there is one already; false. */
bool wgc_text_error(struct wgc_text *text, const char *format, ...) WGC_PRINTF_LIKE(2, 3);

/* Skips blanks, and reads word (no letter, digit or underscore may follow one that ends in them);
 * false, with nothing read, when something else follows. */
bool wgc_text_accept(struct wgc_text *text, const char *word);
/* The same; anything else is an error. */
bool wgc_text_expect(struct wgc_text *text, const char *word);
/* The end of the line, and blank lines. */
bool wgc_text_line_end(struct wgc_text *text);
/* A number from low to high. */
bool wgc_text_number(struct wgc_text *text, uint64_t low, uint64_t high, uint64_t *number);
/* One of the names until NULL. */
bool wgc_text_name(struct wgc_text *text, const char *(*name)(unsigned index), const char *what,
                   unsigned *found);
/* A type's name. */
bool wgc_text_type(struct wgc_text *text, unsigned *type);
/* "v" and a number of a variable. */
bool wgc_text_var(struct wgc_text *text, uint16_t *var);

/* An expression; WGC_NONE after an error. */
int32_t wgc_text_expression(struct wgc_text *text);

#endif
