#include "cli/options_shard.h"

#include <stdint.h>
#include <stdlib.h>

#include "cli/options_value.h"

enum { SHARDS_LIMIT = 1000000 };

static const char slurm_id[] = "SLURM_ARRAY_TASK_ID";
static const char kubernetes_index[] = "JOB_COMPLETION_INDEX";
static const char kubernetes_count[] = "WGCONFORM_SHARDS";

static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value == NULL || value[0] == '\0' ? NULL : value;
}

/* A variable's number; fallback where it is not set, if that is not NULL. */
static enum wgc_status number_of(const char *name, const char *fallback, uint64_t low,
                                 uint64_t *out, struct wgc_err *err)
{
    const char *text = variable(name);

    text = text == NULL ? fallback : text;
    if (text == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "it is not set");
    }
    return wgc_parse_unsigned(name, text, low, UINT32_MAX, out, err);
}

/* The shard with the index, from 0 on. */
static enum wgc_status take(struct wgc_selection *selection, uint64_t index, uint64_t count,
                            struct wgc_err *err)
{
    if (index >= count || count > SHARDS_LIMIT) {
        return wgc_err_set(err, WGC_ERR_INPUT, "place %llu of %llu", (unsigned long long)index + 1,
                           (unsigned long long)count);
    }
    selection->shard = (unsigned)index + 1;
    selection->shards = (unsigned)count;
    return WGC_OK;
}

/* A list such as 1,5,7 has no step from which a task could tell its place. */
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
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "SLURM_ARRAY_TASK_COUNT");
    }
    if (status != WGC_OK) {
        return status;
    }
    if (id < least || (id - least) % step != 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "it is none of the array's numbers");
    }
    return take(selection, (id - least) / step, count, err);
}

static enum wgc_status of_kubernetes(struct wgc_selection *selection, struct wgc_err *err)
{
    uint64_t index, count;
    enum wgc_status status = number_of(kubernetes_index, NULL, 0, &index, err);

    if (status == WGC_OK) {
        status = number_of(kubernetes_count, NULL, 1, &count, err);
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", kubernetes_count);
    }
    return status == WGC_OK ? take(selection, index, count, err) : status;
}

enum wgc_status wgc_shard_of_environment(struct wgc_selection *selection, const char **from,
                                         struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    selection->shard = 1;
    selection->shards = 1;
    *from = variable(slurm_id) != NULL           ? slurm_id
            : variable(kubernetes_index) != NULL ? kubernetes_index
                                                 : NULL;
    if (*from == slurm_id) {
        status = of_slurm(selection, err);
    } else if (*from != NULL) {
        status = of_kubernetes(selection, err);
    }
    return status == WGC_OK
               ? WGC_OK
               : wgc_err_wrap(err, "the shard by %s (--shard 1/1 runs everything)", *from);
}
