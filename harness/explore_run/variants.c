#include "explore_run/parts.h"

#include <string.h>

#include "explore/reduce.h"

/* Reads the program of a text, unless it is the one that was read last. */
static bool find_program(struct wgc_program_variants *variants, const char *text, size_t size)
{
    struct wgc_err err;

    if (variants->text.size == size && size > 0 && memcmp(variants->text.data, text, size) == 0) {
        return true;
    }
    wgc_program_free(&variants->program);
    wgc_buf_clear(&variants->text);
    if (wgc_program_read("program", text, size, &variants->program, &err) != WGC_OK) {
        return false;
    }
    wgc_buf_add(&variants->text, text, size);
    return !variants->text.failed;
}

static bool next_variant(void *context, const char *text, size_t size, size_t *place,
                         struct wgc_buf *out)
{
    struct wgc_program_variants *variants = context;
    struct wgc_program candidate;
    struct wgc_err err = {0};

    if (!find_program(variants, text, size)) {
        out->failed = out->failed || variants->text.failed;
        return false;
    }
    if (!wgc_program_candidate(&variants->program, place, &candidate, &err)) {
        out->failed = out->failed || err.status == WGC_ERR_MEMORY;
        return false;
    }
    wgc_program_write(&candidate, out);
    wgc_program_free(&candidate);
    return true;
}

struct wgc_variant_source wgc_program_variant_source(struct wgc_program_variants *variants)
{
    return (struct wgc_variant_source){variants, next_variant};
}

void wgc_program_variants_free(struct wgc_program_variants *variants)
{
    wgc_program_free(&variants->program);
    wgc_buf_free(&variants->text);
}
