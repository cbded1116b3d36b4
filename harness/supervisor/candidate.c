#include "supervisor/candidate.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/list.h"
#include "supervisor/parts.h"
#include "supervisor/state.h"

enum {
    MOST_REDUCED = 4, /* programs at most, also where many cases are wrong at once */
    RECHECKS = 3,     /* a case that is wrong now and then may be right alone by chance */
};

void wgc_candidate_free(struct wgc_candidate *candidate)
{
    while (candidate != NULL) {
        struct wgc_candidate *next = candidate->next;
        wgc_result_free(&candidate->seen);
        wgc_result_free(&candidate->alone);
        free(candidate->kernel_case);
        free(candidate->set);
        wgc_reduce_free(&candidate->reduction);
        free(candidate);
        candidate = next;
    }
}

bool wgc_candidate_concerns(const struct wgc_supervisor *supervisor, const struct wgc_batch *batch,
                            uint32_t index, const struct wgc_result *result)
{
    return batch->candidate != NULL ||
           (result->state == WGC_STATE_FAIL && !supervisor->options->no_shared &&
            supervisor->cases.repeat == 1 && supervisor->cases.retries == 0 &&
            !supervisor->cases.row[index].decided &&
            wgc_batch_kernels(batch, &supervisor->queue) > 1);
}

/* -- the batches of a candidate -- */

/* Whether that kernel of the program is in the current set; its own always is. */
static bool is_in_set(const struct wgc_supervisor *supervisor,
                      const struct wgc_candidate *candidate, size_t k)
{
    const uint32_t *kernel = supervisor->queue.kernel;
    bool found = kernel[candidate->kernel_case[k]] == kernel[candidate->index];

    for (size_t i = 0; i < candidate->count && !found; i++) {
        found = candidate->set[i] == k;
    }
    return found;
}

/* Queues the case with the kernels of the current set; the batch owns the candidate. */
static enum wgc_status queue_batch(struct wgc_supervisor *supervisor,
                                   struct wgc_candidate *candidate, bool fresh)
{
    struct wgc_batch *batch = wgc_batch_create(candidate->kernels + 1);

    if (batch == NULL) {
        wgc_candidate_free(candidate);
        return wgc_err_memory(supervisor->err, "a batch");
    }
    for (size_t k = 0; k < candidate->kernels; k++) {
        const bool own = supervisor->queue.kernel[candidate->kernel_case[k]] ==
                         supervisor->queue.kernel[candidate->index];
        if (is_in_set(supervisor, candidate, k)) {
            batch->entry[batch->count++].index = own ? candidate->index : candidate->kernel_case[k];
        }
    }
    candidate->failed = false;
    candidate->cleared = false;
    batch->candidate = candidate;
    wgc_batch_list_push(fresh ? &supervisor->ready_fresh : &supervisor->ready, batch);
    return WGC_OK;
}

/* Sets the others of the program again: all of them. */
static void take_all(const struct wgc_supervisor *supervisor, struct wgc_candidate *candidate)
{
    const uint32_t *kernel = supervisor->queue.kernel;

    candidate->count = 0;
    for (size_t k = 0; k < candidate->kernels; k++) {
        if (kernel[candidate->kernel_case[k]] != kernel[candidate->index]) {
            candidate->set[candidate->count++] = (uint32_t)k;
        }
    }
}

/* A candidate of a batch's case, with a case of each of the batch's kernels; takes the result. */
static struct wgc_candidate *create(const struct wgc_supervisor *supervisor,
                                    const struct wgc_batch *batch, uint32_t index,
                                    struct wgc_result *result)
{
    const uint32_t *kernel = supervisor->queue.kernel;
    struct wgc_candidate *candidate = calloc(1, sizeof *candidate);

    if (candidate == NULL) {
        wgc_result_free(result);
        return NULL;
    }
    candidate->index = index;
    candidate->seen = *result;
    *result = (struct wgc_result){0};
    candidate->kernel_case = calloc(batch->count + 1, sizeof *candidate->kernel_case);
    candidate->set = calloc(batch->count + 1, sizeof *candidate->set);
    if (candidate->kernel_case == NULL || candidate->set == NULL) {
        wgc_candidate_free(candidate);
        return NULL;
    }
    for (size_t i = 0; i < batch->count; i++) {
        if (i == 0 || kernel[batch->entry[i].index] != kernel[batch->entry[i - 1].index]) {
            candidate->kernel_case[candidate->kernels++] = batch->entry[i].index;
        }
    }
    return candidate;
}

