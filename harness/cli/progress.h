/* What a person sees while a run goes on: a bar on a terminal, a line now and then elsewhere.
 * Writes to stderr. */
#ifndef WGC_CLI_PROGRESS_H
#define WGC_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "record/record.h"

struct wgc_progress {
    enum wgc_verbosity verbosity;
    bool bar; /* standard error is a terminal that can move its cursor */
    bool color;
    const char *label; /* in front of each line */
    size_t total, done, bad, skipped;
    char function[128]; /* of the last bad case, and how many of it came in a row */
    size_t named;
    double started, last; /* seconds on the monotonic clock */
};

/* Whether color is wanted on a stream: --no-color, then NO_COLOR, then FORCE_COLOR, then whether it
 * is a terminal that is not dumb. */
bool wgc_wants_color(int fd, bool no_color);

/* label, which is not owned, tells runs apart that write at the same time: there is no bar then.
 * NULL for a run alone. */
void wgc_progress_start(struct wgc_progress *progress, enum wgc_verbosity verbosity, bool no_color,
                        size_t total, const char *label);
void wgc_progress_result(struct wgc_progress *progress, const struct wgc_result *result);
void wgc_progress_tick(struct wgc_progress *progress);
/* Takes the bar away, so that other text can be written. */
void wgc_progress_clear(const struct wgc_progress *progress);

#endif
