/* A small suite for tests that need a manifest, as text that a test can change. */
#ifndef WGC_TESTS_MANIFEST_FIXTURE_H
#define WGC_TESTS_MANIFEST_FIXTURE_H

#include "suite/manifest.h"

/* Four shapes (1, 64, 8x4, max), three forms (plain, loop, reqd), two grids, three signatures. */
extern const char fixture_manifest[];

/*
 * Reads fixture_manifest, with the first appearance of from replaced by to (from NULL: as it is).
 * Fails the test when from does not appear.
 */
enum wgc_status fixture_load(const char *from, const char *to, struct wgc_manifest **out,
                             struct wgc_err *err);

/* The same with any text as the manifest. */
enum wgc_status fixture_load_text(const char *text, size_t size, struct wgc_manifest **out,
                                  struct wgc_err *err);

#endif
