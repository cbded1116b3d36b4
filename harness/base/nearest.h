/* The nearest of several names to a mistyped one. Pure. */
#ifndef WGC_BASE_NEAREST_H
#define WGC_BASE_NEAREST_H

#include <stddef.h>

enum { WGC_NEAREST_COUNT = 3, WGC_NEAREST_SIZE = 160 };

/* The best names so far, the nearest first. All zero at the beginning, but word. */
struct wgc_nearest {
    const char *word; /* what was typed */
    size_t count;
    size_t distance[WGC_NEAREST_COUNT];
    char name[WGC_NEAREST_COUNT][WGC_NEAREST_SIZE];
};

/* Considers a name: it is near if a third of its bytes at most are inserted, left out, replaced or
 * exchanged with their neighbours, or if it begins with the word. */
void wgc_nearest_add(struct wgc_nearest *nearest, const char *name);

/* "; did you mean a, b or c?", with before in front of each name; "" without a name. */
void wgc_nearest_text(const struct wgc_nearest *nearest, const char *before, char *text,
                      size_t size);

#endif
