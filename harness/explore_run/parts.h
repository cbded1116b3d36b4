/* What the modules of this folder share: programs, findings, reductions and causes of an
 * exploration. */
#ifndef WGC_EXPLORE_RUN_PARTS_H
#define WGC_EXPLORE_RUN_PARTS_H

#include <cjson/cJSON.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "causes/causes.h"
#include "explore/generate.h"
#include "explore/program.h"
#include "record/record.h"
#include "report_file/journal.h"
#include "run/progress.h"
#include "run/run.h"
#include "suite/manifest.h"
#include "supervisor/supervisor.h"
#include "waivers/waivers.h"
#include "wire/protocol.h"

/* ---- same_kind.c: Finds out that every program of an exploration fails in the same way, so that
 * it can end. Pure.
 *
 * Only failures without a value count, as in run/same_failure.h: builds, launches, crashes,
 * timeouts. A program that gives a value, right or wrong, has worked.
 * ---- */

/* Programs that have to fail; of timeouts, each of which takes the full limit. */
enum { WGC_SAME_KIND_PROGRAMS = 24, WGC_SAME_KIND_TIMEOUTS = 3 };

/* All zero before the first program; the caller frees kind. */
struct wgc_same_kind {
    struct wgc_buf kind; /* of the first failure, wgc_failure_kind */
    enum wgc_state state;
    unsigned programs; /* that failed so */
    bool differ;       /* one worked, or failed in another way */
};

/* The result of a program. */
enum wgc_status wgc_same_kind_note(struct wgc_same_kind *same, const struct wgc_result *result,
                                   struct wgc_err *err);

bool wgc_same_kind_stops(const struct wgc_same_kind *same);

/* What a run has to know of programs and devices: local size and features of a program, and the
 * choices of the generator for a device. */

/* Fills the sides and the rank of *shape, and the required features of *signature, from the
 * program's text. */
enum wgc_status wgc_program_facts(const char *text, size_t size, struct wgc_shape *shape,
                                  struct wgc_signature *signature, struct wgc_err *err);

/* Sets the families and the local size of the generator's options for the device. */
void wgc_generate_for_device(const struct wgc_device_info *info, enum wgc_impl impl,
                             struct wgc_generate_options *options);

/*
 * The shape of a program: its statements and collective functions without constants, variables,
 * operators and whatever feeds no collective. That of a program that calls no collective function
 * has its operators, and "id" for each id. Reduced programs of one shape have one cause. Pure.
 */

/* Appends the shape as one line: "if { work_group_reduce(int) }". The same in every version
 * with the same text format. */
void wgc_program_shape(const struct wgc_program *program, struct wgc_buf *out);

/* The collective functions that a program calls: bits 1 << enum wgc_collective. */
uint64_t wgc_program_collectives(const struct wgc_program *program);

/* ---- whole_program.c: A program of a report that was not reduced. ---- */

/* Generates the program of a seed again, from the member "explore" of its report, and appends its
 * text. WGC_ERR_INPUT for a report without a device, or of a generator that is not known. */
enum wgc_status wgc_whole_program(const cJSON *explore, const char *seed, struct wgc_buf *text,
                                  struct wgc_err *err);

/* How programs and reductions share the time: with --time, and from round to round. Pure. */

struct wgc_time_share {
    double limit;                /* seconds of --time; 0: no limit */
    double programs, reductions; /* seconds so far */
};

/* The seconds that reductions may take before the next programs run: at most as many as the
 * programs had. Infinite without a limit. */
double wgc_time_share_now(const struct wgc_time_share *share);

/* How many seconds of the limit are for programs: two thirds where one has failed, so that there is
 * time to reduce it; all of them where none has. Infinite without a limit. */
double wgc_time_share_programs(const struct wgc_time_share *share, bool has_failed);

/* The number of programs of the next round, after one with last programs that took so many seconds:
 * about half a minute's worth, at most twice as many, at most most and at least one. */
size_t wgc_next_round(size_t last, double seconds, size_t most);

/*
 * What --without leaves out of the programs: functions, by their names in OpenCL C without an
 * operator, such as "work_group_reduce", and constructs, by the names of their weights, such as
 * "return".
 */

