#include "run/early_end.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/plural.h"
#include "base/report_text.h"
#include "causes/parts.h"
#include "reports/detail.h"

/* Without --timeout, a driver that has ended no case after so many seconds does not answer. The
 * first programs of a run have one kernel each. */
static const double silence_seconds = 20.0;

/* A run of so few cases, as that of a cause again, gives each its whole time limit. */
enum { FEW_CASES = 16 };

enum wgc_status wgc_early_end_init(struct wgc_early_end *end, const struct wgc_options *options,
                                   const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                                   double begun, struct wgc_err *err)
{
    *end = (struct wgc_early_end){.options = options, .plan = plan, .begun = begun};
    end->decided = calloc(plan->count + 1, sizeof *end->decided);
    end->reason_of = calloc(plan->count + 1, sizeof *end->reason_of);
    if (end->decided == NULL || end->reason_of == NULL) {
        wgc_early_end_free(end);
        return wgc_err_memory(err, "the cases that do not run");
    }
    return wgc_same_failure_init(&end->same, manifest, plan, err);
}

void wgc_early_end_free(struct wgc_early_end *end)
{
    for (size_t i = 0; i < end->reasons; i++) {
        free(end->reason[i].text);
    }
    free(end->reason);
    free(end->reason_of);
    free(end->decided);
    free(end->stop);
    free(end->example);
    wgc_same_failure_free(&end->same);
    *end = (struct wgc_early_end){0};
}

static void mark(struct wgc_early_end *end, const struct wgc_result *result)
{
    if (!result->unselected && result->order < end->plan->count) {
        end->decided[result->order] = true;
        end->ran += result->state != WGC_STATE_SKIP;
    }
}

/* Keeps the name as the example if it is the smallest one. */
static enum wgc_status keep_example(struct wgc_early_end *end, const char *name,
                                    struct wgc_err *err)
{
    if (end->example != NULL && !wgc_example_is_smaller(name, end->example)) {
        return WGC_OK;
    }
    free(end->example);
    end->example = strdup(name);
    return end->example == NULL ? wgc_err_memory(err, "the name of a case") : WGC_OK;
}

/* A case is decided, in this run or before. */
static enum wgc_status note(struct wgc_early_end *end, const struct wgc_result *result,
                            struct wgc_err *err)
{
    mark(end, result);
    /* a compiler that refuses a kernel does not show that any will run */
    end->answered = end->answered ||
                    (result->state != WGC_STATE_SKIP && result->state != WGC_STATE_BUILD_ERROR);
    enum wgc_status status = wgc_same_failure_note(&end->same, result, err);
    return status == WGC_OK && wgc_state_is_bad(result->state)
               ? keep_example(end, result->name, err)
               : status;
}

enum wgc_status wgc_early_end_resume(struct wgc_early_end *end, const struct wgc_record *record,
                                     struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        status = note(end, &record->result[i], err);
    }
    return status;
}

void wgc_early_end_on_device(struct wgc_early_end *end, double now)
{
    end->heard = now;
}

/* Keeps the text as the reason of the stop. */
static enum wgc_status stop(struct wgc_early_end *end, struct wgc_buf *why, struct wgc_err *err)
{
    if (why->failed || why->data == NULL) {
        wgc_buf_free(why);
        return wgc_err_memory(err, "why the run stops");
    }
    end->stop = why->data;
    return WGC_OK;
}

enum wgc_status wgc_early_end_on_result(struct wgc_early_end *end, const struct wgc_result *result,
                                        double now, struct wgc_err *err)
{
    struct wgc_buf why = {0};

    end->heard = result->state == WGC_STATE_SKIP ? end->heard : now;
    enum wgc_status status = note(end, result, err);
    if (status != WGC_OK || !wgc_state_is_bad(result->state)) {
        return status;
    }
    end->bad++;
    if (!end->options->rules.keep_going && end->stop == NULL &&
        wgc_same_failure_stops(&end->same, &why)) {
        end->failed = true;
        status = stop(end, &why, err);
    }
    return status;
}

/* The number of the reason; 0 without memory. The text is freed or kept. */
static size_t number_of(struct wgc_early_end *end, struct wgc_buf *text, size_t brief)
{
    for (size_t i = 0; text->data != NULL && i < end->reasons; i++) {
        if (strcmp(end->reason[i].text, text->data) == 0) {
            wgc_buf_free(text);
            return i + 1;
        }
    }
    struct wgc_left_out *grown = text->failed || text->data == NULL
                                     ? NULL
                                     : realloc(end->reason, (end->reasons + 1) * sizeof *grown);
    if (grown == NULL) {
        wgc_buf_free(text);
        return 0;
    }
    end->reason = grown;
    grown[end->reasons++] = (struct wgc_left_out){.text = text->data, .brief = brief};
    return end->reasons;
}

