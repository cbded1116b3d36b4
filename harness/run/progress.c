#include "run/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/system.h"
#include "reports/summary.h"

enum { BAR_WIDTH = 30, BAR_COLUMNS = 80, TIME_SIZE = 32, DONE_SIZE = 64, FILE_ROWS = 40 };
static const double bar_interval = 0.1;  /* seconds */
static const double line_interval = 5.0; /* seconds */

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value != NULL && value[0] != '\0';
}

static bool is_dumb_terminal(void)
{
    const char *terminal = getenv("TERM");

    return terminal != NULL && strcmp(terminal, "dumb") == 0;
}

bool wgc_use_color(int fd, bool no_color)
{
    if (no_color || is_set("NO_COLOR")) {
        return false;
    }
    return is_set("FORCE_COLOR") || (isatty(fd) == 1 && !is_dumb_terminal());
}

void wgc_progress_start(struct wgc_progress *progress, enum wgc_verbosity verbosity, bool no_color,
                        size_t total, const char *label)
{
    *progress =
        (struct wgc_progress){.verbosity = verbosity, .total = total, .label = wgc_or_empty(label)};
    progress->bar = label == NULL && isatty(STDERR_FILENO) == 1 && !is_dumb_terminal();
    progress->color = wgc_use_color(STDERR_FILENO, no_color);
    progress->last = wgc_now();
}

void wgc_progress_clear(const struct wgc_progress *progress)
{
    if (progress->bar && progress->verbosity != WGC_QUIET) {
        (void)fputs("\r\033[K", stderr);
    }
}

void wgc_progress_cause(struct wgc_progress *progress, const struct wgc_report_cause *cause,
                        size_t number, size_t so_far)
{
    enum { INDENT = sizeof "new cause [A]: " - 1 };
    const struct wgc_summary_style style = {.columns = wgc_output_columns(STDERR_FILENO)};
    struct wgc_buf text = {0}, rows = {0}, letters = {0};

    progress->causes = so_far;
    if (progress->verbosity == WGC_QUIET) {
        return;
    }
    wgc_summary_new_cause(cause, style.columns - INDENT, &text);
    if (progress->bar) {
        wgc_screen_wrap(&rows, wgc_buf_str(&text), "", INDENT, &style);
    } else {
        wgc_buf_text(&rows, wgc_buf_str(&text));
    }
    wgc_progress_clear(progress);
    wgc_summary_letters(number, &letters);
    (void)fprintf(stderr, "%s%snew cause [%s]%s: %s\n", progress->label,
                  progress->color ? "\033[31m" : "", wgc_buf_str(&letters),
                  progress->color ? "\033[0m" : "", wgc_buf_str(&rows));
    wgc_buf_free(&letters);
    wgc_buf_free(&text);
    wgc_buf_free(&rows);
}

void wgc_progress_result(struct wgc_progress *progress, const struct wgc_result *result)
{
    bool bad = wgc_state_is_bad(result->state);

    progress->done++;
    progress->bad += bad;
    progress->skipped += result->state == WGC_STATE_SKIP;
    if (progress->verbosity == WGC_VERBOSE) {
        wgc_progress_clear(progress);
        (void)fprintf(
            stderr, "%s%s%s%s %s%s%s\n", progress->label, progress->color && bad ? "\033[31m" : "",
            wgc_state_name(result->state), progress->color && bad ? "\033[0m" : "", result->name,
            result->state == WGC_STATE_SKIP && result->reason != NULL ? ": " : "",
            result->state == WGC_STATE_SKIP && result->reason != NULL ? result->reason : "");
    }
}

/* "95 s", "12 min" or "2 h 05 min", rounded */
static void write_time(char text[TIME_SIZE], double seconds)
{
    unsigned long minutes = (unsigned long)(seconds / 60.0 + 0.5);

    if (seconds < 100.0) {
        (void)snprintf(text, TIME_SIZE, "%.0f s", seconds);
    } else if (minutes < 100) {
        (void)snprintf(text, TIME_SIZE, "%lu min", minutes);
    } else {
        (void)snprintf(text, TIME_SIZE, "%lu h %02lu min", minutes / 60, minutes % 60);
    }
}