static bool is_alone(const struct wgc_candidate *candidate)
{
    return candidate->stage == WGC_CANDIDATE_ALONE || candidate->stage == WGC_CANDIDATE_RECHECK;
}

enum wgc_status wgc_candidate_result(struct wgc_supervisor *supervisor, struct wgc_batch *batch,
                                     uint32_t index, struct wgc_result *result)
{
    struct wgc_candidate *candidate = batch->candidate;

    if (candidate == NULL) {
        candidate = create(supervisor, batch, index, result);
        if (candidate == NULL) {
            return wgc_err_memory(supervisor->err, "a case with wrong values");
        }
        supervisor->candidates++;
        return queue_batch(supervisor, candidate, false);
    }
    const bool own = index == candidate->index;
    candidate->failed = own ? result->state == WGC_STATE_FAIL : candidate->failed;
    if (own && is_alone(candidate)) {
        candidate->cleared = result->state == WGC_STATE_PASS;
        wgc_result_free(&candidate->alone);
        candidate->alone = *result;
        *result = (struct wgc_result){0};
    }
    wgc_result_free(result);
    return WGC_OK;
}

/* -- what is reported -- */

/* Adds the kernel of that place to a list; false without memory. */
static bool add_name(const struct wgc_supervisor *supervisor, uint32_t index, char ***list,
                     size_t *count)
{
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(supervisor->manifest, &supervisor->plan->item[index], name);
    return wgc_list_add(list, count, name);
}

/* The kernels of the current set, the case first; NULL without memory. */
static char **name_kernels(const struct wgc_supervisor *supervisor,
                           const struct wgc_candidate *candidate)
{
    char **list = NULL;
    size_t count = 0;
    bool whole = add_name(supervisor, candidate->index, &list, &count);

    for (size_t k = 0; whole && k < candidate->kernels; k++) {
        const uint32_t index = candidate->kernel_case[k];
        const bool own =
            supervisor->queue.kernel[index] == supervisor->queue.kernel[candidate->index];
        whole = own || !is_in_set(supervisor, candidate, k) ||
                add_name(supervisor, index, &list, &count);
    }
    if (!whole) {
        wgc_list_free(list);
        list = NULL;
    }
    return list;
}

/* How much of the program is known to be needed. */
enum known {
    SMALLEST,    /* the current set: nothing smaller shows it */
    EACH_TIME,   /* the whole: nothing smaller shows it each time */
    NOT_REDUCED, /* the whole: it was not reduced, or not to an end */
};

static void put_set(enum known known, size_t kernels, struct wgc_buf *out)
{
    switch (known) {
    case SMALLEST:
        wgc_buf_printf(out, "; the smallest program that shows it has these %zu kernels", kernels);
        return;
    case EACH_TIME:
        wgc_buf_printf(
            out, "; no smaller program than that of these %zu kernels shows it each time", kernels);
        return;
    case NOT_REDUCED:
        wgc_buf_printf(out, "; which of these %zu kernels it takes was not looked into", kernels);
        return;
    }
}

/* Reports the current set as a program whose kernels spoil each other. */
static enum wgc_status report_program(struct wgc_supervisor *supervisor,
                                      const struct wgc_candidate *candidate, enum known known)
{
    struct wgc_buf what = {0}, more = {0};
    char **kernels = name_kernels(supervisor, candidate);
    char name[WGC_CASE_NAME_MAX];
    enum wgc_status status = WGC_OK;

    if (kernels == NULL) {
        return wgc_err_memory(supervisor->err, "a result");
    }
    wgc_case_name(supervisor->manifest, &supervisor->plan->item[candidate->index], name);
    wgc_buf_printf(&what, "%s is right in a program of its own, and not in one of %zu kernels",
                   name, candidate->kernels);
    put_set(known, candidate->count + 1, &more);
    wgc_shared_put_kernels(&more, kernels);
    wgc_buf_printf(&more, "; its failure: %s",
                   candidate->seen.reason == NULL ? "wrong values" : candidate->seen.reason);
    struct wgc_cause cause = {.state = WGC_STATE_FAIL, .what = what.data};
    if (what.failed || more.failed) {
        wgc_list_free(kernels);
        status = wgc_err_memory(supervisor->err, "a result");
    } else {
        status =
            wgc_shared_report(supervisor, WGC_QUERY_shared_program, &cause, more.data, kernels);
    }
    wgc_buf_free(&what);
    wgc_buf_free(&more);
    return status;
}

