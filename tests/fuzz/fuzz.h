/*
 * What the fuzzing harnesses share. Each fuzz_NAME.c defines LLVMFuzzerTestOneInput for one kind of
 * input; it is linked with libFuzzer (make fuzz) or with replay.c, which goes through files.
 */
#ifndef WGC_TESTS_FUZZ_H
#define WGC_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "suite/manifest.h"

/* Takes one input, and returns 0. What is wrong ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with the sentence: a guarantee of some header is broken. */
_Noreturn void fuzz_broken(const char *sentence);
/* The same when holds is false. */
static inline void fuzz_require(bool holds, const char *sentence)
{
    if (!holds) {
        fuzz_broken(sentence);
    }
}

/* A copy with a NUL behind it, for the caller to free. */
char *fuzz_text(const uint8_t *data, size_t size);

/* The input cut at its NUL bytes: at most limit pieces, each a string that the caller frees. What
 * comes after the last of them is left out. Returns how many there are. */
size_t fuzz_pieces(const uint8_t *data, size_t size, char **pieces, size_t limit);

/* Requires that the text has no error and is one JSON value. */
void fuzz_require_json(const struct wgc_buf *text, const char *what);

/* The small suite of the unit tests; the same at each call. */
const struct wgc_manifest *fuzz_suite(void);

#endif
