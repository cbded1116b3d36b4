#include "compare/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/parts.h"
#include "reports/lone_sub_groups.h"
#include "reports/skips.h"

/* One of the merged reports. */
struct part {
    struct wgc_record *record;
    const char *path;
    unsigned shard, shards; /* 0 and 0: its command names none */
    size_t next;            /* the first result that was not moved yet */
};

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static enum wgc_status check_text(const char *what, const char *a, const char *b,
                                  const char *const path[2], struct wgc_err *err)
{
    return same_text(a, b)
               ? WGC_OK
               : wgc_err_set(err, WGC_ERR_INPUT, "%s and %s differ in the %s: \"%s\" and \"%s\"",
                             path[0], path[1], what, a == NULL ? "none" : a,
                             b == NULL ? "none" : b);
}

static enum wgc_status check_devices(const struct wgc_record_device *a,
                                     const struct wgc_record_device *b, const char *const path[2],
                                     struct wgc_err *err)
{
    const struct {
        const char *what, *a, *b;
    } texts[] = {{"device", a->name, b->name},
                 {"device's vendor", a->vendor, b->vendor},
                 {"platform", a->platform, b->platform},
                 {"driver's version", a->driver_version, b->driver_version},
                 {"device's version", a->device_version, b->device_version}};
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < sizeof texts / sizeof texts[0]; i++) {
        status = check_text(texts[i].what, texts[i].a, texts[i].b, path, err);
    }
    return status;
}

static enum wgc_status check_same(const struct part *first, const struct part *other,
                                  struct wgc_err *err)
{
    const struct wgc_record *a = first->record;
    const struct wgc_record *b = other->record;
    const char *const path[2] = {first->path, other->path};
    enum wgc_status status =
        check_text("tool's version", a->tool_version, b->tool_version, path, err);

    if (status == WGC_OK) {
        status = check_text("tool's commit", a->tool_commit, b->tool_commit, path, err);
    }
    if (status == WGC_OK) {
        status = check_text("suite", a->tool_suite, b->tool_suite, path, err);
    }
    if (status == WGC_OK) {
        status = check_text("profile", a->profile, b->profile, path, err);
    }
    if (status == WGC_OK) {
        status = check_text("implementation", a->impl, b->impl, path, err);
    }
    if (status == WGC_OK) {
        status = check_text("build options", a->build_options, b->build_options, path, err);
    }
    if (status == WGC_OK && a->seed != b->seed) {
        status =
            wgc_err_set(err, WGC_ERR_INPUT, "%s and %s differ in the seed: %llu and %llu", path[0],
                        path[1], (unsigned long long)a->seed, (unsigned long long)b->seed);
    }
    /* a shard that was cut short before its device was opened has none */
    if (status == WGC_OK && a->device.json != NULL && b->device.json != NULL) {
        status = check_devices(&a->device, &b->device, path, err);
    }
    if (status == WGC_OK && first->shards != other->shards) {
        status =
            wgc_err_set(err, WGC_ERR_INPUT, "%s and %s differ in the number of shards: %u and %u",
                        path[0], path[1], first->shards, other->shards);
    }
    return status;
}

/* I and N of --shard I/N in the command of the run. */
static void find_shard(struct part *part)
{
    char **word = part->record->command;

    for (; word != NULL && *word != NULL; word++) {
        const char *value = strncmp(*word, "--shard=", 8) == 0 ? *word + 8
                            : strcmp(*word, "--shard") == 0    ? word[1]
                                                               : NULL;
        unsigned shard = 0;
        unsigned shards = 0;
        if (value != NULL && sscanf(value, "%7u/%7u", &shard, &shards) == 2) {
            part->shard = shard;
            part->shards = shards;
        }
    }
}

static int by_shard(const void *a, const void *b)
{
    const struct part *left = a;
    const struct part *right = b;

    return (left->shard > right->shard) - (left->shard < right->shard);
}

/* Each shard has its cases by rank. One of each in turn keeps the strongest of all first; the order
 * of the whole run is not in the reports. */
static enum wgc_status move_results(struct wgc_record *out, struct part *part, size_t count,
                                    struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    size_t before;

    do {
        before = out->result_count;
        for (size_t i = 0; status == WGC_OK && i < count; i++) {
            if (part[i].next < part[i].record->result_count) {
                struct wgc_result *next = &part[i].record->result[part[i].next++];
                next->order = out->result_count;
                status = wgc_record_add(out, next, err);
            }
        }
    } while (status == WGC_OK && out->result_count > before);
    return status;
}

/* Another result of the same name, or NULL. */
static struct wgc_result *find_twin(struct wgc_record *record, const struct wgc_result *result)
{
    for (size_t i = 0; i < record->result_count; i++) {
        struct wgc_result *other = &record->result[i];
        if (other != result && strcmp(other->name, result->name) == 0) {
            return other;
        }
    }
    return NULL;
}

/* Replaces the case of another shard, which has no finding, by the finding of this one; a second
 * finding becomes a warning. */
static enum wgc_status join(struct wgc_record *out, struct wgc_result *finding,
                            struct wgc_result *twin, struct wgc_err *err)
{
    if (wgc_state_is_bad(twin->state) || twin->state == WGC_STATE_WAIVED) {
        return finding->reason == NULL ? WGC_OK : wgc_record_warn(out, finding->reason, err);
    }
    struct wgc_result pass = *twin;
    *twin = *finding;
    twin->order = pass.order;
    twin->unselected = pass.unselected;
    *finding = pass;
    return WGC_OK;
}

