/* A mismatch as text for reports. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "judge/format.h"
#include "trial/trial_data.h"

enum { SHOWN_ITEMS = 64 };

void wgc_mismatch_free(struct wgc_mismatch *mismatch)
{
    free(mismatch->what);
    free(mismatch->pattern);
    free(mismatch->input);
    free(mismatch->expected);
    free(mismatch->actual);
    free(mismatch->tolerance);
    free(mismatch->group_input);
    free(mismatch->group_expected);
    free(mismatch->group_actual);
    free(mismatch->group_wrong);
    memset(mismatch, 0, sizeof *mismatch);
}

/* Moves the text out of buf; NULL without memory. */
static char *text_of(struct wgc_buf *buf)
{
    wgc_buf_text(buf, "");
    if (buf->failed || buf->data == NULL) {
        wgc_buf_free(buf);
        return NULL;
    }
    return buf->data;
}

static char *copy(const char *text)
{
    struct wgc_buf buf = {0};
    wgc_buf_reserve(&buf, strlen(text) + 1);
    wgc_buf_text(&buf, text);
    return text_of(&buf);
}

static void add_string(struct wgc_buf *buf, const char *text)
{
    wgc_buf_char(buf, '"');
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            wgc_buf_char(buf, '\\');
            wgc_buf_char(buf, *text);
        } else if (c < 0x20 || c > 0x7e) {
            wgc_buf_printf(buf, "\\u%04x", c);
        } else {
            wgc_buf_char(buf, *text);
        }
    }
    wgc_buf_char(buf, '"');
}

enum column { INPUT, EXPECTED, ACTUAL, WRONG };

static void add_item(struct wgc_buf *buf, const struct wgc_evidence *evidence, enum column column,
                     size_t i)
{
    char text[WGC_FORMAT_SIZE];
    const enum wgc_type type = evidence->expects->type;
    const size_t bytes = wgc_type_info(type)->bytes;
    switch (column) {
    case INPUT:
        wgc_format_value(type, evidence->input + i * bytes, text);
        break;
    case EXPECTED:
        wgc_format_expected(evidence->expects, i, text);
        break;
    case ACTUAL:
        wgc_format_value(type, evidence->actual + i * bytes, text);
        break;
    default:
        wgc_buf_text(buf, evidence->wrong[i] ? "true" : "false");
        return;
    }
    add_string(buf, text);
}

static char *array(const struct wgc_evidence *evidence, enum column column)
{
    struct wgc_buf buf = {0};
    const size_t first = evidence->item / SHOWN_ITEMS * SHOWN_ITEMS;
    wgc_buf_char(&buf, '[');
    const size_t count = evidence->items * evidence->components;
    for (size_t i = first; i < count && i < first + SHOWN_ITEMS; i++) {
        if (i > first) {
            wgc_buf_char(&buf, ',');
        }
        add_item(&buf, evidence, column, i);
    }
    wgc_buf_char(&buf, ']');
    return text_of(&buf);
}

/* The row of the data; NULL: the operands name their work-items. */
static const struct wgc_dataset_row *row_of(const struct wgc_trial *trial,
                                            const struct wgc_evidence *evidence)
{
    const bool revealed =
        trial->data->revealed && wgc_trial_reveals(trial->data, evidence->cell->slot);

    return revealed ? NULL : &evidence->cell->set->row[evidence->cell->row];
}

static char *pattern_text(const struct wgc_trial *trial, const struct wgc_evidence *evidence)
{
    const struct wgc_dataset_row *row = row_of(trial, evidence);
    struct wgc_buf buf = {0};
    if (row == NULL) {
        wgc_buf_text(&buf, "operands that name their work-items");
    } else {
        wgc_buf_printf(&buf, "%s %zu", row->pattern, row->variant);
    }
    if (trial->slot_count > 1) {
        wgc_buf_printf(&buf, ", output %zu of %zu (%s)", evidence->slot + 1, trial->slot_count,
                       evidence->cell->slot == WGC_SLOT_COPY ? "data kept across the call"
                                                             : "a call's result");
    }
    if (evidence->is_sub_group) {
        wgc_buf_printf(&buf, ", sub-group %zu", evidence->sub_group);
    }
    if (evidence->components > 1) {
        wgc_buf_printf(&buf, ", component %zu", evidence->item % evidence->components);
    }
    return text_of(&buf);
}

