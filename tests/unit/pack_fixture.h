/* Packed files for tests, as generator/pack.py writes them. */
#ifndef WGC_TESTS_PACK_FIXTURE_H
#define WGC_TESTS_PACK_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Of each page of the index, but for the last. */
enum { FIXTURE_PAGE_ENTRIES = 2 };

struct fixture_entry {
    const char *name, *data;
    size_t size;
    bool first; /* of a block: other entries are in the block of the one before */
};

/* Appends a packed file with those entries, whose names are in order. digest has 64 characters. */
void fixture_pack(const struct fixture_entry *entry, size_t count, const char *digest,
                  struct wgc_buf *out);

/* Puts the checksum of the header into it again, after a test changed the header. */
void fixture_pack_seal(struct wgc_buf *pack);

#endif