/* Findings about several cases (query.shared_*) of several shards become one result. */
static enum wgc_status join_findings(struct wgc_record *out, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < out->result_count;) {
        struct wgc_result *result = &out->result[i];
        struct wgc_result *twin = result->unselected ? find_twin(out, result) : NULL;
        if (twin == NULL) {
            i++;
            continue;
        }
        status = join(out, result, twin, err);
        wgc_result_free(result);
        memmove(result, result + 1, (out->result_count - i - 1) * sizeof *result);
        out->result_count--;
    }
    for (size_t i = 0; i < out->result_count; i++) {
        out->result[i].order = i;
    }
    return status;
}

/* Warns of missing shards; part is sorted by shard. */
static enum wgc_status check_shards(struct wgc_record *out, const struct part *part, size_t count,
                                    struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    unsigned shard = 1;

    for (size_t i = 0; status == WGC_OK && shard <= part[0].shards; shard++) {
        char text[64];
        bool there = i < count && part[i].shard == shard;
        while (i < count && part[i].shard == shard) {
            i++;
        }
        if (!there) {
            out->complete = false;
            (void)snprintf(text, sizeof text, "shard %u of %u is missing", shard, part[0].shards);
            status = wgc_record_warn(out, text, err);
        }
    }
    return status;
}

/* Keeps the smallest (sign -1) or the largest (sign 1) text of all. */
static void keep_extreme(char **mine, char **theirs, int sign)
{
    int order = *theirs == NULL || *mine == NULL ? sign : strcmp(*theirs, *mine);

    if (*theirs != NULL && (sign > 0 ? order > 0 : order < 0)) {
        char *text = *mine;
        *mine = *theirs;
        *theirs = text;
    }
}

static enum wgc_status move_head(struct wgc_record *out, struct part *part, struct wgc_err *err)
{
    struct wgc_record *record = part->record;
    enum wgc_status status = WGC_OK;

    keep_extreme(&out->started, &record->started, -1);
    keep_extreme(&out->finished, &record->finished, 1);
    if (out->device.json == NULL) {
        out->device = record->device;
        record->device = (struct wgc_record_device){0};
    }
    out->seconds += record->seconds;
    out->total += record->total;
    out->complete = out->complete && record->complete;
    for (size_t i = 0; status == WGC_OK && i < record->warning_count; i++) {
        status = wgc_record_warn(out, record->warning[i], err);
    }
    for (size_t i = 0; status == WGC_OK && i < record->waiver_warning_count; i++) {
        status = wgc_record_note_waiver(out, record->waiver_warning[i], err);
    }
    if (status == WGC_OK) {
        status = wgc_merge_add_parts(out, record, err);
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", part->path);
    }
    return status;
}

/* Whether all reports have the same host. */
static bool has_one_host(const struct part *part, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (!same_text(part[0].record->host.json, part[i].record->host.json)) {
            return false;
        }
    }
    return true;
}

static void move_text(char **to, char **from)
{
    *to = *from;
    *from = NULL;
}

/* Moves from the first report the parts that all reports have in common. */
static void begin(struct wgc_record *out, const struct part *part, size_t count)
{
    struct wgc_record *first = part[0].record;

    move_text(&out->tool_version, &first->tool_version);
    move_text(&out->tool_commit, &first->tool_commit);
    move_text(&out->tool_suite, &first->tool_suite);
    move_text(&out->profile, &first->profile);
    move_text(&out->impl, &first->impl);
    move_text(&out->build_options, &first->build_options);
    out->tool_git = first->tool_git;
    first->tool_git = (struct wgc_record_git){0};
    if (has_one_host(part, count)) {
        out->host = first->host;
        first->host = (struct wgc_record_machine){0};
    }
    out->command = first->command;
    first->command = NULL;
    out->rerun = first->rerun;
    first->rerun = NULL;
    out->seed = first->seed;
    out->complete = true;
}

static enum wgc_status merge_parts(struct part *part, size_t count, struct wgc_record *out,
                                   struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 1; status == WGC_OK && i < count; i++) {
        status = check_same(&part[0], &part[i], err);
    }
    if (status != WGC_OK) {
        return status;
    }
    begin(out, part, count);
    for (size_t i = 0; status == WGC_OK && i < count; i++) {
        status = move_head(out, &part[i], err);
    }
    if (status == WGC_OK) {
        status = check_shards(out, part, count, err);
    }
    if (status == WGC_OK) {
        status = move_results(out, part, count, err);
    }
    if (status == WGC_OK) {
        status = join_findings(out, err);
    }
    if (status == WGC_OK) {
        status = wgc_merge_end_parts(out, err);
    }
    if (status == WGC_OK) {
        status = wgc_record_check_names(out, err);
    }
    if (status == WGC_OK) {
        status = wgc_lone_sub_groups_warn(out, err);
    }
    return status == WGC_OK && wgc_skips_only(out)
               ? wgc_record_warn(out, wgc_skips_only_warning, err)
               : status;
}

enum wgc_status wgc_merge(struct wgc_record *const *record, const char *const *path, size_t count,
                          struct wgc_record **out, struct wgc_err *err)
{
    struct part *part = calloc(count, sizeof *part);
    struct wgc_record *merged = wgc_record_create();

    if (part == NULL || merged == NULL) {
        free(part);
        wgc_record_free(merged);
        return wgc_err_memory(err, "the merged report");
    }
    for (size_t i = 0; i < count; i++) {
        part[i] = (struct part){.record = record[i], .path = path[i]};
        find_shard(&part[i]);
    }
    qsort(part, count, sizeof *part, by_shard);
    enum wgc_status status = merge_parts(part, count, merged, err);
    free(part);
    if (status != WGC_OK) {
        wgc_record_free(merged);
        return status;
    }
    *out = merged;
    return WGC_OK;
}
