#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "explore_run/parts.h"

static enum wgc_status take_number(const cJSON *explore, const char *name, uint32_t *out,
                                   struct wgc_err *err)
{
    int64_t number = 0;
    enum wgc_status status = wgc_json_integer(explore, name, 0, UINT32_MAX, &number, err);

    *out = (uint32_t)number;
    return status;
}

static bool names_family(const cJSON *names, enum wgc_program_family family)
{
    const cJSON *item;

    cJSON_ArrayForEach(item, names)
    {
        const char *name = cJSON_GetStringValue(item);
        if (name != NULL && strcmp(name, wgc_family_name(family)) == 0) {
            return true;
        }
    }
    return false;
}

static enum wgc_status take_without(const cJSON *explore, struct wgc_generate_options *options,
                                    struct wgc_err *err)
{
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(explore, "without"), *item;
    enum wgc_status status = WGC_OK;

    cJSON_ArrayForEach(item, names)
    {
        const char *name = cJSON_GetStringValue(item);
        if (status == WGC_OK && name != NULL) {
            status = wgc_without_read(&name, 1, options, err);
        }
    }
    return status;
}

/* What the generator chose from. */
static enum wgc_status take_options(const cJSON *explore, struct wgc_generate_options *options,
                                    struct wgc_err *err)
{
    const struct {
        const char *name;
        uint32_t *value;
    } numbers[] = {{"generator", &options->generator},
                   {"statements", &options->statements},
                   {"groups", &options->groups},
                   {"max_items", &options->max_items},
                   {"max_cluster", &options->max_cluster}};
    const cJSON *families = cJSON_GetObjectItemCaseSensitive(explore, "families");
    enum wgc_status status = WGC_OK;

    wgc_generate_defaults(options);
    for (size_t i = 0; status == WGC_OK && i < sizeof numbers / sizeof numbers[0]; i++) {
        status = take_number(explore, numbers[i].name, numbers[i].value, err);
    }
    options->families = 0;
    for (int i = 0; i < WGC_FAMILY_COUNT; i++) {
        options->families |= names_family(families, (enum wgc_program_family)i) ? 1U << i : 0;
    }
    return status == WGC_OK ? take_without(explore, options, err) : status;
}

enum wgc_status wgc_whole_program(const cJSON *explore, const char *seed, struct wgc_buf *text,
                                  struct wgc_err *err)
{
    struct wgc_generate_options options;
    struct wgc_program program;
    enum wgc_status status = take_options(explore, &options, err);

    if (status == WGC_OK) {
        status = wgc_program_generate(&options, strtoull(seed, NULL, 10), &program, err);
    }
    if (status == WGC_OK) {
        wgc_program_write(&program, text);
        wgc_program_free(&program);
        status = text->failed ? wgc_err_memory(err, "a program") : WGC_OK;
    }
    return status;
}