bool wgc_early_end_needs(struct wgc_early_end *end, size_t index)
{
    struct wgc_buf why = {0};
    size_t brief = 0;

    if (end->options->rules.keep_going ||
        !wgc_same_failure_excludes(&end->same, index, &why, &brief)) {
        return true;
    }
    end->reason_of[index] = number_of(end, &why, brief);
    return end->reason_of[index] == 0; /* without memory it runs */
}

static bool is_silent(const struct wgc_early_end *end, double now)
{
    return end->plan->count > FEW_CASES && !end->answered && end->heard > 0.0 &&
           now > end->heard + silence_seconds && !end->options->rules.keep_going &&
           !end->options->timeout_given && end->options->debug_worker == NULL;
}

static bool is_over(const struct wgc_early_end *end, double now)
{
    return end->options->rules.time > 0.0 && now >= end->begun + end->options->rules.time;
}

bool wgc_early_end_stops(struct wgc_early_end *end, double now)
{
    struct wgc_buf why = {0};
    struct wgc_err ignored;

    end->over = end->over || is_over(end, now);
    if (end->over) {
        return true;
    }
    if (end->stop == NULL && is_silent(end, now)) {
        wgc_buf_printf(&why, "the driver does not answer: no case has ended within %g s",
                       silence_seconds);
        /* without memory the run continues */
        end->silent = stop(end, &why, &ignored) == WGC_OK;
    }
    return end->stop != NULL;
}

/* Gives the cases without a result that have no reason yet the reason of the stop. */
static enum wgc_status give_reasons(struct wgc_early_end *end, bool interrupted,
                                    struct wgc_err *err)
{
    struct wgc_buf text = {0};
    size_t other = 0;

    if (end->stop != NULL) {
        wgc_buf_text(&text, end->stop);
    } else if (end->over) {
        wgc_buf_printf(&text, "--time %g", end->options->rules.time);
    } else if (end->options->rules.max_failures > 0 &&
               end->bad >= end->options->rules.max_failures) {
        wgc_buf_printf(&text, "--max-failures %u", end->options->rules.max_failures);
    } else if (end->options->rules.max_causes > 0 && !interrupted) {
        wgc_buf_printf(&text, "--max-causes %u", end->options->rules.max_causes);
    } else if (end->options->rules.cases > 0 && !interrupted) {
        wgc_buf_printf(&text, "--cases %u", end->options->rules.cases);
    } else {
        wgc_buf_text(&text, "the run was interrupted");
    }
    other = number_of(end, &text, text.size);
    end->general = other;
    if (other == 0) {
        return wgc_err_memory(err, "why the run stops");
    }
    for (size_t i = 0; i < end->plan->count; i++) {
        if (!end->decided[i] && end->reason_of[i] == 0) {
            end->reason_of[i] = other;
        }
    }
    return WGC_OK;
}

static size_t count_of(const struct wgc_early_end *end, size_t reason)
{
    size_t count = 0;

    for (size_t i = 0; i < end->plan->count; i++) {
        count += !end->decided[i] && end->reason_of[i] == reason;
    }
    return count;
}

static size_t count_not_run(const struct wgc_early_end *end)
{
    size_t count = 0;

    for (size_t i = 0; i < end->plan->count; i++) {
        count += !end->decided[i];
    }
    return count;
}

/* The share of the cases that ran, among those that the device is eligible for. */
static double share_of(const struct wgc_early_end *end)
{
    const size_t eligible = end->ran + count_not_run(end);

    return eligible == 0 ? 1.0 : (double)end->ran / (double)eligible;
}

enum wgc_status wgc_early_end_finish(struct wgc_early_end *end, bool interrupted,
                                     struct wgc_record *record, struct wgc_err *err)
{
    const size_t left = count_not_run(end);
    const char *separator = "";
    struct wgc_buf json = {0};

    free(record->not_run);
    record->not_run = NULL;
    if (left == 0) {
        return WGC_OK;
    }
    enum wgc_status status = give_reasons(end, interrupted, err);
    if (status != WGC_OK) {
        return status;
    }
    wgc_buf_printf(&json, "{\"cases\":%zu,\"share\":%.6f,\"reasons\":[", left, share_of(end));
    for (size_t i = 1; i <= end->reasons; i++) {
        const size_t count = count_of(end, i);
        if (count > 0) {
            wgc_buf_printf(&json, "%s{\"reason\":", separator);
            wgc_json_put_string(&json, end->reason[i - 1].text);
            wgc_buf_printf(&json, ",\"cases\":%zu}", count);
            separator = ",";
        }
    }
    wgc_buf_text(&json, "]}");
    if (json.failed) {
        wgc_buf_free(&json);
        return wgc_err_memory(err, "the cases that did not run");
    }
    record->not_run = json.data;
    return WGC_OK;
}

