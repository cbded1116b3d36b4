#include <stdlib.h>
#include <string.h>

#include "judge/format.h"
#include "trial/parts.h"
#include "trial/trial_data.h"

/* The elements of a group that are compared with something. */
static size_t count_judged(const struct wgc_evidence *evidence, size_t width)
{
    size_t items = 0;
    if (evidence->defined == NULL) {
        return evidence->items * width;
    }
    for (size_t i = 0; i < evidence->items; i++) {
        items += evidence->defined[i];
    }
    return items * width;
}

enum wgc_status wgc_tally_group(const struct wgc_trial *trial, struct wgc_evidence *evidence,
                                const unsigned char *poison, const size_t *linear_ids,
                                struct wgc_tally *tally, struct wgc_err *err)
{
    const size_t width = wgc_call_width(&trial->data->call);
    const size_t bytes = trial->data->value_bytes / width, elements = evidence->items * width;
    bool *wrong = NULL;
    if (tally->expected != NULL) {
        wgc_expected_add(trial, tally->expected, evidence, linear_ids);
        return WGC_OK;
    }
    const size_t count =
        wgc_judge_group(evidence->expects, evidence->actual, poison, elements, NULL);
    tally->judged_groups++;
    tally->judged_items += count_judged(evidence, width);
    if (count == 0) {
        return WGC_OK;
    }
    tally->wrong_groups++;
    tally->wrong_items += count;
    if (tally->found) {
        return WGC_OK;
    }
    evidence->components = width;
    wrong = calloc(elements, sizeof *wrong);
    if (wrong == NULL) {
        return wgc_err_memory(err, "the description of a mismatch");
    }
    wgc_judge_group(evidence->expects, evidence->actual, poison, elements, wrong);
    while (!wrong[evidence->item]) {
        evidence->item++;
    }
    const size_t at = evidence->item * bytes;
    evidence->untouched = memcmp(evidence->actual + at, poison + at, bytes) == 0;
    evidence->wrong = wrong;
    const size_t place = evidence->item / width;
    evidence->linear_id = linear_ids == NULL ? evidence->first + place : linear_ids[place];
    enum wgc_status status = wgc_evidence_find_damage(trial, evidence, poison, linear_ids, err);
    if (status == WGC_OK) {
        status = wgc_mismatch_fill(trial, evidence, tally->mismatch, err);
    }
    tally->found = status == WGC_OK;
    free(wrong);
    return status;
}

/* For every slot except those of functions of sub-groups. */
enum wgc_status wgc_tally_work_group(const struct wgc_trial *trial,
                                     const struct wgc_trial_group *cell, size_t slot, size_t g,
                                     const unsigned char *output, struct wgc_tally *tally,
                                     struct wgc_err *err)
{
    const size_t bytes = trial->data->value_bytes;
    const size_t at = wgc_trial_offset(trial, slot, g);
    struct wgc_evidence evidence = {
        .cell = cell,
        .slot = slot,
        .g = g,
        .items = cell->part->items,
        .input = cell->input,
        .actual = output + at,
        .before = wgc_trial_before(trial, slot, output + at),
        .expects = &cell->expects,
    };
    const unsigned char *poison = (const unsigned char *)trial->poison + trial->guard_items * bytes;
    return wgc_tally_group(trial, &evidence, poison + at, NULL, tally, err);
}

size_t wgc_trial_offset(const struct wgc_trial *trial, size_t slot, size_t g)
{
    return (slot * trial->slot_items + g * trial->group_items) * trial->data->value_bytes;
}

size_t wgc_trial_run_end(const struct wgc_trial_data *data, const struct wgc_trial_group *cell,
                         size_t g)
{
    const size_t most = wgc_trial_rows_end(data, cell, g);
    size_t end = g + 1;
    while (cell->expects.mode != WGC_JUDGE_INTERVAL && end < most &&
           cell->set->row[cell->row + (end - g)].mode != WGC_JUDGE_INTERVAL) {
        end++;
    }
    return end;
}

size_t wgc_trial_identical(const struct wgc_trial *trial, size_t slot, size_t g, size_t end,
                           const unsigned char *output)
{
    const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
    const unsigned char *actual = output + wgc_trial_offset(trial, slot, g);
    size_t count = end - g;
    const size_t elements = cell.part->items * wgc_call_width(&trial->data->call);
    while (count > 0 && !wgc_judge_identical(&cell.expects, actual, count * elements)) {
        count /= 2;
    }
    return count;
}

