#include "supervised_run.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "plan/filter.h"
#include "run/parts.h"
#include "process/process.h"
#include "process/run_tmpdir.h"

enum { FORMS = 3, CHECKS = 3, KERNELS = 2, NAME = 32 };

/* The suite's parts, which point into each other. */
struct suite {
    struct wgc_manifest manifest;
    struct wgc_shape *shapes; /* owned, as the names */
    struct wgc_signature *signatures;
    struct wgc_plan plan;
    size_t shape; /* 0, of the cell */
    struct wgc_cell cell;
    struct wgc_grid grid;
};

static const struct wgc_form forms[FORMS] = {
    {.name = "plain", .variant = "plain", .feature = -1},
    {.name = "offset", .variant = "plain", .feature = -1},
    {.name = "loop", .variant = "loop", .feature = -1},
};

static const enum wgc_query checks[CHECKS] = {WGC_QUERY_program_work_group_int,
                                              WGC_QUERY_shared_program, WGC_QUERY_shared_process};

void supervised_name(uint32_t signature, uint32_t form, uint32_t shape,
                     char name[WGC_CASE_NAME_MAX])
{
    const unsigned long functions = strtoul(getenv("WGC_NULL_FUNCTIONS"), NULL, 10);

    if (signature < functions) {
        (void)snprintf(name, WGC_CASE_NAME_MAX, "c.f%u.int.%u.%s", signature, shape + 1,
                       forms[form].name);
    } else {
        (void)snprintf(name, WGC_CASE_NAME_MAX, "query.%s",
                       wgc_query_info(checks[signature - functions])->name);
    }
}

static char *name_of(const char *stem, size_t number)
{
    char *name = malloc(NAME);

    assert_non_null(name);
    (void)snprintf(name, NAME, "%s%zu", stem, number);
    return name;
}

/* The kernels of the two variants, with their names behind them; nobody reads their texts. */
static void add_kernels(struct wgc_signature *signature)
{
    static const char *const variant[KERNELS] = {"plain", "loop"};

    struct wgc_kernel *kernel = calloc(KERNELS, sizeof *kernel + NAME);
    assert_non_null(kernel);
    signature->kernel = kernel;
    signature->kernel_count = KERNELS;
    for (size_t i = 0; i < KERNELS; i++) {
        char *entry = (char *)&kernel[KERNELS] + i * NAME;
        (void)snprintf(entry, NAME, "wgc_%s_int_%s", signature->function, variant[i]);
        kernel[i] = (struct wgc_kernel){.variant = variant[i], .entry = entry};
    }
}

static void make_suite(struct suite *suite, const struct supervised *run)
{
    size_t functions = run->functions, shapes = run->shapes;
    size_t at = 0;

    suite->shapes = calloc(shapes, sizeof *suite->shapes);
    suite->signatures = calloc(functions + CHECKS, sizeof *suite->signatures);

    suite->manifest = (struct wgc_manifest){.folder = "/nowhere",
                                            .suite_version = "0",
                                            .suite_digest = "",
                                            .shape_count = shapes,
                                            .shape = suite->shapes,
                                            .form_count = FORMS,
                                            .form = forms,
                                            .grid_count = 1,
                                            .grid = &suite->grid,
                                            .signature_count = functions,
                                            .signature = suite->signatures};
    suite->cell = (struct wgc_cell){.shape_count = 1, .shape = &suite->shape};
    suite->grid = (struct wgc_grid){.cell_count = 1, .cell = &suite->cell};
    suite->plan.count = functions * shapes * FORMS;
    suite->plan.item = calloc(suite->plan.count + CHECKS, sizeof(struct wgc_case));
    if (suite->shapes == NULL || suite->signatures == NULL || suite->plan.item == NULL) {
        abort();
    }
    for (size_t i = 0; i < shapes; i++) {
        suite->shapes[i] =
            (struct wgc_shape){name_of("", i + 1), 1, WGC_SHAPE_SIDES, {i + 1, 1, 1}};
    }
    if (run->too_large) {
        suite->shapes[shapes - 1].side[0] = 2000;
    }
    for (size_t f = 0; f < functions; f++) {
        suite->signatures[f] = (struct wgc_signature){
            .function = name_of("f", f),
            .type = WGC_TYPE_int,
            .requires_count = f < run->halves ? 2 : 1,
            .requires = {WGC_FEATURE_collective_functions, WGC_FEATURE_fp16}};
        if (run->kernels) {
            add_kernels(&suite->signatures[f]);
        }
        for (size_t k = 0; k < shapes * FORMS; k++) {
            suite->plan.item[at++] =
                (struct wgc_case){(uint32_t)f, (uint16_t)(k / shapes), (uint16_t)(k % shapes), 0};
        }
    }
}

/* Adds the checks, behind everything else. */
static void add_checks(struct suite *suite)
{
    for (size_t i = 0; i < CHECKS; i++) {
        const size_t at = suite->manifest.signature_count++;
        suite->signatures[at] = (struct wgc_signature){
            .language = WGC_LANGUAGE_QUERY,
            .query = checks[i],
            .function = strdup(wgc_query_info(checks[i])->name),
            .op = WGC_OP_NONE,
        };
        suite->plan.item[suite->plan.count++] = (struct wgc_case){(uint32_t)at, 0, 0, 0};
    }
}