/* The run's command with --keep-going. */
static void put_keep_going(const struct wgc_record *record, struct wgc_buf *out)
{
    wgc_detail_run_again(out, record);
    wgc_buf_text(out, " --keep-going");
}

/* The command that runs them too; on a terminal that is narrower, in one row why they were left out
 * and what to add to the command of the run: more would take rows from the causes. It is freed. */
static void put_command(struct wgc_buf *command, const struct wgc_summary_style *style,
                        struct wgc_buf *out)
{
    static const char purpose[] = "to run these too";

    if (wgc_summary_is_screen(style) && command->size + sizeof purpose + 2 > style->columns) {
        wgc_buf_printf(out, " these would most likely fail too; %s: add --keep-going\n", purpose);
        wgc_buf_free(command);
    } else {
        wgc_summary_command(purpose, command, style, out);
    }
}

/* Each reason other than that of the stop, with its number of cases. */
static void put_left_out(const struct wgc_early_end *end, const struct wgc_record *record,
                         const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf command = {0};
    bool any = false;

    for (size_t i = 1; i <= end->reasons; i++) {
        const struct wgc_left_out *reason = &end->reason[i - 1];
        const size_t count = count_of(end, i);
        if (count == 0 || i == end->general) {
            continue;
        }
        struct wgc_buf line = {0}, text = {0};
        wgc_buf_add(&text, reason->text, reason->brief);
        wgc_buf_printf(&line, "not run, %zu case%s: ", count, wgc_plural(count));
        wgc_report_text(&line, wgc_buf_str(&text));
        line.failed = line.failed || text.failed;
        wgc_buf_free(&text);
        wgc_screen_wrap(out, wgc_buf_str(&line), "", 0, style);
        wgc_buf_char(out, '\n');
        out->failed = out->failed || line.failed;
        wgc_buf_free(&line);
        any = true;
    }
    if (any) {
        put_keep_going(record, &command);
        wgc_buf_text(&command, style->report != NULL ? " -o all.json" : "");
        put_command(&command, style, out);
    }
}

/* What a budget was enough for. */
static void put_budget(const struct wgc_early_end *end, size_t left, struct wgc_buf *out)
{
    const struct wgc_run_rules *rules = &end->options->rules;

    if ((rules->time <= 0.0 && rules->cases == 0) || left == 0) {
        return;
    }
    wgc_buf_printf(out, "%zu of %zu cases ran in the order of their rank, %.1f %%: ", end->ran,
                   end->ran + left, 100.0 * share_of(end));
    if (end->over) {
        wgc_buf_printf(out, "--time %g\n", rules->time);
    } else if (rules->cases > 0) {
        wgc_buf_printf(out, "--cases %u\n", rules->cases);
    } else {
        wgc_buf_text(out, "the run ended before --time\n");
    }
}

void wgc_early_end_put(const struct wgc_early_end *end, const struct wgc_record *record,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const size_t left = count_not_run(end);

    put_left_out(end, record, style, out);
    put_budget(end, left, out);
    if (end->stop == NULL) {
        return;
    }
    wgc_buf_text(out, "stopped: ");
    wgc_report_text(out, end->stop);
    wgc_buf_printf(out, "\n  %zu case%s did not run; to run %s: ", left, wgc_plural(left),
                   left == 1 ? "it" : "them");
    put_keep_going(record, out);
    wgc_buf_char(out, '\n');
    if (end->failed && end->example != NULL) {
        wgc_buf_text(out, "  next: ");
        wgc_detail_program(out, record);
        wgc_buf_printf(out, " --dump-kernel %s  prints a kernel that fails;\n        ",
                       end->example);
        wgc_detail_program(out, record);
        wgc_buf_printf(out, " repro %s -o bug  writes a program that shows it, in folder bug\n",
                       end->example);
    }
}

enum wgc_status wgc_early_end_status(const struct wgc_early_end *end, struct wgc_err *err)
{
    if (!end->silent) {
        return WGC_OK;
    }
    return wgc_err_set(err, WGC_ERR_DEVICE,
                       "%s; --timeout SECONDS waits longer for each, and --debug-worker 'gdb "
                       "--args' shows where the driver waits",
                       end->stop);
}
