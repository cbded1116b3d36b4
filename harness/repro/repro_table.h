/* Writes an array of C: plain, or as runs of equal elements where that is shorter. */
#ifndef WGC_REPRO_REPRO_TABLE_H
#define WGC_REPRO_REPRO_TABLE_H

#include <stdint.h>

#include "base/buf.h"

/* An array while its elements are collected. */
struct wgc_repro_table {
    const char *type, *name;
    struct wgc_buf text; /* a fixed number of characters for each element */
    size_t count;
};

void wgc_repro_table_add(struct wgc_repro_table *table, const char *text);
void wgc_repro_table_number(struct wgc_repro_table *table, uint64_t value);

/* Appends the array and frees the table. Of an array of runs, the program has to execute what is
 * appended to expand. */
void wgc_repro_table_put(struct wgc_repro_table *table, struct wgc_buf *out,
                         struct wgc_buf *expand);

#endif
