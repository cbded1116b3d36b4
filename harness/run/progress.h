/* The progress of a run on standard error: a bar on a terminal, otherwise a line every few seconds.
 */
#ifndef WGC_RUN_PROGRESS_H
#define WGC_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "causes/causes.h"
#include "options/options.h"
#include "record/record.h"

struct wgc_progress {
    enum wgc_verbosity verbosity;
    bool bar; /* standard error is a terminal that can move its cursor */
    bool color;
    const char *label; /* precedes each line */
    size_t total;      /* 0: unknown */
    size_t done, bad, skipped;
    size_t causes; /* of the bad ones, so far */
    double last;   /* time of the last output, in seconds on the monotonic clock */
};

/* Whether to use color on a stream. Precedence: --no-color, NO_COLOR, FORCE_COLOR, and whether the
 * stream is a terminal that is not dumb. */
bool wgc_use_color(int fd, bool no_color);

/* The columns of a terminal, at least WGC_SCREEN_COLUMNS; of a file or pipe, whose lines do not
 * wrap, 200: the title of a cause fits. */
size_t wgc_output_columns(int fd);

/* The rows of a terminal but the last one, where the prompt will be, at least WGC_SCREEN_ROWS; of a
 * file or pipe, 40: the titles of 15 causes fit mostly. */
size_t wgc_output_rows(int fd);

/* The label, which is not owned, identifies one of parallel runs and disables the bar. NULL for a
 * single run. */
void wgc_progress_start(struct wgc_progress *progress, enum wgc_verbosity verbosity, bool no_color,
                        size_t total, const char *label);
/* Counts the result; with -v it is named. */
void wgc_progress_result(struct wgc_progress *progress, const struct wgc_result *result);
/* Prints a line about a cause that is new: what is wrong in which functions, in the words of the
 * end (reports/parts.h). In which forms, its first cases do not show yet. number: in the order of
 * these lines; the end, where the largest is first, has it as "[3]". so_far: causes with it. */
void wgc_progress_cause(struct wgc_progress *progress, const struct wgc_report_cause *cause,
                        size_t number, size_t so_far);
/* A negative number of seconds left is unknown and not printed. */
void wgc_progress_tick(struct wgc_progress *progress, double seconds_left);
/* Erases the bar, so that other text can be written. */
void wgc_progress_clear(const struct wgc_progress *progress);

#endif
