/* Rows of sums and products that round: whether they have intervals that detect a loss of
 * precision. */
#include "trial/dataset.h"

/* Kinds of functions that can share rows. A row that detects a loss for the first two kinds of a
 * line detects it for the third, whose widest interval is that of the reduction. */
static const enum wgc_kind folds[][3] = {
    {WGC_KIND_REDUCE, WGC_KIND_SCAN_EXCLUSIVE, WGC_KIND_SCAN_INCLUSIVE},
    {WGC_KIND_REDUCE_INIT, WGC_KIND_SCAN_EXCLUSIVE_INIT, WGC_KIND_SCAN_INCLUSIVE_INIT},
};

enum { LINES = sizeof folds / sizeof folds[0], NECESSARY = 2 };

/* The kind's line, or LINES. */
static size_t line_of(enum wgc_kind kind)
{
    size_t line = 0;
    while (line < LINES && kind != folds[line][0] && kind != folds[line][1] &&
           kind != folds[line][2]) {
        line++;
    }
    return line;
}

bool wgc_dataset_kinds_share(enum wgc_kind a, enum wgc_kind b)
{
    return line_of(a) < LINES && line_of(a) == line_of(b);
}

/* call: that of the dataset, or one of another kind. */
static bool bound(const struct wgc_dataset_key *key, const struct wgc_call *call,
                  const unsigned char *values, const unsigned char *inits, bool must_detect,
                  struct wgc_dataset_ends *ends)
{
    const size_t bytes = wgc_type_info(call->type)->bytes;
    const unsigned significand = wgc_type_info(call->type)->significand;
    const unsigned narrow = significand == 53 ? 24 : significand == 24 ? 11 : 8;
    for (size_t first = 0, c = 0; first < key->items; first += key->chunk, c++) {
        const size_t left = key->items - first;
        const size_t n = left < key->chunk ? left : key->chunk;
        const void *x = values + first * bytes;
        const void *init = inits == NULL ? NULL : inits + c * bytes;
        double ratio = 0;
        if (!wgc_oracle_interval(call, &key->fp, x, n, init, ends->lo + first, ends->hi + first)) {
            return false;
        }
        /* the loss of a last chunk of an item or two is too small */
        const bool matters = must_detect && (c == 0 || n == key->chunk);
        if (matters && (!wgc_oracle_interval_loss(call, &key->fp, x, n, init, narrow, &ratio) ||
                        !(ratio < WGC_ORACLE_VACUOUS))) {
            return false;
        }
    }
    return true;
}

bool wgc_dataset_bound(const struct wgc_dataset_key *key, const void *values, const void *inits,
                       struct wgc_dataset_ends *ends)
{
    return bound(key, &key->call, values, inits, false, ends);
}

bool wgc_dataset_detects_loss(const struct wgc_dataset_key *key, const void *values,
                              const void *inits, struct wgc_dataset_ends *ends)
{
    const size_t line = line_of(key->call.kind);
    for (size_t i = 0; line < LINES && i < NECESSARY; i++) {
        struct wgc_call call = key->call;
        call.kind = folds[line][i];
        if (!bound(key, &call, values, inits, true, ends)) {
            return false;
        }
    }
    return bound(key, &key->call, values, inits, line == LINES, ends);
}
