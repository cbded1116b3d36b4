/*
 * The arithmetic of devices: a format, a rounding, flushing of subnormals. Values are long double,
 * which represents the values of every format here.
 */
#ifndef WGC_FALSE_ALARMS_ARITHMETIC_H
#define WGC_FALSE_ALARMS_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

#include "suite/tables.h"
#include "trial/trial.h"

enum format { FORMAT_BFLOAT16, FORMAT_HALF, FORMAT_FLOAT, FORMAT_DOUBLE, FORMAT_EXTENDED };

struct arithmetic {
    const char *name;
    enum wgc_type type;      /* of the terms and the result */
    enum format terms;       /* the terms are rounded to it first */
    enum format format;      /* of the intermediate values */
    bool mixed;              /* each operation rounds to the type or to format, by chance */
    bool once;               /* only the result is rounded */
    struct wgc_fp_traits fp; /* rounds to zero, flushes, ... */
    uint64_t *seed;          /* for random choices */
};

enum format format_of(enum wgc_type type);
/* The next one with fewer or more bits; half's is bfloat16, double's is the host's long double. */
enum format narrower(enum format format);
enum format wider(enum format format);

/* Sets the host's rounding mode between the two calls. */
void arithmetic_begin(const struct arithmetic *arithmetic);
void arithmetic_end(void);

/* A term as the operations see it. */
long double arithmetic_load(const struct arithmetic *arithmetic, long double term);
/* a op b, where op is add, mul, min or max. */
long double arithmetic_combine(const struct arithmetic *arithmetic, enum wgc_op op, long double a,
                               long double b);
/* The result of no terms: for a sum a zero of any sign. */
long double arithmetic_identity(const struct arithmetic *arithmetic, enum wgc_op op);
/* The value that is stored at the end. */
long double arithmetic_store(const struct arithmetic *arithmetic, long double value);

#endif
