/* The state of an exploration, shared by the files of this folder. */
#ifndef WGC_EXPLORE_RUN_EXPLORATION_H
#define WGC_EXPLORE_RUN_EXPLORATION_H

#include <signal.h>

#include "explore/generate.h"
#include "explore_run/findings.h"
#include "report_file/journal.h"
#include "run/progress.h"
#include "run/run.h"
#include "supervisor/supervisor.h"
#include "waivers/waivers.h"

struct wgc_exploration {
    const struct wgc_run_request *request;
    struct wgc_manifest *manifest;
    struct wgc_record *record;
    struct wgc_journal journal;
    bool journal_open;
    struct wgc_waivers waivers;
    struct wgc_progress progress;
    struct wgc_run_options run_options; /* of every round */
    struct wgc_generate_options generate;
    bool device_known;
    struct wgc_device_info device; /* without name and json */
    size_t programs;               /* the most to run */
    bool open_ended;               /* --time without --programs: the time alone is a limit */
    size_t next;                   /* the next one: its seed is the first seed and this number */
    unsigned char *done;           /* of a resumed exploration: programs with a result; or NULL */
    bool timed;                    /* --time: the end of the time is the end of the exploration */
    bool is_out_of_time;
    const char *ended; /* what ended it: "programs", "time", "max_failures" or "interrupted"; NULL
                          before the end */
    size_t failed;     /* programs, for --max-failures */
    volatile sig_atomic_t stop;
    struct wgc_findings findings;
    struct wgc_reductions *reductions;
    double last_moment;    /* of the reductions, on the monotonic clock; infinite without --time */
    size_t not_reduced;    /* failing programs for which there was no time */
    size_t tried;          /* programs of all reductions */
    double started;        /* seconds on the monotonic clock */
    double seconds_before; /* of the exploration that is resumed */
};

/* Prints a warning and adds it to the record. */
void wgc_exploration_warn(struct wgc_exploration *exploration, const char *text);

/* Whether --max-failures is reached. */
bool wgc_exploration_has_enough(const struct wgc_exploration *exploration);

/* new_programs.c: runs programs until the number, the time or --max-failures is reached, and
 * reduces those that fail. */
enum wgc_status wgc_exploration_run(struct wgc_exploration *exploration, struct wgc_err *err);

/*
 * reductions.c: reduces the new findings, a few at a time, and gives each its shape. At the time
 * until it stops between two rounds; the next call continues. exploration->last_moment and an
 * interruption end a round.
 */
enum wgc_status wgc_exploration_reduce(struct wgc_exploration *exploration, double until,
                                       struct wgc_err *err);
/* There is no time for the findings that are not reduced; returns their number. */
size_t wgc_exploration_leave_rest(struct wgc_exploration *exploration);
struct wgc_reductions *wgc_reductions_create(struct wgc_exploration *exploration);
void wgc_reductions_free(struct wgc_reductions *reductions);

/* Sets the member "explore" of the report (schemas/report.schema.json); it needs the final results
 * of the record. */
enum wgc_status wgc_exploration_set_json(struct wgc_exploration *exploration, struct wgc_err *err);

/* Appends the summary for the terminal. */
enum wgc_status wgc_exploration_put_text(const struct wgc_exploration *exploration,
                                         struct wgc_buf *out, struct wgc_err *err);

/* verdicts.c: enters into the results of the record what the reductions found, then applies the
 * waivers, by the ids of causes. */
enum wgc_status wgc_exploration_set_verdicts(struct wgc_exploration *exploration,
                                             struct wgc_err *err);

/* resume_exploration.c: continues the record of --resume. */
enum wgc_status wgc_exploration_resume(struct wgc_exploration *exploration, struct wgc_err *err);

#endif