/* Judges a slot's work-groups from g on to before end, which are a run. */
static enum wgc_status judge_run(const struct wgc_trial *trial, size_t slot, size_t g, size_t end,
                                 const unsigned char *output, struct wgc_tally *tally,
                                 struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    while (g < end && status == WGC_OK) {
        const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
        const size_t right =
            tally->expected != NULL ? 0 : wgc_trial_identical(trial, slot, g, end, output);
        tally->judged_groups += right;
        tally->judged_items += right * cell.part->items * wgc_call_width(&trial->data->call);
        if (right == 0) {
            status = wgc_tally_work_group(trial, &cell, slot, g, output, tally, err);
        }
        g += right > 0 ? right : 1;
    }
    return status;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* refused: a word for each work-group. */
static size_t count_refused(const struct wgc_trial *trial, const uint32_t *refused)
{
    size_t count = 0;
    for (size_t g = 0; g < trial->group_count; g++) {
        count += refused[g] == 1;
    }
    return count;
}

size_t wgc_trial_refused(const struct wgc_trial *trial, const uint32_t *meta)
{
    return trial->pipes && meta != NULL ? count_refused(trial, meta) : 0;
}

/*
 * Judges a slot that work-groups write for each other, with packets of a pipe. Where refused
 * reservations for reading leave a set unread, it is one that was never written, as that
 * reservation was refused too, or one that the pipe still has: commit "ensures that the entries
 * reserved [...] are all added", and get_pipe_num_packets "returns the number of available entries
 * in the pipe".
 */
static enum wgc_status judge_packets(const struct wgc_trial *trial, size_t slot, size_t refused,
                                     const uint32_t *meta, const unsigned char *output,
                                     struct wgc_tally *tally, struct wgc_err *err)
{
    const uint32_t *not_written = meta + trial->group_count;
    const size_t packets = not_written[trial->group_count]; /* not more than its capacity */
    const size_t in_pipe = packets > trial->slot_items ? 0 : packets / trial->group_items;
    size_t never = smaller(count_refused(trial, not_written), refused);
    size_t left = smaller(refused - never, in_pipe);
    const size_t bytes = trial->group_items * trial->data->value_bytes;
    const unsigned char *poison =
        (const unsigned char *)trial->poison + trial->guard_items * trial->data->value_bytes;
    enum wgc_status status = WGC_OK;
    for (size_t g = 0; g < trial->group_count && status == WGC_OK; g++) {
        const size_t at = wgc_trial_offset(trial, slot, g);
        size_t *unread = not_written[g] == 1 ? &never : &left;
        if (*unread > 0 && memcmp(output + at, poison + at, bytes) == 0) {
            --*unread;
            continue;
        }
        const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
        status = wgc_tally_work_group(trial, &cell, slot, g, output, tally, err);
    }
    return status;
}

static enum wgc_status judge_work_groups(const struct wgc_trial *trial, const unsigned char *output,
                                         const uint32_t *meta, struct wgc_tally *tally,
                                         struct wgc_err *err)
{
    const size_t refused = wgc_trial_refused(trial, meta);
    enum wgc_status status = WGC_OK;
    for (size_t s = 0; s < trial->slot_count && status == WGC_OK; s++) {
        if (trial->data->slot[s] == WGC_SLOT_SCRATCH) {
            continue;
        }
        if (refused > 0 && trial->data->slot[s] == WGC_SLOT_COPY) {
            status = judge_packets(trial, s, refused, meta, output, tally, err);
            continue;
        }
        for (size_t g = 0, end; g < trial->group_count && status == WGC_OK; g = end) {
            const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, s, g);
            end = wgc_trial_run_end(trial->data, &cell, g);
            status = judge_run(trial, s, g, end, output, tally, err);
        }
    }
    return status;
}

enum wgc_status wgc_tally_describe(struct wgc_tally *tally, const char *more, struct wgc_err *err)
{
    struct wgc_buf what = {0};
    wgc_buf_printf(&what, "%s%s", tally->mismatch->what, more);
    if (what.failed) {
        wgc_buf_free(&what);
        return wgc_err_memory(err, "the description of a mismatch");
    }
    free(tally->mismatch->what);
    tally->mismatch->what = what.data;
    return WGC_OK;
}

