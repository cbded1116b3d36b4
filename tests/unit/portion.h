/* The share of many equal items that a test judges in one of four commits (tests/selection.py). */
#ifndef WGC_TESTS_PORTION_H
#define WGC_TESTS_PORTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Whether the item is of this share: of WGC_TEST_PART=N, from 1 to 4, each fourth from the Nth on;
 * of `all`, or without it, each. */
static inline bool is_in_portion(size_t item)
{
    enum { PARTS = 4 };
    const char *part = getenv("WGC_TEST_PART");

    return part == NULL || part[0] < '1' || part[0] > '0' + PARTS ||
           item % PARTS == (size_t)(part[0] - '1');
}

#endif
