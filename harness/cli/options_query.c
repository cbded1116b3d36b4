#include "cli/options_query.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"

enum { QUERY_FILE_LIMIT = 16 * 1024 * 1024 };

enum wgc_status wgc_query_add(struct wgc_options *options, const char *text, size_t length,
                              struct wgc_err *err)
{
    size_t count = options->selection.query_count;
    char **grown = realloc(options->query, (count + 1) * sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "queries");
    }
    options->query = grown;
    grown[count] = strndup(text, length);
    if (grown[count] == NULL) {
        return wgc_err_memory(err, "queries");
    }
    if (grown[count][0] == '\0' || strcmp(grown[count], "!") == 0) {
        free(grown[count]);
        return wgc_err_set(err, WGC_ERR_INPUT, "an empty query selects nothing");
    }
    options->selection.query_count = count + 1;
    return WGC_OK;
}

enum wgc_status wgc_query_add_file(struct wgc_options *options, const char *path,
                                   struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_file_read(path, QUERY_FILE_LIMIT, WGC_ERR_INPUT, &text, err);
    size_t before = options->selection.query_count;

    for (char *line = text.data; status == WGC_OK && line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        size_t start = strspn(line, " \t\r");
        size_t end = strcspn(line, "#\n");
        while (end > start && strchr(" \t\r", line[end - 1]) != NULL) {
            end--;
        }
        if (end > start) {
            status = wgc_query_add(options, line + start, end - start, err);
        }
        line += length + (line[length] == '\n');
    }
    if (status == WGC_OK && options->selection.query_count == before) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: holds no query", path);
    }
    wgc_buf_free(&text);
    return status;
}