/* The cases that run, and those of them that are done: skips are decided at once. */
static size_t running_of(const struct wgc_progress *progress)
{
    return progress->total - progress->skipped;
}

static size_t ran_of(const struct wgc_progress *progress)
{
    return progress->done - progress->skipped;
}

/* "240 of 1000 cases"; "240 cases" where the number of all is unknown. */
static void write_done(char text[DONE_SIZE], const struct wgc_progress *progress)
{
    if (progress->total > 0) {
        (void)snprintf(text, DONE_SIZE, "%zu of %zu case%s", ran_of(progress), running_of(progress),
                       wgc_plural(running_of(progress)));
    } else {
        (void)snprintf(text, DONE_SIZE, "%zu case%s", progress->done, wgc_plural(progress->done));
    }
}

size_t wgc_output_columns(int fd)
{
    struct winsize size = {0};

    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return WGC_FILE_COLUMNS;
    }
    return size.ws_col < WGC_SCREEN_COLUMNS ? WGC_SCREEN_COLUMNS : size.ws_col;
}

size_t wgc_output_rows(int fd)
{
    struct winsize size = {0};

    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) {
        return FILE_ROWS;
    }
    return size.ws_row <= WGC_SCREEN_ROWS ? WGC_SCREEN_ROWS : size.ws_row - 1U;
}

/* A line that wraps cannot be erased. */
static bool has_room(size_t columns)
{
    struct winsize size = {0};

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ||
           size.ws_col >= columns;
}

/* Whether enough ran, of the different cases that a run has, to estimate the others. */
static bool knows_pace(const struct wgc_progress *progress)
{
    enum { PART = 15 };

    return PART * ran_of(progress) >= running_of(progress);
}

/* Bar and fraction are those of the cases that run. */
static void draw_bar(const struct wgc_progress *progress, double seconds_left)
{
    char bar[BAR_WIDTH + 1];
    char time[TIME_SIZE];
    size_t running = running_of(progress);
    size_t filled = running == 0 ? BAR_WIDTH : ran_of(progress) * BAR_WIDTH / running;

    for (size_t i = 0; i < BAR_WIDTH; i++) {
        bar[i] = i < filled ? '#' : '.';
    }
    bar[BAR_WIDTH] = '\0';
    (void)fputs("\r\033[K", stderr);
    if (has_room(BAR_COLUMNS)) {
        (void)fprintf(stderr, "[%s] ", bar);
    }
    (void)fprintf(stderr, "%zu/%zu", ran_of(progress), running);
    if (progress->bad > 0) {
        (void)fprintf(stderr, "  %s%zu bad%s", progress->color ? "\033[31m" : "", progress->bad,
                      progress->color ? "\033[0m" : "");
        if (progress->causes > 0 && has_room(BAR_COLUMNS)) {
            (void)fprintf(stderr, " in %zu way%s", progress->causes, wgc_plural(progress->causes));
        }
    }
    if (progress->skipped > 0 && has_room(BAR_COLUMNS)) {
        (void)fprintf(stderr, "  %zu skipped", progress->skipped);
    }
    if (seconds_left >= 0.0 && progress->done < progress->total && knows_pace(progress)) {
        write_time(time, seconds_left);
        (void)fprintf(stderr, "  %s left", time);
    }
    (void)fflush(stderr);
}

void wgc_progress_tick(struct wgc_progress *progress, double seconds_left)
{
    double time = wgc_now();

    if (progress->verbosity == WGC_QUIET ||
        time - progress->last < (progress->bar ? bar_interval : line_interval)) {
        return;
    }
    progress->last = time;
    if (progress->bar && progress->total > 0) {
        draw_bar(progress, seconds_left);
    } else {
        char left[TIME_SIZE];
        char done[DONE_SIZE];
        write_time(left, seconds_left);
        write_done(done, progress);
        wgc_progress_clear(progress);
        (void)fprintf(stderr, "%s%s, %zu bad, %zu skipped%s%s%s%s", progress->label, done,
                      progress->bad, progress->skipped, seconds_left >= 0.0 ? ", about " : "",
                      seconds_left >= 0.0 ? left : "", seconds_left >= 0.0 ? " left" : "",
                      progress->bar ? "" : "\n");
        (void)fflush(stderr);
    }
}