enum wgc_status wgc_tally_overwritten(const struct wgc_trial *trial, const char *what, size_t g,
                                      size_t linear_id, const unsigned char *actual,
                                      const unsigned char *poison, struct wgc_tally *tally,
                                      struct wgc_err *err)
{
    const enum wgc_type type = trial->data->call.type;
    const size_t bytes = wgc_type_info(type)->bytes;
    char expected[WGC_FORMAT_SIZE], found[WGC_FORMAT_SIZE];
    enum wgc_status status = WGC_OK;
    for (size_t at = 0; at < trial->data->value_bytes && status == WGC_OK; at += bytes) {
        if (memcmp(actual + at, poison + at, bytes) == 0) {
            continue;
        }
        tally->wrong_items++;
        if (!tally->found) {
            wgc_format_value(type, poison + at, expected);
            wgc_format_value(type, actual + at, found);
            tally->found = true;
            status = wgc_mismatch_fill_text(trial, what, g, linear_id, expected, found,
                                            tally->mismatch, err);
            tally->mismatch->is_overwritten = status == WGC_OK;
        }
    }
    return status;
}

/* Elements from first on, count of them, must hold their poison. */
static enum wgc_status judge_untouched(const struct wgc_trial *trial, const char *what, size_t g,
                                       size_t linear_id, const unsigned char *output, size_t first,
                                       size_t count, struct wgc_tally *tally, struct wgc_err *err)
{
    const size_t bytes = trial->data->value_bytes;
    const unsigned char *actual = output + first * bytes;
    const unsigned char *poison = (const unsigned char *)trial->poison + first * bytes;
    enum wgc_status status = WGC_OK;
    if (memcmp(actual, poison, count * bytes) == 0) {
        return WGC_OK;
    }
    for (size_t i = 0; i < count && status == WGC_OK; i++) {
        status = wgc_tally_overwritten(trial, what, g, linear_id, actual + i * bytes,
                                       poison + i * bytes, tally, err);
    }
    return status;
}

/* Judges the guards, and the unused elements of smaller work-groups. whole: with the guards. */
static enum wgc_status judge_unused(const struct wgc_trial *trial, const unsigned char *whole,
                                    struct wgc_tally *tally, struct wgc_err *err)
{
    const struct wgc_launch *launch = &trial->data->launch;
    const size_t guard = trial->guard_items;
    const size_t elements = trial->slot_count * trial->slot_items;
    const size_t last = trial->group_count - 1;
    enum wgc_status status = judge_untouched(trial, "guard in front of the output overwritten", 0,
                                             0, whole, 0, guard, tally, err);
    if (status == WGC_OK) {
        const size_t end = launch->part[wgc_launch_part(launch, last)].items - 1;
        status = judge_untouched(trial, "guard behind the output overwritten", last, end, whole,
                                 guard + elements, guard, tally, err);
    }
    for (size_t k = 0; k < trial->slot_count * trial->group_count && status == WGC_OK; k++) {
        const size_t g = k % trial->group_count;
        const size_t used = launch->part[wgc_launch_part(launch, g)].items;
        if (used < trial->group_items) {
            status = judge_untouched(trial, "written past the end of a smaller work-group", g,
                                     used - 1, whole, guard + k * trial->group_items + used,
                                     trial->group_items - used, tally, err);
        }
    }
    return status;
}

enum wgc_status wgc_trial_judge_values(const struct wgc_trial *trial, const void *output,
                                       const uint32_t *meta, struct wgc_tally *tally,
                                       struct wgc_err *err)
{
    const unsigned char *values =
        (const unsigned char *)output + trial->guard_items * trial->data->value_bytes;
    return trial->data->bare         ? wgc_bare_judge(trial, values, tally, err)
           : trial->data->sub_groups ? wgc_sub_groups_judge(trial, values, meta, tally, err)
                                     : judge_work_groups(trial, values, meta, tally, err);
}

enum wgc_status wgc_trial_judge(const struct wgc_trial *trial, const void *output,
                                const uint32_t *meta, bool *right, struct wgc_mismatch *mismatch,
                                struct wgc_err *err)
{
    struct wgc_tally tally = {.mismatch = mismatch};
    enum wgc_status status = wgc_trial_judge_values(trial, output, meta, &tally, err);
    if (status == WGC_OK) {
        status = judge_unused(trial, output, &tally, err);
    }
    if (status != WGC_OK) {
        if (tally.found) {
            wgc_mismatch_free(mismatch);
        }
        return status;
    }
    *right = !tally.found;
    mismatch->judged_items = tally.judged_items;
    if (tally.found) {
        mismatch->wrong_items = tally.wrong_items;
        mismatch->wrong_groups = tally.wrong_groups;
        mismatch->judged_groups = tally.judged_groups;
    }
    return WGC_OK;
}