/* Leaves out what the words name: each is a construct, or a glob for functions. WGC_ERR_INPUT for a
 * word that names none, or if all functions are named. */
enum wgc_status wgc_without_read(const char *const *word, size_t count,
                                 struct wgc_generate_options *options, struct wgc_err *err);

/* Whether anything is left out. */
bool wgc_without_any(const struct wgc_generate_options *options);
/* Appends a JSON array of the names, functions first. */
void wgc_without_put(const struct wgc_generate_options *options, struct wgc_buf *out);
/* Whether text is the array that wgc_without_put appends; NULL is an empty one. */
bool wgc_without_is(const struct wgc_generate_options *options, const char *text);

/*
 * The failing programs of an exploration, and which of them to reduce, in which order: a few of
 * each cause are, the others are taken for the same cause. Pure.
 */

enum wgc_finding_state {
    WGC_FINDING_NEW,
    WGC_FINDING_ACTIVE, /* its reduction has begun */
    WGC_FINDING_REDUCED,
    WGC_FINDING_SAME,   /* taken for the cause of reduced ones */
    WGC_FINDING_PASSED, /* passed when it ran again */
    WGC_FINDING_LEFT,   /* neither reduced nor known: there was no time for it */
};

struct wgc_finding {
    size_t result; /* its place in the record */
    enum wgc_finding_state state;
    enum wgc_state failure; /* before its reduction */
    struct wgc_buf text;    /* the program; owned */
    struct wgc_buf kind;    /* of its failure (failure_kind.h); owned */
    size_t plain;           /* the size of the kind without the place of a crash */
    bool any_place;         /* the kind is without the place: the program crashes at several */
    uint64_t collectives;   /* that it calls (wgc_program_collectives) */
    struct wgc_buf reduced; /* owned; empty unless REDUCED */
    struct wgc_result last; /* of the reduced program; owned */
    char *shape;            /* of the reduced program; owned, or NULL */
    enum wgc_shape_kind shape_kind;
    uint64_t reduced_collectives;
    size_t tried, lines; /* programs that the reduction ran; lines of the reduced program */
    bool attributed;     /* --attribute: it ran without each of its constructs */
    struct wgc_buf *right_without; /* their names; owned, as is the array */
    size_t right_without_count;
};

struct wgc_findings {
    size_t count;
    struct wgc_finding *item;
};

/* Adds a finding with copies of text and kind; NULL without memory. */
struct wgc_finding *wgc_findings_add(struct wgc_findings *findings, size_t result,
                                     enum wgc_state failure, const struct wgc_buf *text,
                                     const char *kind, uint64_t collectives);
void wgc_findings_free(struct wgc_findings *findings);

/*
 * Takes a new finding for the cause of reduced ones, if at least so many of one cause have its kind
 * and call only functions that it calls, too: state and shape are set. false: it is to be reduced.
 * Wrong values of reduced programs that call no collective function are nothing to go by.
 */
bool wgc_finding_is_known(const struct wgc_findings *findings, struct wgc_finding *finding,
                          size_t reductions, bool *no_memory);

/*
 * The new finding to reduce next; NULL: there is none. Causes take turns: first a finding of a
 * cause with the fewest reductions, among these wrong values before crashes and timeouts, then the
 * smallest program. Findings that are known get their cause, as above.
 */
struct wgc_finding *wgc_findings_next(struct wgc_findings *findings, size_t reductions,
                                      bool *no_memory);

/*
 * Makes a failing program small: which variants of it to try next, and which of them to keep. The
 * caller runs them. Programs are texts; a source lists the variants of a text, each smaller than
 * the text in an order of its own, so that every reduction ends. Pure.
 *
 *     wgc_reducer_start(&reducer, &source, text, size);
 *     while (wgc_reducer_next(&reducer, how many fit at once)) {
 *         run reducer.trial[0 .. reducer.trials): which of them fail in the same way?
 *         wgc_reducer_report(&reducer, fails);
 *     }
 *     reducer.best is the smallest program that fails
 */