/* Stores the coordinates of item linear_id of work-group g. */
static void locate(const struct wgc_trial *trial, size_t g, size_t linear_id,
                   struct wgc_mismatch *mismatch)
{
    const struct wgc_launch *launch = &trial->data->launch;
    const size_t *side = launch->part[wgc_launch_part(launch, g)].side;
    size_t group = g, item = linear_id;
    for (unsigned d = 0; d < 3; d++) {
        mismatch->work_group[d] = group % launch->groups[d];
        group /= launch->groups[d];
        mismatch->local_id[d] = item % side[d];
        item /= side[d];
    }
    mismatch->linear_id = linear_id;
}

static enum wgc_status check(struct wgc_mismatch *mismatch, struct wgc_err *err)
{
    const bool complete = mismatch->what != NULL && mismatch->pattern != NULL &&
                          mismatch->input != NULL && mismatch->expected != NULL &&
                          mismatch->actual != NULL && mismatch->tolerance != NULL &&
                          mismatch->group_input != NULL && mismatch->group_expected != NULL &&
                          mismatch->group_actual != NULL && mismatch->group_wrong != NULL;
    if (!complete) {
        wgc_mismatch_free(mismatch);
        return wgc_err_memory(err, "the description of a mismatch");
    }
    return WGC_OK;
}

static void describe(const struct wgc_evidence *evidence, struct wgc_mismatch *mismatch)
{
    const struct wgc_expectation *expects = evidence->expects;
    const bool is_truth = expects->mode == WGC_JUDGE_TRUTH;
    const char *what = "wrong value";
    mismatch->kind = wgc_wrong_item(expects, evidence->actual, evidence->item);
    if (evidence->untouched && is_truth) {
        what = "wrong value, or not written"; /* where true is expected the poison is 0, which a
                                                 wrong result has too */
    } else if (evidence->untouched) {
        mismatch->kind = WGC_WRONG_NOT_WRITTEN;
        what = "not written";
    }
    mismatch->is_fill = evidence->untouched;
    mismatch->is_truth = is_truth;
    mismatch->truth = is_truth && wgc_expects_true(expects, evidence->item);
    mismatch->what = copy(what);
}

enum wgc_status wgc_mismatch_fill(const struct wgc_trial *trial,
                                  const struct wgc_evidence *evidence,
                                  struct wgc_mismatch *mismatch, struct wgc_err *err)
{
    const enum wgc_type type = evidence->expects->type;
    const size_t at = evidence->item * wgc_type_info(type)->bytes;
    char text[WGC_FORMAT_SIZE];
    memset(mismatch, 0, sizeof *mismatch);
    locate(trial, evidence->g, evidence->linear_id, mismatch);
    describe(evidence, mismatch);
    mismatch->damage = evidence->damage;
    const struct wgc_dataset_row *row = row_of(trial, evidence);
    mismatch->data_pattern = row == NULL ? NULL : row->pattern;
    mismatch->pattern = pattern_text(trial, evidence);
    wgc_format_value(type, evidence->input + at, text);
    mismatch->input = copy(text);
    wgc_format_expected(evidence->expects, evidence->item, text);
    mismatch->expected = copy(text);
    wgc_format_value(type, evidence->actual + at, text);
    mismatch->actual = copy(text);
    wgc_format_tolerance(evidence->expects, evidence->item, text);
    mismatch->tolerance = copy(text);
    mismatch->group_input = array(evidence, INPUT);
    mismatch->group_expected = array(evidence, EXPECTED);
    mismatch->group_actual = array(evidence, ACTUAL);
    mismatch->group_wrong = array(evidence, WRONG);
    return check(mismatch, err);
}

enum wgc_status wgc_mismatch_fill_text(const struct wgc_trial *trial, const char *what, size_t g,
                                       size_t linear_id, const char *expected, const char *actual,
                                       struct wgc_mismatch *mismatch, struct wgc_err *err)
{
    memset(mismatch, 0, sizeof *mismatch);
    locate(trial, g, linear_id, mismatch);
    mismatch->what = copy(what);
    mismatch->pattern = copy("none");
    mismatch->input = copy("none");
    mismatch->expected = copy(expected);
    mismatch->actual = copy(actual);
    mismatch->tolerance = copy("exact");
    mismatch->group_input = copy("[]");
    mismatch->group_expected = copy("[]");
    mismatch->group_actual = copy("[]");
    mismatch->group_wrong = copy("[]");
    return check(mismatch, err);
}
