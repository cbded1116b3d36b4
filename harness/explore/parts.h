/* What the modules of this folder share: reading, checking, printing and reducing programs. Pure.
 */
#ifndef WGC_EXPLORE_PARTS_H
#define WGC_EXPLORE_PARTS_H

#include "explore/node.h"
#include "explore/print.h"

/* Reading the text of a program: the parts of text_read.c and text_expression.c. Pure. */

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
/* The name of an operator of suite/ops.def: the node's operation. */
void wgc_text_operator(struct wgc_text *text, struct wgc_node *node);

/* Reads a part of a node that only statements have (nodes.def); false: it is not there. */
typedef bool wgc_text_part(struct wgc_text *text, struct wgc_node *node, char part);
/* Reads a node of the kinds from first to end - 1, with its kind; first when no other one is there.
 */
void wgc_text_node(struct wgc_text *text, struct wgc_node *node, unsigned first, unsigned end,
                   wgc_text_part *more);

/* An expression; WGC_NONE after an error. */
int32_t wgc_text_expression(struct wgc_text *text);

/* The walk that wgc_program_check makes: how far the way to each statement is the same, and who
 * calls together. Pure. */

/* A call whose result each work-item records, and where. */
struct wgc_recorded_call {
    int32_t node;
    uint32_t offset; /* words of a work-item's record in front of it */
    uint32_t rounds; /* results that have room, one after the other */
    uint32_t words;  /* of a result */
};

enum {
    WGC_MAX_RECORDED = 256,       /* calls; wgc_program_check refuses more */
    WGC_MAX_RECORDED_ROUNDS = 64, /* of a call */
    WGC_MAX_RECORDED_WORDS =
        1024, /* of a work-item: calls have fewer rounds where they need more */
    WGC_BALLOT_WORDS = 4,
};

/* The calls of a program that parts of a sub-group may make separately (docs/checks.md, "Who calls
 * together"), in the order of the walk. */
struct wgc_recorded {
    size_t count;
    uint32_t words; /* of a work-item */
    struct wgc_recorded_call call[WGC_MAX_RECORDED];
};

/* Those of a program that wgc_program_check accepts; of another one, some of them. */
void wgc_recorded_find(const struct wgc_program *program, struct wgc_recorded *recorded);
/* The number of a node's call, or -1: all work-items that are there call together. */
int wgc_recorded_number(const struct wgc_recorded *recorded, int32_t node);
/* Gives each call its rounds and its place; recorded has the nodes. */
void wgc_recorded_place(const struct wgc_program *program, struct wgc_recorded *recorded);

struct wgc_check {
    const struct wgc_program *program;
    const struct wgc_node *statement; /* for messages */
    unsigned function;
    uint32_t families;
    /* Work-items of a sub-group may have taken different ways that have ended: who calls together
     * from here on is nowhere defined. */
    bool divided;
    bool divides[WGC_PROGRAM_MAX_FUNCTIONS]; /* the function does it */
    bool entered_divided[WGC_PROGRAM_MAX_FUNCTIONS];
    struct wgc_recorded *recorded; /* NULL: not collected */
    struct wgc_accesses accesses;  /* since the last barrier */
    struct wgc_accesses left;      /* at break and continue of the loop around */
    struct wgc_err *err;
};

/* The error, with the statement; false. */
bool wgc_check_fail(const struct wgc_check *check, const char *reason);

static inline enum wgc_level wgc_lower(enum wgc_level a, enum wgc_level b)
{
    return a < b ? a : b;
}

/* Checks an expression that is evaluated on a way of level flow; *level: how far its value is the
 * same. */
bool wgc_check_expression(struct wgc_check *check, int32_t at, enum wgc_level flow,
                          enum wgc_level *level);

/* The parts of a program's source: print.c has the kernel, print_expression.c expressions. Pure. */

struct wgc_printer {
    const struct wgc_program *program;
    const struct wgc_print_options *options;
    struct wgc_buf *out;
    bool has_sub_groups, counts_lanes;
    struct wgc_recorded recorded;
};

/* An expression, in parentheses where that matters. */
void wgc_print_expression(const struct wgc_printer *printer, int32_t at);
/* The same between two texts. */
void wgc_print_between(const struct wgc_printer *printer, int32_t at, const char *before,
                       const char *after);
/* As operand of % or &: "x % 12u" or "x & 15u". */
void wgc_print_modulo(const struct wgc_printer *printer, int32_t at, uint32_t modulus);
/* A variable's name: one letter for its kind, and its number. */
void wgc_print_var(const struct wgc_printer *printer, unsigned var);
/* A call, and that its result is recorded. */
void wgc_print_collective(const struct wgc_printer *printer, const struct wgc_node *node);
/* An element of own: "a3[item]" or "a3[item + 32u]". */
void wgc_print_own(const struct wgc_printer *printer, const struct wgc_node *node);

/* Pragmas of the extensions that the program uses. */
void wgc_print_extensions(const struct wgc_printer *printer);
/* The functions that record results, where the program has them. */
void wgc_print_record_functions(const struct wgc_printer *printer);
/* In front of and after a call with that number (wgc_recorded_number; -1 prints nothing); what: the
 * type's name, or "ballot". */
void wgc_print_record_begin(const struct wgc_printer *printer, int number, const char *what);
void wgc_print_record_end(const struct wgc_printer *printer, int number);
/* The declaration of item, the linear local id. */
void wgc_print_item(const struct wgc_printer *printer);
/* The kernel's head, its arguments, its local memory and what it records. */
void wgc_print_prologue(const struct wgc_printer *printer);

/* ---- reduce_edit.c: The steps that make a program simpler. Pure. ---- */

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