/* Where the smaller variants of a text come from, in an order: the largest steps first. */
struct wgc_variant_source {
    void *context;
    /*
     * Appends the first variant from place *place on (0 at first) to *out, and sets *place to the
     * place after it. false when there is none; out->failed without memory.
     */
    bool (*variant)(void *context, const char *text, size_t size, size_t *place,
                    struct wgc_buf *out);
};

/* The most variants that a reduction tries. */
enum { WGC_REDUCER_MOST = 4000 };

struct wgc_trial_program {
    struct wgc_buf text; /* owned */
    size_t place;        /* after it */
};

struct wgc_reducer {
    const struct wgc_variant_source *source;
    struct wgc_buf best; /* fails; owned */
    size_t at;           /* the place of the next variant of best */
    bool kept_any;       /* since at was 0 */
    bool no_memory;
    size_t tried, kept;
    uint64_t *seen; /* hashes of the texts that were tried; open addressing, 0: empty */
    size_t seen_count, seen_capacity;
    struct wgc_trial_program *trial; /* owned */
    size_t trials;
};

/* Starts with a program that fails; false without memory. */
bool wgc_reducer_start(struct wgc_reducer *reducer, const struct wgc_variant_source *source,
                       const char *text, size_t size);
/* Makes up to most variants of best that were not tried yet; false when there is none left, or
 * without memory. */
bool wgc_reducer_next(struct wgc_reducer *reducer, size_t most);
/* fails: for each trial, whether it fails in the same way. The smallest that does is the new best.
 */
void wgc_reducer_report(struct wgc_reducer *reducer, const bool *fails);
void wgc_reducer_free(struct wgc_reducer *reducer);

/* ---- variants.c: The smaller variants of a program as texts, for the reducer. Pure. ---- */

/* Remembers the program that was read last. All zero at first. */
struct wgc_program_variants {
    struct wgc_program program;
    struct wgc_buf text; /* that the program was read from */
};

/* The source whose context is variants, which outlives it. */
struct wgc_variant_source wgc_program_variant_source(struct wgc_program_variants *variants);
void wgc_program_variants_free(struct wgc_program_variants *variants);

/*
 * Runs programs (explore/) on a device as cases of a suite of their own, through the supervisor: a
 * program that crashes its worker, hangs or does not build is isolated as any case is.
 */

/* The largest number of programs of a round. */
enum { WGC_ROUND_MOST = 2048, WGC_ROUND_NAME = 64 };

/* One program. */
struct wgc_round_item {
    char name[WGC_ROUND_NAME]; /* of its case without the language: "explore.17" */
    struct wgc_buf text;       /* in the text format; owned; empty until the device is known */
    bool is_done;              /* it has a result */
    struct wgc_result result;  /* owned */
};

struct wgc_round {
    const struct wgc_manifest *suite;      /* of this build: for the emulated functions */
    const struct wgc_run_options *options; /* source is ignored */
    void *context;
    /* The device of the round; every item must have its text on return. NULL: each has it before.
     */
    enum wgc_status (*device)(void *context, const struct wgc_device_info *info,
                              struct wgc_err *err);
    /* An item has got its result. NULL: the caller looks at the items at the end. */
    enum wgc_status (*result)(void *context, struct wgc_round_item *item, struct wgc_err *err);
    /* A result of no item: a failure that several programs show in one process (query.shared_*).
     * Moves *result. NULL: it is dropped. */
    enum wgc_status (*other)(void *context, struct wgc_result *result, struct wgc_err *err);
    /* About every 100 ms; false ends the round. NULL: only options->interrupted does. */
    bool (*tick)(void *context);
    void (*warning)(void *context, const char *text);
    size_t count;
    struct wgc_round_item *item;
};

/* Runs all items; after an interruption, or when a callback fails, some have no result. */
enum wgc_status wgc_round_run(struct wgc_round *round, struct wgc_run_stats *stats,
                              struct wgc_err *err);

/* Frees the texts and results, not the array. */
void wgc_round_items_free(struct wgc_round_item *item, size_t count);

/* The reduction of one failing program: its variants as items of rounds, and what follows from
 * their results. */

/* Variants of a program that run at once at most. */
enum { WGC_REDUCTION_TRIALS = 32 };