static enum wgc_status attribute_to_program(struct wgc_supervisor *supervisor,
                                            struct wgc_candidate *candidate, enum known known);

/* Removes a candidate whose case is decided. The last of the searches decides those that waited. */
static enum wgc_status remove_candidate(struct wgc_supervisor *supervisor,
                                        struct wgc_candidate *candidate)
{
    enum wgc_status status = WGC_OK;

    supervisor->candidates--;
    supervisor->candidates_searching -= candidate->searched;
    wgc_candidate_free(candidate);
    while (status == WGC_OK && supervisor->candidates_searching == 0 &&
           supervisor->candidates_waiting != NULL) {
        struct wgc_candidate *waiting = supervisor->candidates_waiting;
        supervisor->candidates_waiting = waiting->next;
        waiting->next = NULL;
        status = attribute_to_program(supervisor, waiting, NOT_REDUCED);
    }
    return status;
}

/* Ends the candidate with that verdict of the case; consumes both. */
static enum wgc_status decide(struct wgc_supervisor *supervisor, struct wgc_candidate *candidate,
                              struct wgc_result *verdict)
{
    const enum wgc_status status =
        wgc_supervisor_attempt(supervisor, candidate->index, verdict, WGC_ATTEMPT_LAST);
    const enum wgc_status removed = remove_candidate(supervisor, candidate);

    return status == WGC_OK ? removed : status;
}

/* The program is at fault, and the case what it is alone. */
static enum wgc_status attribute_to_program(struct wgc_supervisor *supervisor,
                                            struct wgc_candidate *candidate, enum known known)
{
    const enum wgc_status status = report_program(supervisor, candidate, known);

    if (status != WGC_OK) {
        (void)remove_candidate(supervisor, candidate);
        return status;
    }
    return decide(supervisor, candidate, &candidate->alone);
}

/* The wrong values were seen, and nothing shows that other kernels had to do with them; further:
 * what the runs after it were. */
static enum wgc_status attribute_to_case(struct wgc_supervisor *supervisor,
                                         struct wgc_candidate *candidate, const char *further)
{
    struct wgc_buf reason = {0};

    wgc_buf_printf(&reason, "%s; seen once, in a program of %zu kernels: %s",
                   candidate->seen.reason == NULL ? "wrong values" : candidate->seen.reason,
                   candidate->kernels, further);
    if (reason.failed) {
        wgc_buf_free(&reason);
        (void)remove_candidate(supervisor, candidate);
        return wgc_err_memory(supervisor->err, "a result");
    }
    free(candidate->seen.reason);
    candidate->seen.reason = reason.data;
    return decide(supervisor, candidate, &candidate->seen);
}

/* The next smaller program, or the smallest once more. */
static enum wgc_status reduce(struct wgc_supervisor *supervisor, struct wgc_candidate *candidate)
{
    candidate->stage = WGC_CANDIDATE_REDUCE;
    if (wgc_reduce_next(&candidate->reduction, candidate->set, &candidate->count)) {
        return queue_batch(supervisor, candidate, false);
    }
    candidate->stage = WGC_CANDIDATE_CONFIRM;
    candidate->count = candidate->reduction.count;
    memcpy(candidate->set, candidate->reduction.item, candidate->count * sizeof *candidate->set);
    return queue_batch(supervisor, candidate, true);
}

