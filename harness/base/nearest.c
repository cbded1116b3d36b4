#include "base/nearest.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many edits make b of a (Damerau and Levenshtein); more than limit: limit + 1. */
static size_t distance(const char *a, const char *b, size_t limit)
{
    const size_t rows = strlen(a), columns = strlen(b);
    size_t row[ROWS][WGC_NEAREST_SIZE + 1];

    if (columns > WGC_NEAREST_SIZE || (rows > columns ? rows - columns : columns - rows) > limit) {
        return limit + 1;
    }
    for (size_t j = 0; j <= columns; j++) {
        row[0][j] = j;
    }
    for (size_t i = 1; i <= rows; i++) {
        size_t *now = row[i % ROWS];
        const size_t *last = row[(i - 1) % ROWS], *before = row[(i + 1) % ROWS];
        size_t best = now[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = least(now[j], before[j - 2] + 1);
            }
            best = least(best, now[j]);
        }
        if (best > limit) {
            return limit + 1;
        }
    }
    return row[rows % ROWS][columns];
}

void wgc_nearest_add(struct wgc_nearest *nearest, const char *name)
{
    const size_t length = strlen(name);
    const bool full = nearest->count == WGC_NEAREST_COUNT;
    const size_t worst = full ? nearest->distance[WGC_NEAREST_COUNT - 1] : SIZE_MAX;
    const bool begins =
        nearest->word[0] != '\0' && strncmp(name, nearest->word, strlen(nearest->word)) == 0;
    const size_t limit = length / 3;
    const size_t found = begins ? 0 : distance(nearest->word, name, least(limit, worst));

    if (length >= WGC_NEAREST_SIZE || found > limit || found >= worst) {
        return;
    }
    size_t at = full ? WGC_NEAREST_COUNT - 1 : nearest->count++;
    for (; at > 0 && nearest->distance[at - 1] > found; at--) {
        nearest->distance[at] = nearest->distance[at - 1];
        memcpy(nearest->name[at], nearest->name[at - 1], WGC_NEAREST_SIZE);
    }
    nearest->distance[at] = found;
    memcpy(nearest->name[at], name, length + 1);
}

void wgc_nearest_text(const struct wgc_nearest *nearest, const char *before, char *text,
                      size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < nearest->count && used < size; i++) {
        const char *word = i == 0 ? "; did you mean " : i + 1 == nearest->count ? " or " : ", ";
        const int more =
            snprintf(text + used, size - used, "%s%s%s", word, before, nearest->name[i]);
        used += more > 0 ? (size_t)more : 0;
    }
    if (nearest->count > 0 && used < size) {
        (void)snprintf(text + used, size - used, "?");
    }
}