struct wgc_reduction {
    size_t finding; /* its place in the findings */
    struct wgc_program_variants variants;
    struct wgc_variant_source source;
    struct wgc_reducer reducer;
    bool confirmed;      /* the program failed again */
    bool isolated;       /* each variant runs in a new process */
    size_t width;        /* variants of the next round */
    size_t first, count; /* its items in the round */
};

enum wgc_status wgc_reduction_start(struct wgc_reduction *reduction,
                                    const struct wgc_findings *findings, size_t finding,
                                    bool isolated, struct wgc_err *err);
/* Moves a reduction; *from is then unused. */
void wgc_reduction_move(struct wgc_reduction *to, struct wgc_reduction *from);
void wgc_reduction_free(struct wgc_reduction *reduction);

/* The texts of the next round: first the program itself, then variants of it. Sets their number,
 * 0 at the end, and calls add for each. */
void wgc_reduction_next(struct wgc_reduction *reduction, const struct wgc_finding *finding,
                        void (*add)(void *context, const struct wgc_buf *text), void *context);

/* Takes the results of its items. false: the program passed when it ran again. */
bool wgc_reduction_report(struct wgc_reduction *reduction, struct wgc_finding *finding,
                          struct wgc_round_item *item);

/* Whether the item failed as the finding did. */
bool wgc_reduction_is_same(const struct wgc_round_item *item, const struct wgc_finding *finding);

/* Enters the smallest program, its shape and its functions into the finding. */
enum wgc_status wgc_reduction_finish(struct wgc_reduction *reduction, struct wgc_finding *finding,
                                     struct wgc_err *err);

/* ---- exploration.c: The state of an exploration, shared by the files of this folder. ---- */

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
    struct wgc_same_kind same_kind;
    const char *ended; /* what ended it: "programs", "time", "max_failures", "same_failure" or
                          "interrupted"; NULL before the end */
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

/* Whether no program works, each fails in the same way, and --keep-going does not run the others.
 */
bool wgc_exploration_is_hopeless(const struct wgc_exploration *exploration);

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
/* Whether reductions and attributions must end at once. */
bool wgc_exploration_is_over(const struct wgc_exploration *exploration);
/* Runs variants of a program that failed like that; those of crashes and timeouts one a process. */
enum wgc_status wgc_exploration_try(struct wgc_exploration *exploration,
                                    struct wgc_round_item *item, size_t items,
                                    enum wgc_state failure, struct wgc_err *err);

/* attribution.c, for --attribute: runs each failing program without each of its constructs, and
 * notes those without which it is right. */
enum wgc_status wgc_exploration_attribute(struct wgc_exploration *exploration, struct wgc_err *err);
/* Appends the member "attribution" of the report; and how many programs are right without what. */
void wgc_attribution_put_json(const struct wgc_exploration *exploration, struct wgc_buf *out);
enum wgc_status wgc_attribution_put_text(const struct wgc_exploration *exploration,
                                         struct wgc_buf *out, struct wgc_err *err);
void wgc_attribution_free(struct wgc_finding *finding);

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

/* The causes of an exploration: those of its record, each with its smallest reduced program. */

/* Seeds that a report lists for a cause. */
enum { WGC_EXPLORE_SEEDS = 100 };

struct wgc_cause_view {
    const struct wgc_report_cause *cause;
    const struct wgc_finding *smallest; /* with the fewest lines; NULL: none is reduced */
    size_t reduced;                     /* programs of it that were reduced */
};

struct wgc_cause_views {
    struct wgc_causes causes;
    struct wgc_cause_view *item; /* causes.count */
};

/* The record must not change while *views is in use. Freed with wgc_cause_views_free. */
enum wgc_status wgc_cause_views_make(const struct wgc_exploration *exploration,
                                     struct wgc_cause_views *views, struct wgc_err *err);
void wgc_cause_views_free(struct wgc_cause_views *views);

/* Appends the kernel of a program's text as OpenCL C. */
enum wgc_status wgc_print_program_text(const struct wgc_buf *text, bool emulated,
                                       struct wgc_buf *out, struct wgc_err *err);

#endif
