#include "worker/parts.h"

#include "base/buf.h"
#include "base/json_put.h"

static void put_id(struct wgc_buf *out, const char *name, const size_t id[3])
{
    wgc_json_put_name(out, name);
    wgc_buf_printf(out, "[%zu,%zu,%zu]", id[0], id[1], id[2]);
}

char *wgc_mismatch_json(const struct wgc_mismatch *mismatch)
{
    struct wgc_buf out = {0};

    wgc_buf_char(&out, '{');
    wgc_json_put_text(&out, "what", mismatch->what);
    wgc_json_put_text(&out, "kind", wgc_wrong_name(mismatch->kind));
    if (mismatch->is_truth) {
        wgc_json_put_bool(&out, "truth", mismatch->truth);
    }
    if (mismatch->damage != WGC_DAMAGE_UNKNOWN) {
        wgc_json_put_text(&out, "damage", wgc_damage_name(mismatch->damage));
    }
    if (mismatch->data_pattern != NULL) {
        wgc_json_put_text(&out, "data_pattern", mismatch->data_pattern);
    }
    wgc_json_put_text(&out, "pattern", mismatch->pattern);
    put_id(&out, "work_group", mismatch->work_group);
    put_id(&out, "local_id", mismatch->local_id);
    wgc_json_put_number(&out, "linear_id", mismatch->linear_id);
    if (mismatch->sub_group_size > 0) {
        wgc_json_put_number(&out, "sub_group_size", mismatch->sub_group_size);
    }
    wgc_json_put_text(&out, "input", mismatch->input);
    wgc_json_put_text(&out, "expected", mismatch->expected);
    wgc_json_put_text(&out, "actual", mismatch->actual);
    if (mismatch->is_fill) {
        wgc_json_put_bool(&out, "unwritten", true);
    }
    if (mismatch->is_overwritten) {
        wgc_json_put_bool(&out, "overwritten", true);
    }
    wgc_json_put_text(&out, "tolerance", mismatch->tolerance);
    wgc_json_put_number(&out, "wrong_items", mismatch->wrong_items);
    wgc_json_put_number(&out, "judged_items", mismatch->judged_items);
    wgc_json_put_number(&out, "wrong_groups", mismatch->wrong_groups);
    wgc_json_put_number(&out, "judged_groups", mismatch->judged_groups);
    wgc_json_put_json(&out, "group_input", mismatch->group_input);
    wgc_json_put_json(&out, "group_expected", mismatch->group_expected);
    wgc_json_put_json(&out, "group_actual", mismatch->group_actual);
    wgc_json_put_json(&out, "group_wrong", mismatch->group_wrong);
    wgc_buf_char(&out, '}');
    if (out.failed) {
        wgc_buf_free(&out);
    }
    return out.data;
}

char *wgc_mismatch_line(const struct wgc_mismatch *mismatch)
{
    struct wgc_buf line = {0};
    const size_t *group = mismatch->work_group, *id = mismatch->local_id;

    wgc_buf_text(&line, mismatch->what != NULL ? mismatch->what : "wrong");
    if (mismatch->expected != NULL && mismatch->actual != NULL) {
        wgc_buf_printf(&line, ": expected %s, got %s%s", mismatch->expected, mismatch->actual,
                       mismatch->is_fill ? ", which filled the buffer before the launch," : "");
    }
    wgc_buf_printf(&line, " at work-group (%zu,%zu,%zu), local id (%zu,%zu,%zu)", group[0],
                   group[1], group[2], id[0], id[1], id[2]);
    if (mismatch->pattern != NULL) {
        wgc_buf_printf(&line, ", input pattern \"%s\"", mismatch->pattern);
    }
    wgc_buf_printf(&line, "; %zu of %zu values are wrong", mismatch->wrong_items,
                   mismatch->judged_items);
    if (mismatch->wrong_groups > 0) { /* else it is no result of a group */
        wgc_buf_printf(&line, ", in %zu of %zu groups", mismatch->wrong_groups,
                       mismatch->judged_groups);
    }
    if (line.failed) {
        wgc_buf_free(&line);
    }
    return line.data;
}
