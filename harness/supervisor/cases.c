#include "supervisor/cases.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"

/* Consecutive attempts with the same state and reason. */
struct run_of_attempts {
    size_t count;
    enum wgc_state state;
    double seconds;
    char *reason;
};

struct wgc_case_history {
    size_t by_state[WGC_STATE_COUNT];
    double seconds;
    unsigned retried;
    struct wgc_result shown; /* the first attempt, or the first one that did not pass */
    struct run_of_attempts last;
    struct wgc_buf json; /* the earlier runs of attempts, each followed by a comma */
};

static void free_history(struct wgc_case_history *history)
{
    if (history != NULL) {
        wgc_result_free(&history->shown);
        free(history->last.reason);
        wgc_buf_free(&history->json);
        free(history);
    }
}

enum wgc_status wgc_cases_init(struct wgc_cases *cases, const struct wgc_manifest *manifest,
                               const struct wgc_plan *plan, const unsigned char *skip,
                               unsigned repeat, unsigned retries, struct wgc_err *err)
{
    *cases = (struct wgc_cases){
        .manifest = manifest, .plan = plan, .repeat = repeat == 0 ? 1 : repeat, .retries = retries};
    cases->row = calloc(plan->count == 0 ? 1 : plan->count, sizeof *cases->row);
    if (cases->row == NULL) {
        return wgc_err_memory(err, "the cases' states");
    }
    for (size_t i = 0; i < plan->count; i++) {
        cases->row[i].requested = cases->repeat;
        cases->row[i].decided = skip != NULL && skip[i] != 0;
        cases->undecided += !cases->row[i].decided;
    }
    return WGC_OK;
}

void wgc_cases_free(struct wgc_cases *cases)
{
    for (size_t i = 0; cases->row != NULL && i < cases->plan->count; i++) {
        free_history(cases->row[i].history);
    }
    free(cases->row);
    *cases = (struct wgc_cases){0};
}

static void put_run(struct wgc_buf *json, const struct run_of_attempts *run)
{
    wgc_buf_printf(json, "{\"state\":\"%s\",\"seconds\":%.6f,\"count\":%zu",
                   wgc_state_name(run->state), run->seconds, run->count);
    if (run->reason != NULL) {
        wgc_buf_text(json, ",\"reason\":");
        wgc_json_put_string(json, run->reason);
    }
    wgc_buf_char(json, '}');
}

static bool has_same_end(const struct run_of_attempts *run, const struct wgc_result *attempt)
{
    if (run->reason == NULL || attempt->reason == NULL) {
        return run->state == attempt->state && run->reason == attempt->reason;
    }
    return run->state == attempt->state && strcmp(run->reason, attempt->reason) == 0;
}

static bool note_run(struct wgc_case_history *history, const struct wgc_result *attempt)
{
    struct run_of_attempts *last = &history->last;

    if (last->count > 0 && !has_same_end(last, attempt)) {
        put_run(&history->json, last);
        wgc_buf_char(&history->json, ',');
        free(last->reason);
        *last = (struct run_of_attempts){0};
    }
    if (last->count == 0) {
        last->state = attempt->state;
        last->reason = attempt->reason == NULL ? NULL : strdup(attempt->reason);
        if (attempt->reason != NULL && last->reason == NULL) {
            return false;
        }
    }
    last->count++;
    last->seconds += attempt->seconds;
    return !history->json.failed;
}

/* Adds the attempt to the row's history; creates the history if there is none. */
static bool note_attempt(struct wgc_case_row *row, struct wgc_result *attempt)
{
    struct wgc_case_history *history = row->history;

    if (history == NULL) {
        history = calloc(1, sizeof *history);
        if (history == NULL) {
            return false;
        }
        row->history = history;
    }
    bool first = row->done == 0;
    bool first_bad =
        attempt->state != WGC_STATE_PASS && history->by_state[WGC_STATE_PASS] == row->done;
    history->by_state[attempt->state]++;
    history->seconds += attempt->seconds;
    row->done++;
    if (!note_run(history, attempt)) {
        return false;
    }
    if (first || first_bad) {
        wgc_result_free(&history->shown);
        history->shown = *attempt;
        *attempt = (struct wgc_result){0};
    }
    return true;
}

/* "passed 196 of 200 times; fail 3, crash 1; the first: REASON" */
static char *describe_states(const struct wgc_case_history *history, size_t done)
{
    struct wgc_buf text = {0};
    const char *between = "; ";

    wgc_buf_printf(&text, "passed %zu of %zu times", history->by_state[WGC_STATE_PASS], done);
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        if (i != WGC_STATE_PASS && history->by_state[i] > 0) {
            wgc_buf_printf(&text, "%s%s %zu", between, wgc_state_name((enum wgc_state)i),
                           history->by_state[i]);
            between = ", ";
        }
    }
    if (history->shown.reason != NULL) {
        wgc_buf_text(&text, "; the first: ");
        wgc_buf_text(&text, history->shown.reason);
    }
    if (text.failed) {
        wgc_buf_free(&text);
    }
    return text.data;
}

