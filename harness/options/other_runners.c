#include "options/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "options/option_table.h"

/* Adds the patterns between colons as queries, each with the prefix. */
static enum wgc_status add_patterns(struct wgc_options *options, const char *text, size_t length,
                                    const char *prefix, struct wgc_err *err)
{
    const char *end = text + length;
    enum wgc_status status = WGC_OK;

    while (status == WGC_OK && text < end) {
        const char *colon = memchr(text, ':', (size_t)(end - text));
        const size_t size = (size_t)((colon == NULL ? end : colon) - text);
        struct wgc_buf query = {0};
        wgc_buf_text(&query, prefix);
        wgc_buf_add(&query, text, size);
        if (query.failed || query.data == NULL) {
            status = size == 0 ? WGC_OK : wgc_err_memory(err, "queries");
        } else if (size > 0) {
            status = wgc_options_add_query(options, query.data, query.size, err);
        }
        wgc_buf_free(&query);
        text += size + 1;
    }
    return status;
}

enum wgc_status wgc_parse_gtest_filter(struct wgc_options *options, const char *value,
                                       struct wgc_err *err)
{
    const size_t positive = strcspn(value, "-"); /* no name of a case has a dash */
    const char *negative = value[positive] == '-' ? value + positive + 1 : "";

    options->lines = WGC_LINES_GTEST;
    options->selection.any_exclusion = true;
    enum wgc_status status = add_patterns(options, value, positive, "", err);
    return status == WGC_OK ? add_patterns(options, negative, strlen(negative), "!", err) : status;
}

enum wgc_status wgc_parse_gtest_output(struct wgc_options *options, const char *value,
                                       struct wgc_err *err)
{
    static const struct {
        const char *word, *file;
        enum wgc_output output;
    } kinds[] = {{"xml", "test_detail.xml", WGC_OUTPUT_GTEST_XML},
                 {"json", "test_detail.json", WGC_OUTPUT_GTEST_JSON}};

    options->lines = WGC_LINES_GTEST;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t length = strlen(kinds[i].word);
        if (strncmp(value, kinds[i].word, length) != 0 ||
            (value[length] != '\0' && value[length] != ':')) {
            continue;
        }
        const char *file = value[length] == ':' ? value + length + 1 : "";
        options->outputs.path[kinds[i].output] = file[0] == '\0' ? kinds[i].file : file;
        return WGC_OK;
    }
    return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is neither xml:FILE nor json:FILE", value);
}

void wgc_cts_environment(struct wgc_options *options)
{
    const char **path = &options->outputs.path[WGC_OUTPUT_CTS_JSON];

    *path = *path == NULL ? wgc_setting("CL_CONFORMANCE_RESULTS_FILENAME") : *path;
}

static bool has_output(const struct wgc_options *options)
{
    return options->outputs.path[WGC_OUTPUT_GTEST_XML] != NULL ||
           options->outputs.path[WGC_OUTPUT_GTEST_JSON] != NULL;
}

enum wgc_status wgc_gtest_environment(struct wgc_options *options, struct wgc_err *err)
{
    static const char variable[] = "GTEST_OUTPUT";
    const char *output = wgc_setting(variable), *xml = wgc_setting("XML_OUTPUT_FILE");
    const char *filter = wgc_setting("TESTBRIDGE_TEST_ONLY");
    enum wgc_status status = WGC_OK;

    if (filter != NULL && options->selection.filter_count == 0) {
        status = wgc_parse_gtest_filter(options, filter, err);
    }
    if (status != WGC_OK || has_output(options)) {
        return status;
    }
    if (output == NULL && xml != NULL) {
        options->lines = WGC_LINES_GTEST;
        options->outputs.path[WGC_OUTPUT_GTEST_XML] = xml;
    }
    if (output == NULL || wgc_parse_gtest_output(options, output, err) == WGC_OK) {
        return WGC_OK;
    }
    return wgc_err_wrap(err, "%s", variable);
}
