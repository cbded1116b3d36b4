#include "cli/probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "supervisor/fits.h"

/* What the answers are made of, while the workers run. */
struct probe {
    struct wgc_buf json;
};

static const char *answer_of(const struct wgc_result *result)
{
    switch (result->state) {
    case WGC_STATE_PASS:
        return "works";
    case WGC_STATE_FAIL:
        /* a launch that was refused has no mismatch */
        return result->mismatch == NULL ? "rejected" : "accepted and wrong";
    case WGC_STATE_FLAKY:
        return "accepted and wrong";
    case WGC_STATE_CRASH:
    case WGC_STATE_TIMEOUT:
        return "crashed";
    case WGC_STATE_SKIP:
    case WGC_STATE_ERROR:
        return "not asked";
    default:
        return "rejected";
    }
}

static enum wgc_status on_result(void *context, struct wgc_result *result, struct wgc_err *err)
{
    struct probe *probe = context;
    const char *detail = result->reason != NULL ? result->reason : "";

    wgc_buf_text(&probe->json, probe->json.size == 0 ? "[" : ",");
    wgc_buf_text(&probe->json, "{\"name\":");
    wgc_json_put_string(&probe->json, result->name);
    wgc_buf_text(&probe->json, ",\"answer\":");
    wgc_json_put_string(&probe->json, answer_of(result));
    wgc_buf_text(&probe->json, ",\"detail\":");
    wgc_json_put_string(&probe->json, detail);
    wgc_buf_char(&probe->json, '}');
    wgc_result_free(result);
    return probe->json.failed ? wgc_err_memory(err, "the probe") : WGC_OK;
}

/* Whether only the function is missing: then there is something to be asked. */
static bool is_unadvertised(const struct wgc_manifest *manifest, const struct wgc_case *item,
                            const struct wgc_device_info *device, struct wgc_err *err)
{
    char *obstacle = NULL;
    char *rest = NULL;
    bool found =
        wgc_case_obstacle(manifest, item, WGC_IMPL_BUILTIN, false, device, &obstacle, err) ==
            WGC_OK &&
        obstacle != NULL &&
        wgc_case_obstacle(manifest, item, WGC_IMPL_BUILTIN, true, device, &rest, err) == WGC_OK &&
        rest == NULL;

    free(obstacle);
    free(rest);
    return found;
}

/* One case a signature: the last of its plain ones, which is a shape of many work-items. */
static struct wgc_plan *choose(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                               const struct wgc_device_info *device, struct wgc_err *err)
{
    struct wgc_plan *chosen = calloc(1, sizeof *chosen);

    if (chosen == NULL || (chosen->item = calloc(plan->count + 1, sizeof *chosen->item)) == NULL) {
        free(chosen);
        return NULL;
    }
    for (size_t i = 0; i < plan->count; i++) {
        const struct wgc_case *item = &plan->item[i];
        bool plain = strcmp(manifest->form[item->form].name, "plain") == 0;
        bool again =
            chosen->count > 0 && chosen->item[chosen->count - 1].signature == item->signature;
        if (plain && (again || is_unadvertised(manifest, item, device, err))) {
            chosen->count += !again;
            chosen->item[chosen->count - 1] = *item;
        }
    }
    return chosen;
}

enum wgc_status wgc_probe_run(const struct wgc_manifest *manifest, const struct wgc_plan *plan,
                              const struct wgc_device_info *device,
                              const struct wgc_run_options *base, struct wgc_record *record,
                              struct wgc_err *err)
{
    struct probe probe = {0};
    const struct wgc_run_events events = {.context = &probe, .result = on_result};
    struct wgc_run_options options = *base;
    struct wgc_run_stats stats = {0};
    struct wgc_plan *chosen = choose(manifest, plan, device, err);
    enum wgc_status status = WGC_OK;

    if (chosen == NULL) {
        return wgc_err_memory(err, "the probe");
    }
    options.device = (int)device->index;
    options.unadvertised = true;
    options.retries = 0;
    options.repeat = 1;
    if (chosen->count > 0) {
        status = wgc_supervise(manifest, chosen, NULL, &options, &events, &stats, err);
    }
    wgc_buf_text(&probe.json, probe.json.size == 0 ? "[]" : "]");
    if (status == WGC_OK && probe.json.failed) {
        status = wgc_err_memory(err, "the probe");
    }
    if (status == WGC_OK) {
        free(record->probe);
        record->probe = probe.json.data;
    } else {
        wgc_buf_free(&probe.json);
    }
    wgc_plan_free(chosen);
    return status;
}

static const char *text_of(const cJSON *entry, const char *field)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, field);

    return cJSON_IsString(item) ? item->valuestring : "";
}

void wgc_probe_table(const struct wgc_record *record, struct wgc_buf *out)
{
    cJSON *array = record->probe == NULL ? NULL : cJSON_Parse(record->probe);
    const cJSON *entry;

    if (array == NULL) {
        return;
    }
    wgc_buf_text(out,
                 "\nnot advertised by the device, asked all the same (no part of the verdicts):\n");
    cJSON_ArrayForEach(entry, array)
    {
        wgc_buf_printf(out, "  %-20s %s\n", text_of(entry, "answer"), text_of(entry, "name"));
    }
    if (cJSON_GetArraySize(array) == 0) {
        wgc_buf_text(out, "  nothing: it advertises every function of the plan\n");
    }
    cJSON_Delete(array);
}