static void free_suite(struct suite *suite)
{
    for (size_t i = 0; i < suite->manifest.shape_count; i++) {
        free((char *)suite->shapes[i].name);
    }
    for (size_t i = 0; i < suite->manifest.signature_count; i++) {
        free((char *)suite->signatures[i].function);
        free((struct wgc_kernel *)suite->signatures[i].kernel);
    }
    free(suite->shapes);
    free(suite->signatures);
    free(suite->plan.item);
}

static volatile sig_atomic_t interrupted;

static void on_device(void *context, const struct wgc_device_info *info)
{
    struct supervised *run = context;

    assert_string_equal(info->name, "null");
    run->devices++;
}

/* The suite of the run. */
static const struct suite *running;

static unsigned on_expects(void *context, size_t index)
{
    const struct supervised *run = context;
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(&running->manifest, &running->plan.item[index], name);
    const bool crashes = run->crashes != NULL && wgc_filter_match(run->crashes, name);
    const bool hangs = run->hangs != NULL && wgc_filter_match(run->hangs, name);
    const bool fails = run->fails != NULL && wgc_filter_match(run->fails, name);
    const bool refused = run->refused != NULL && wgc_filter_match(run->refused, name);
    return (crashes ? 1U << WGC_STATE_CRASH : 0U) | (hangs ? 1U << WGC_STATE_TIMEOUT : 0U) |
           (fails ? 1U << WGC_STATE_FAIL : 0U) | (refused ? 1U << WGC_STATE_BUILD_ERROR : 0U);
}

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    struct supervised *run = context;

    assert_true(result->name != NULL);
    run->bad += wgc_state_is_bad(result->state);
    interrupted = interrupted || (run->max_failures > 0 && run->bad >= run->max_failures);
    if (result->unselected) {
        assert_true(result->order >= run->total);
        run->unselected++;
        return wgc_record_add(run->record, result, err);
    }
    assert_true(result->order < run->total);
    run->seen[result->order]++;
    run->by_state[result->state]++;
    run->results++;
    interrupted = interrupted || (run->stop_after > 0 && run->results >= run->stop_after);
    if (run->fail_after > 0 && run->results >= run->fail_after) {
        return wgc_err_set(err, WGC_ERR_RUN, "journal: disk full");
    }
    if (run->keeps_no_results) {
        wgc_result_free(result);
        return WGC_OK;
    }
    return wgc_record_add(run->record, result, err);
}

static void on_tick(void *context, double seconds_left)
{
    struct supervised *run = context;

    run->ticks++;
    run->forecasts += seconds_left >= 0.0;
    run->last_forecast = seconds_left;
}

static void on_warning(void *context, const char *text)
{
    struct supervised *run = context;
    struct wgc_err err;

    assert_int_equal(wgc_record_warn(run->record, text, &err), WGC_OK);
}

size_t supervised_processes(const char *folder)
{
    static char text[1 << 20];
    DIR *all = opendir("/proc");
    const struct dirent *entry;
    size_t left = 0;

    assert_non_null(all);
    while ((entry = readdir(all)) != NULL) {
        char path[300];
        long pid = strtol(entry->d_name, NULL, 10);
        if (pid <= 0 || pid == getpid()) {
            continue;
        }
        (void)snprintf(path, sizeof path, "/proc/%ld/environ", pid);
        FILE *file = fopen(path, "r");
        size_t size = file == NULL ? 0 : fread(text, 1, sizeof text, file);
        if (file != NULL) {
            (void)fclose(file);
        }
        left += memmem(text, size, folder, strlen(folder)) != NULL;
    }
    (void)closedir(all);
    return left;
}

static size_t files_in(const char *folder)
{
    DIR *all = opendir(folder);
    size_t count = 0;

    assert_non_null(all);
    while (readdir(all) != NULL) {
        count++;
    }
    (void)closedir(all);
    return count - 2;
}

const char *supervised_program(void)
{
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    assert_true(length > 0);
    path[length] = '\0';
    return path;
}

static void fill_in(struct supervised *run)
{
    run->functions = run->functions == 0 ? 10 : run->functions;
    run->shapes = run->shapes == 0 ? 3 : run->shapes;
    run->options.program = supervised_program();
    run->options.timeout = run->options.timeout > 0.0 ? run->options.timeout : 20.0;
    if (run->options.limits.quit_seconds <= 0.0) { /* a machine may stall for some seconds */
        run->options.limits.quit_seconds = 20.0;
    }
    run->options.repeat = run->options.repeat == 0 ? 1 : run->options.repeat;
    run->options.interrupted = &interrupted;
    run->record = wgc_record_create();
    assert_non_null(run->record);
    interrupted = 0;
}

