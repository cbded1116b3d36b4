#include "cli/options_value.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const double timeout_limit = 1e6; /* seconds */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

enum wgc_status wgc_parse_unsigned(const char *option, const char *text, uint64_t low,
                                   uint64_t high, uint64_t *out, struct wgc_err *err)
{
    char *end;

    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    /* strtoull takes "-1" and " 1": a number here begins with a digit */
    if (!is_digit(*text) || *end != '\0' || errno != 0 || value < low || value > high) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: \"%s\" is no whole number from %llu to %llu",
                           option, text, (unsigned long long)low, (unsigned long long)high);
    }
    *out = value;
    return WGC_OK;
}

enum wgc_status wgc_parse_seconds(const char *option, const char *text, double *out,
                                  struct wgc_err *err)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end != '\0' || !(value > 0.0 && value <= timeout_limit)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: \"%s\" is no number of seconds above 0", option,
                           text);
    }
    *out = value;
    return WGC_OK;
}

enum wgc_status wgc_parse_shard(const char *text, struct wgc_selection *selection,
                                struct wgc_err *err)
{
    enum { SHARDS_LIMIT = 1000000 };
    const char *slash = strchr(text, '/');
    char *end = NULL;
    unsigned long shard = strtoul(text, &end, 10);
    bool right = slash != NULL && end == slash && is_digit(text[0]) && is_digit(slash[1]);
    unsigned long shards = right ? strtoul(slash + 1, &end, 10) : 0;

    if (!right || *end != '\0' || shard < 1 || shard > shards || shards > SHARDS_LIMIT) {
        return wgc_err_set(err, WGC_ERR_INPUT, "--shard: \"%s\" is not I/N with 1 <= I <= N", text);
    }
    selection->shard = (unsigned)shard;
    selection->shards = (unsigned)shards;
    return WGC_OK;
}

enum wgc_status wgc_parse_language(const char *text, struct wgc_selection *selection,
                                   struct wgc_err *err)
{
    int language = wgc_language_by_name(text);

    if (language == WGC_LANGUAGE_QUERY || (language < 0 && strcmp(text, "all") != 0)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "--language: \"%s\" is none of c, spirv and all",
                           text);
    }
    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        selection->language[i] = language < 0 || language == i;
    }
    return WGC_OK;
}

enum wgc_status wgc_parse_impl(const char *text, struct wgc_selection *selection,
                               struct wgc_err *err)
{
    if (strcmp(text, "builtin") == 0) {
        selection->impl = WGC_IMPL_BUILTIN;
    } else if (strcmp(text, "emulated") == 0) {
        selection->impl = WGC_IMPL_EMULATED;
    } else {
        return wgc_err_set(err, WGC_ERR_INPUT, "--impl: \"%s\" is neither builtin nor emulated",
                           text);
    }
    return WGC_OK;
}

enum wgc_status wgc_parse_profile(const char *text, struct wgc_selection *selection,
                                  struct wgc_err *err)
{
    int profile = wgc_profile_by_name(text);

    if (profile < 0) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "--profile: \"%s\" is none of quick, default and full", text);
    }
    selection->profile = (enum wgc_profile)profile;
    return WGC_OK;
}
