#include "patterns/positions.h"

#include <stdbool.h>
#include <stdlib.h>

#include "patterns/random.h"

struct positions {
    size_t items, count;
    size_t *order;
    bool *taken;
};

static void take(struct positions *positions, size_t position)
{
    if (position < positions->items && !positions->taken[position]) {
        positions->taken[position] = true;
        positions->order[positions->count++] = position;
    }
}

/* The neighbours of a boundary: its first item and the last one before it. */
static void take_boundary(struct positions *positions, size_t position)
{
    take(positions, position - 1);
    take(positions, position);
    take(positions, position + 1);
}

static void take_all(struct positions *positions, uint64_t seed)
{
    const size_t items = positions->items;
    take(positions, items - 1);
    take(positions, 0);
    take(positions, items / 2);
    take(positions, items - 2); /* of one item: no such position */
    take(positions, 1);
    for (size_t width = 64; width >= 8; width /= 2) { /* the last full sub-group and the tail */
        if (items > width) {
            take_boundary(positions, (items - 1) / width * width);
        }
    }
    size_t power = 1;
    while (power <= items / 2) {
        power *= 2;
    }
    for (; power >= 2; power /= 2) {
        take_boundary(positions, power);
    }
    for (size_t width = 64; width >= 8; width /= 2) {
        for (size_t at = width; at < items && at <= 8 * width; at += width) {
            take_boundary(positions, at);
        }
    }
    const size_t first = positions->count;
    for (size_t i = 0; i < items; i++) {
        take(positions, i);
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
    if (positions.order == NULL || positions.taken == NULL) {
        free(positions.order);
        free(positions.taken);
        return NULL;
    }
    take_all(&positions, seed);
    free(positions.taken);
    return positions.order;
}