static struct wgc_record_attempts *list_attempts(struct wgc_case_history *history)
{
    struct wgc_buf text = {0};

    wgc_buf_char(&text, '[');
    wgc_buf_add(&text, history->json.size == 0 ? "" : history->json.data, history->json.size);
    put_run(&text, &history->last);
    wgc_buf_char(&text, ']');
    struct wgc_record_attempts *attempts =
        text.failed ? NULL : wgc_record_attempts_parse(text.data);
    if (attempts == NULL) {
        wgc_buf_free(&text);
        return NULL;
    }
    free(attempts->json); /* reports have the seconds with six digits, as text has them */
    attempts->json = text.data;
    return attempts;
}

/* Combines the attempts into one verdict; moves the shown result out of the history. */
static bool combine_attempts(struct wgc_case_row *row, enum wgc_attempt kind, enum wgc_state last,
                             struct wgc_result *verdict)
{
    struct wgc_case_history *history = row->history;
    size_t passed = history->by_state[WGC_STATE_PASS];

    *verdict = history->shown;
    history->shown = (struct wgc_result){0};
    verdict->seconds = history->seconds;
    if (row->done == 1) {
        return true;
    }
    if (history->by_state[verdict->state] != row->done) {
        history->shown.reason = verdict->reason;
        verdict->reason = describe_states(history, row->done);
        verdict->about = (struct wgc_about){0};
        free(history->shown.reason);
        history->shown.reason = NULL;
        if (verdict->reason == NULL) {
            return false;
        }
    }
    if (passed > 0 && passed < row->done) {
        verdict->state = WGC_STATE_FLAKY;
    }
    if (kind == WGC_ATTEMPT_LAST) {
        verdict->state = last;
    }
    verdict->attempts = list_attempts(history);
    return verdict->attempts != NULL;
}

static bool put_name(const struct wgc_cases *cases, size_t index, struct wgc_result *verdict)
{
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(cases->manifest, &cases->plan->item[index], name);
    verdict->name = strdup(name);
    verdict->order = index;
    return verdict->name != NULL;
}

static bool needs_retry(const struct wgc_cases *cases, const struct wgc_case_row *row)
{
    const size_t *by_state = row->history->by_state;
    size_t bad = 0;

    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        bad += wgc_state_is_bad((enum wgc_state)i) ? by_state[i] : 0;
    }
    return bad == row->done && row->history->retried < cases->retries;
}

static bool decide(struct wgc_cases *cases, size_t index, enum wgc_attempt kind,
                   enum wgc_state last, struct wgc_result *verdict)
{
    struct wgc_case_row *row = &cases->row[index];
    bool whole = combine_attempts(row, kind, last, verdict) && put_name(cases, index, verdict);

    free_history(row->history);
    row->history = NULL;
    row->decided = true;
    cases->undecided--;
    if (!whole) {
        wgc_result_free(verdict);
    }
    return whole;
}

void wgc_cases_leave_out(struct wgc_cases *cases, size_t index)
{
    struct wgc_case_row *row = &cases->row[index];

    if (!row->decided) {
        free_history(row->history);
        row->history = NULL;
        row->decided = true;
        cases->undecided--;
    }
}

enum wgc_status wgc_cases_attempt(struct wgc_cases *cases, size_t index, struct wgc_result *attempt,
                                  enum wgc_attempt kind, enum wgc_case_next *next,
                                  struct wgc_result *verdict, struct wgc_err *err)
{
    struct wgc_case_row *row = &cases->row[index];
    enum wgc_state last = attempt->state;
    bool whole = true;

    *next = WGC_CASE_OPEN;
    if (!row->decided) {
        whole = note_attempt(row, attempt);
        if (kind != WGC_ATTEMPT_USUAL) {
            row->requested = row->done;
        }
        if (whole && row->done >= row->requested) {
            if (kind != WGC_ATTEMPT_LAST && needs_retry(cases, row)) {
                row->history->retried++;
                row->requested++;
                *next = WGC_CASE_RERUN;
            } else {
                *next = WGC_CASE_DECIDED;
                whole = decide(cases, index, kind, last, verdict);
            }
        }
    }
    wgc_result_free(attempt);
    return whole ? WGC_OK : wgc_err_memory(err, "a result");
}