/* Looks for the smallest program of a few, and reports the others after these. */
static enum wgc_status search_or_wait(struct wgc_supervisor *supervisor,
                                      struct wgc_candidate *candidate)
{
    if (supervisor->candidates_reduced < MOST_REDUCED) {
        supervisor->candidates_reduced++;
        supervisor->candidates_searching++;
        candidate->searched = true;
        if (!wgc_reduce_start(&candidate->reduction, candidate->set, candidate->count)) {
            wgc_candidate_free(candidate);
            return wgc_err_memory(supervisor->err, "a program");
        }
        return reduce(supervisor, candidate);
    }
    if (supervisor->candidates_searching == 0) {
        return attribute_to_program(supervisor, candidate, NOT_REDUCED);
    }
    struct wgc_candidate **last = &supervisor->candidates_waiting;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = candidate;
    return WGC_OK;
}

/* Whether it is still right alone, or what is known by now. */
static enum wgc_status recheck(struct wgc_supervisor *supervisor, struct wgc_candidate *candidate)
{
    if (candidate->rechecks < RECHECKS) {
        candidate->stage = WGC_CANDIDATE_RECHECK;
        candidate->rechecks++;
        candidate->count = 0;
        return queue_batch(supervisor, candidate, true);
    }
    if (candidate->confirmed) {
        candidate->count = candidate->reduction.count;
        memcpy(candidate->set, candidate->reduction.item,
               candidate->count * sizeof *candidate->set);
    } else {
        take_all(supervisor, candidate);
    }
    return attribute_to_program(supervisor, candidate, candidate->confirmed ? SMALLEST : EACH_TIME);
}

/* The case has run with a set of kernels; alone it was right. */
static enum wgc_status continue_with(struct wgc_supervisor *supervisor,
                                     struct wgc_candidate *candidate)
{
    switch (candidate->stage) {
    case WGC_CANDIDATE_ALONE:
        take_all(supervisor, candidate);
        candidate->stage = WGC_CANDIDATE_WHOLE;
        return queue_batch(supervisor, candidate, true);
    case WGC_CANDIDATE_WHOLE:
        if (!candidate->failed) {
            return attribute_to_case(
                supervisor, candidate,
                "it is right in a program of its own, and when the same program ran again");
        }
        return search_or_wait(supervisor, candidate);
    case WGC_CANDIDATE_REDUCE:
        wgc_reduce_report(&candidate->reduction, candidate->failed);
        return reduce(supervisor, candidate);
    case WGC_CANDIDATE_CONFIRM:
        candidate->confirmed = candidate->failed;
        return recheck(supervisor, candidate);
    case WGC_CANDIDATE_RECHECK:
        return recheck(supervisor, candidate);
    }
    return WGC_OK;
}

/* The worker has ended in a batch of the candidate. */
static enum wgc_status end_early(struct wgc_supervisor *supervisor, struct wgc_candidate *candidate)
{
    switch (candidate->stage) {
    case WGC_CANDIDATE_ALONE:
    case WGC_CANDIDATE_RECHECK:
        return remove_candidate(supervisor, candidate); /* its end gives the case's verdict */
    case WGC_CANDIDATE_WHOLE:
        return attribute_to_case(
            supervisor, candidate,
            "it is right in a program of its own, and when the same ran again, the worker ended");
    case WGC_CANDIDATE_REDUCE:
    case WGC_CANDIDATE_CONFIRM:
        break;
    }
    take_all(supervisor, candidate);
    return attribute_to_program(supervisor, candidate, NOT_REDUCED);
}

enum wgc_status wgc_candidate_end_batch(struct wgc_supervisor *supervisor, struct wgc_batch *batch,
                                        bool exited)
{
    struct wgc_candidate *candidate = batch->candidate;

    if (candidate == NULL) {
        return WGC_OK;
    }
    batch->candidate = NULL;
    if (exited) {
        return end_early(supervisor, candidate);
    }
    if (!is_alone(candidate) || candidate->cleared) {
        return continue_with(supervisor, candidate);
    }
    return candidate->alone.state == WGC_STATE_SKIP
               ? attribute_to_case(supervisor, candidate,
                                   "in a program of its own nothing was judged")
               : decide(supervisor, candidate, &candidate->alone);
}
