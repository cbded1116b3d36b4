#include "options/parts.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/system.h"
#include "options/option_value.h"

static const char slurm_id[] = "SLURM_ARRAY_TASK_ID";
static const char kubernetes_index[] = "JOB_COMPLETION_INDEX";
static const char kubernetes_count[] = "WGCONFORM_SHARDS";

static const char gtest_index[] = "GTEST_SHARD_INDEX";
static const char gtest_count[] = "GTEST_TOTAL_SHARDS";

/* A variable's number; the fallback, unless that is NULL, where the variable is not set. Errors
 * name the variable. */
static enum wgc_status number_of(const char *name, const char *fallback, uint64_t low,
                                 uint64_t *out, struct wgc_err *err)
{
    const char *text = wgc_setting(name);

    text = text == NULL ? fallback : text;
    if (text == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s is not set", name);
    }
    enum wgc_status status = wgc_parse_unsigned(text, low, UINT32_MAX, out, err);
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", name);
}

/* Sets the shard with the index, which counts from 0. */
static enum wgc_status set_shard(struct wgc_selection *selection, uint64_t index, uint64_t count,
                                 struct wgc_err *err)
{
    if (index >= count || count > WGC_SHARDS_LIMIT) {
        return wgc_err_set(err, WGC_ERR_INPUT, "shard %llu of %llu is not possible",
                           (unsigned long long)index + 1, (unsigned long long)count);
    }
    selection->shard = (unsigned)index + 1;
    selection->shards = (unsigned)count;
    return WGC_OK;
}

/* Rejects a list such as 1,5,7: it has no step, so a task cannot compute its place. */
static enum wgc_status of_slurm(struct wgc_selection *selection, struct wgc_err *err)
{
    uint64_t id, least, step, count;
    enum wgc_status status = number_of(slurm_id, NULL, 0, &id, err);

    if (status == WGC_OK) {
        status = number_of("SLURM_ARRAY_TASK_MIN", "0", 0, &least, err);
    }
    if (status == WGC_OK) {
        status = number_of("SLURM_ARRAY_TASK_STEP", "1", 1, &step, err);
    }
    if (status == WGC_OK) {
        status = number_of("SLURM_ARRAY_TASK_COUNT", NULL, 1, &count, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    if (id < least || (id - least) % step != 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "it is not one of the numbers of the array");
    }
    return set_shard(selection, (id - least) / step, count, err);
}

static enum wgc_status of_kubernetes(struct wgc_selection *selection, struct wgc_err *err)
{
    uint64_t index, count;
    enum wgc_status status = number_of(kubernetes_index, NULL, 0, &index, err);

    if (status == WGC_OK) {
        status = number_of(kubernetes_count, NULL, 1, &count, err);
    }
    return status == WGC_OK ? set_shard(selection, index, count, err) : status;
}

/* A runner looks for the file to see that the program takes a part of the tests. */
static enum wgc_status touch_status_file(struct wgc_err *err)
{
    const char *path = wgc_setting("GTEST_SHARD_STATUS_FILE");

    path = path == NULL ? wgc_setting("TEST_SHARD_STATUS_FILE") : path; /* Bazel's own name */
    return path == NULL ? WGC_OK : wgc_file_write(path, "", 0, err);
}

static enum wgc_status of_gtest(struct wgc_selection *selection, struct wgc_err *err)
{
    uint64_t index, count;
    enum wgc_status status = number_of(gtest_index, NULL, 0, &index, err);

    if (status == WGC_OK) {
        status = number_of(gtest_count, NULL, 1, &count, err);
    }
    if (status == WGC_OK) {
        status = set_shard(selection, index, count, err);
    }
    return status == WGC_OK ? touch_status_file(err) : status;
}

enum wgc_status wgc_shard_of_environment(struct wgc_selection *selection, const char **from,
                                         struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    selection->shard = 1;
    selection->shards = 1;
    *from = wgc_setting(slurm_id) != NULL           ? slurm_id
            : wgc_setting(kubernetes_index) != NULL ? kubernetes_index
            : wgc_setting(gtest_count) != NULL      ? gtest_count
                                                    : NULL;
    if (*from == slurm_id) {
        status = of_slurm(selection, err);
    } else if (*from == gtest_count) {
        status = of_gtest(selection, err);
    } else if (*from != NULL) {
        status = of_kubernetes(selection, err);
    }
    return status == WGC_OK
               ? WGC_OK
               : wgc_err_wrap(err, "shard from %s (--shard 1/1 runs every case)", *from);
}
