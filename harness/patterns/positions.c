#include "patterns/fill.h"

#include <stdbool.h>
#include <stdlib.h>

#include "patterns/random.h"

struct positions {
    size_t items, count;
    size_t *order;
    bool *added;
};

static void add(struct positions *positions, size_t position)
{
    if (position < positions->items && !positions->added[position]) {
        positions->added[position] = true;
        positions->order[positions->count++] = position;
    }
}

/* The neighbours of a boundary: its first item and the last one before it. */
static void add_boundary(struct positions *positions, size_t position)
{
    add(positions, position - 1);
    add(positions, position);
    add(positions, position + 1);
}

static void add_all(struct positions *positions, uint64_t seed)
{
    const size_t items = positions->items;
    add(positions, items - 1);
    add(positions, 0);
    add(positions, items / 2);
    add(positions, items - 2); /* not for one item: out of range */
    add(positions, 1);
    for (size_t width = 64; width >= 8; width /= 2) { /* the last full sub-group and the tail */
        if (items > width) {
            add_boundary(positions, (items - 1) / width * width);
        }
    }
    size_t power = 1;
    while (power <= items / 2) {
        power *= 2;
    }
    for (; power >= 2; power /= 2) {
        add_boundary(positions, power);
    }
    for (size_t width = 64; width >= 8; width /= 2) {
        for (size_t at = width; at < items && at <= 8 * width; at += width) {
            add_boundary(positions, at);
        }
    }
    const size_t first = positions->count;
    for (size_t i = 0; i < items; i++) {
        add(positions, i);
    }
    struct wgc_random random = wgc_random_start(seed, 0x706f736974696f6eu, items);
    for (size_t i = items - 1; i > first; i--) {
        const size_t j = first + (size_t)wgc_random_below(&random, i - first + 1);
        const size_t other = positions->order[j];
        positions->order[j] = positions->order[i];
        positions->order[i] = other;
    }
}

size_t *wgc_positions(size_t items, uint64_t seed)
{
    struct positions positions = {items, 0, calloc(items, sizeof(size_t)),
                                  calloc(items, sizeof(bool))};
    if (positions.order == NULL || positions.added == NULL) {
        free(positions.order);
        free(positions.added);
        return NULL;
    }
    add_all(&positions, seed);
    free(positions.added);
    return positions.order;
}