static void audit(struct supervised *run, const struct suite *suite,
                  const struct wgc_run_events *events)
{
    struct wgc_progress progress;
    const struct wgc_audit_spec spec = {
        .manifest = &suite->manifest,
        .plan = &suite->plan,
        .base = &run->options,
        .requested = run->audit,
        .events = events,
        .progress = &progress,
    };

    wgc_progress_start(&progress, WGC_QUIET, true, run->audit, NULL);
    run->status = wgc_audit_run(&spec, run->record, &run->err);
}

static void check_verdicts(const struct supervised *run)
{
    for (size_t i = 0; i < run->total; i++) {
        bool skipped = run->skip != NULL && run->skip[i] != 0;
        bool complete = run->status == WGC_OK && run->stop_after == 0 && run->max_failures == 0;
        if (run->seen[i] > 1 || (skipped && run->seen[i] > 0) ||
            (complete && !skipped && run->seen[i] == 0)) {
            fail_msg("case %zu of %zu got %u verdicts", i, run->total, run->seen[i]);
        }
    }
}

/* Forgets the results of the first run. */
static void begin_again(struct supervised *run)
{
    run->started_first = run->stats.workers_started;
    wgc_record_free(run->record);
    run->record = wgc_record_create();
    assert_non_null(run->record);
    memset(run->seen, 0, run->total);
    memset(run->by_state, 0, sizeof run->by_state);
    run->results = run->devices = run->ticks = run->forecasts = run->unselected = 0;
    run->bad = 0;
}

static void run_plan(struct supervised *run, const struct suite *suite,
                     const struct wgc_run_events *events)
{
    if (run->twice) {
        run->options.idle = wgc_idle_workers_create();
        assert_non_null(run->options.idle);
    }
    run->status = wgc_supervise(&suite->manifest, &suite->plan, run->skip, &run->options, events,
                                &run->stats, &run->err);
    if (run->twice && run->status == WGC_OK) {
        begin_again(run);
        run->status = wgc_supervise(&suite->manifest, &suite->plan, run->skip, &run->options,
                                    events, &run->stats, &run->err);
    }
    wgc_idle_workers_free(run->options.idle);
    run->options.idle = NULL;
}

void supervise(struct supervised *run)
{
    const char *above = getenv("WGC_TEST_BASE");
    char base[100], temporary[120], state[120], functions[24];
    struct suite suite = {0};
    const struct wgc_run_events events = {.context = run,
                                          .device = on_device,
                                          .result = on_result,
                                          .tick = on_tick,
                                          .warning = on_warning,
                                          .expects = on_expects};

    fill_in(run);
    (void)snprintf(base, sizeof base, "%s/wgc-test-XXXXXX", above == NULL ? "/tmp" : above);
    assert_non_null(mkdtemp(base));
    (void)snprintf(temporary, sizeof temporary, "%s/tmp", base);
    (void)snprintf(state, sizeof state, "%s/state", base);
    assert_int_equal(mkdir(temporary, 0700), 0);
    assert_int_equal(mkdir(state, 0700), 0);
    assert_int_equal(setenv("TMPDIR", temporary, 1), 0);
    assert_int_equal(setenv("WGC_NULL_STATE", state, 1), 0);
    assert_int_equal(setenv("WGC_NULL", run->rules == NULL ? "" : run->rules, 1), 0);
    (void)snprintf(functions, sizeof functions, "%zu", run->functions);
    assert_int_equal(setenv("WGC_NULL_FUNCTIONS", functions, 1), 0);
    make_suite(&suite, run);
    running = &suite;
    if (run->checks) {
        add_checks(&suite);
    }
    run->total = suite.plan.count;
    run->seen = calloc(run->total, 1);
    assert_non_null(run->seen);

    double begin = wgc_now();
    run_plan(run, &suite, &events);
    run->seconds = wgc_now() - begin;
    if (run->audit > 0 && run->status == WGC_OK) {
        audit(run, &suite, &events);
    }

    wgc_record_sort(run->record);
    free_suite(&suite);
    check_verdicts(run);
    assert_int_equal(files_in(temporary), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG),
                     -1); /* ECHILD: no child is left, not even a zombie */
    for (int i = 0; i < 100 && supervised_processes(state) > 0; i++) {
        (void)usleep(10000); /* a killed orphan is init's to reap */
    }
    assert_int_equal(supervised_processes(state), 0);
    wgc_run_tmpdir_remove(base);
}

const struct wgc_result *supervised_result(const struct supervised *run, const char *name)
{
    for (size_t i = 0; i < run->record->result_count; i++) {
        if (strcmp(run->record->result[i].name, name) == 0) {
            return &run->record->result[i];
        }
    }
    fail_msg("no result for %s", name);
    return NULL;
}

bool supervised_warned(const struct supervised *run, const char *text)
{
    for (size_t i = 0; i < run->record->warning_count; i++) {
        if (strstr(run->record->warning[i], text) != NULL) {
            return true;
        }
    }
    return false;
}

void supervised_free(struct supervised *run)
{
    wgc_record_free(run->record);
    free(run->seen);
    *run = (struct supervised){0};
}
