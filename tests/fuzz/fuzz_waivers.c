/* A device and a waiver file, with a NUL between them: read, bound to the device, applied. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "waivers/waivers.h"

static void apply(struct wgc_waivers *waivers, const struct wgc_plan *plan)
{
    char name[WGC_CASE_NAME_MAX];
    struct wgc_err err = {0};

    for (size_t i = 0; i < plan->count; i++) {
        for (int state = 0; state < WGC_STATE_COUNT; state++) {
            wgc_case_name(fuzz_suite(), &plan->item[i], name);
            struct wgc_result result = {.name = strdup(name), .state = (enum wgc_state)state};
            fuzz_require(wgc_waivers_apply(waivers, &result, &err) == WGC_OK, "waivers apply");
            fuzz_require(result.state == (enum wgc_state)state || result.waiver != NULL ||
                             result.reason != NULL,
                         "a state that a waiver changed has a reason");
            wgc_result_free(&result);
        }
    }
}

static void use(struct wgc_waivers *waivers, const struct wgc_record_device *device)
{
    struct wgc_selection selection = {.profile = WGC_PROFILE_FULL, .shard = 1, .shards = 1};
    struct wgc_plan *plan = NULL;
    struct wgc_err err = {0};

    selection.language[WGC_LANGUAGE_C] = true;
    fuzz_require(wgc_plan_make(fuzz_suite(), &selection, &plan, &err) == WGC_OK, "a plan");
    const struct wgc_waivers_target target = {.device = device,
                                              .impl = WGC_IMPL_BUILTIN,
                                              .today = "2026-01-31",
                                              .manifest = fuzz_suite(),
                                              .plan = plan};
    wgc_waivers_bind(waivers, &target);
    apply(waivers, plan);
    for (size_t i = 0; i < waivers->count; i++) {
        (void)wgc_waiver_describe_expired(&waivers->item[i], &err);
        (void)wgc_waiver_describe_unused(&waivers->item[i], &err);
    }
    wgc_plan_free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wgc_waivers waivers = {0};
    struct wgc_err err = {0};
    char *piece[2] = {NULL, NULL};
    size_t count = fuzz_pieces(data, size, piece, 2);
    struct wgc_record_device device = {0};

    if (count == 2 && wgc_record_device_parse(piece[0], &device, &err) == WGC_OK) {
        if (wgc_waivers_parse(&waivers, "waivers", piece[1], strlen(piece[1]), &err) == WGC_OK) {
            use(&waivers, &device);
        } else {
            fuzz_require(err.status == WGC_ERR_INPUT && err.text[0] != '\0',
                         "a bad waiver file is an error with a text");
        }
    }
    wgc_waivers_free(&waivers);
    wgc_record_device_free(&device);
    free(piece[0]);
    free(piece[1]);
    return 0;
}
